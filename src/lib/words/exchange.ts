import type { CambioPayment, Moeda, Recebedor } from '../contract/exchange.schema.ts';
import { lookFor } from './own-word.ts';

type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'error';

export const exchangeMessages = {
  notQuoted: 'Não conseguimos cotar agora. Tente de novo em instantes.',
  notPaid: 'Não conseguimos abrir o pagamento. Tente de novo em instantes.',
  left: (seconds: number) => (seconds >= 120 ? 'A cotação vence em 2 minutos.' : 'A cotação vence em 1 minuto.'),
  over: 'A cotação venceu.',
  boletoCancelled: 'O boleto foi cancelado, e nada foi cobrado. Para pagar, peça uma nova cotação.',
  off: {
    title: 'O câmbio não está disponível nesta escola',
    text: 'Para um pagamento no exterior, fale com a secretaria.',
  },
  minor: 'Você ainda não fez 18 anos: quem paga é o responsável do seu cadastro, com os dados e o cartão dele.',
  ageUnknown: 'Para pagar em seu nome, a escola precisa saber sua data de nascimento. Informe em Meus dados.',
  purposes: {
    estudos: 'Estudos',
    viagem: 'Viagem',
    familia: 'Ajuda à família',
    servicos: 'Pagamento de serviços',
    outro: 'Outro motivo',
  } satisfies Record<Recebedor['motivo'], string>,
};

export const moedaNames = {
  USD: { one: 'dólar', label: 'Dólar americano (US$)' },
  EUR: { one: 'euro', label: 'Euro (€)' },
  GBP: { one: 'libra', label: 'Libra esterlina (£)' },
} satisfies Record<Moeda, { one: string; label: string }>;

/** The state of a payment: a label, and a default sentence if the bank sends none. */
const paymentStatus = {
  pendente: { label: 'Aguardando pagamento', tone: 'warning', words: 'O pagamento ainda não chegou.' },
  pago: { label: 'Pago', tone: 'success', words: 'Recebemos o pagamento. A escola envia o valor ao exterior.' },
  recusado: { label: 'Cartão recusado', tone: 'error', words: 'O banco recusou o cartão, e nada foi cobrado.' },
  expirado: {
    label: 'Encerrado',
    tone: 'neutral',
    words: 'O tempo deste pagamento acabou. Se você pagou no último instante, o valor é confirmado ou devolvido.',
  },
  devolvido: { label: 'Devolvido', tone: 'info', words: 'O valor volta para a sua conta.' },
} satisfies Record<CambioPayment['status'], { label: string; tone: Tone; words: string }>;

/** Also accepts a state that only a connected host has. */
export const stateOf = (status: string) =>
  lookFor<{ label: string; tone: Tone; words: string }, { label: string; tone: Tone; words: string }>(
    paymentStatus,
    status,
    (label) => ({ label, tone: 'neutral', words: '' }),
  );
