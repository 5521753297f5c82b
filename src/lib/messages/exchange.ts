import type { CambioPayment, Moeda } from '../contract/exchange.schema.ts';

type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'error';

export const exchangeMessages = {
  notQuoted: 'Não conseguimos cotar agora. Tente de novo em instantes.',
  notPaid: 'Não conseguimos abrir o pagamento. Tente de novo em instantes.',
  left: (seconds: number) => (seconds >= 120 ? 'A cotação vence em 2 minutos.' : 'A cotação vence em 1 minuto.'),
  over: 'A cotação venceu.',
  codeLeft: (seconds: number) => (seconds >= 120 ? 'O código vence em 2 minutos.' : 'O código vence em 1 minuto.'),
  codeOver: 'O código venceu.',
};

export const moedaNames = {
  USD: { one: 'dólar', label: 'Dólar americano (US$)' },
  EUR: { one: 'euro', label: 'Euro (€)' },
  GBP: { one: 'libra', label: 'Libra esterlina (£)' },
} satisfies Record<Moeda, { one: string; label: string }>;

export const paymentStatus = {
  pendente: { label: 'Aguardando pagamento', tone: 'warning' },
  pago: { label: 'Pago', tone: 'success' },
  recusado: { label: 'Cartão recusado', tone: 'error' },
  expirado: { label: 'Vencido', tone: 'neutral' },
  devolvido: { label: 'Devolvido', tone: 'info' },
} satisfies Record<CambioPayment['status'], { label: string; tone: Tone }>;
