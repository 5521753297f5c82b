import { routes } from '../../routes.ts';

/** The parts of the club within the panel. */
export const clubParts = [
  { key: 'figures', label: 'Visão geral', href: routes.manager.club() },
  { key: 'redemptions', label: 'Trocas', href: routes.manager.clubRedemptions() },
  { key: 'referrals', label: 'Indicações', href: routes.manager.clubReferrals() },
  { key: 'members', label: 'Membros', href: routes.manager.clubMembers() },
  { key: 'bonuses', label: 'Bônus', href: routes.manager.clubBonuses() },
  { key: 'rewards', label: 'Recompensas', href: routes.manager.clubRewards() },
  { key: 'rules', label: 'Regras', href: routes.manager.clubRules() },
  { key: 'sheets', label: 'Importar planilha', href: routes.manager.sheets('clube') },
] as const;
