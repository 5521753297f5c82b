import { routes } from '../../routes.ts';

/** The pages of the area. */
export const officeParts = [
  { key: 'bills', label: 'Parcelas', href: routes.manager.finance() },
  { key: 'cash', label: 'Caixa do dia', href: routes.manager.cash() },
  { key: 'close', label: 'Fechamento do mês', href: routes.manager.monthClose() },
  { key: 'reminders', label: 'Lembretes', href: routes.manager.reminders() },
  { key: 'coupons', label: 'Cupons', href: routes.manager.coupons() },
  { key: 'products', label: 'Materiais', href: routes.manager.products() },
  { key: 'terms', label: 'Regras', href: routes.manager.terms() },
  { key: 'sheets', label: 'Importar planilha', href: routes.manager.sheets('financeiro') },
] as const;
