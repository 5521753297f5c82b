import { plural } from '../format/money.ts';

/** Field labels of the forms of an order in the panel. */
export const orderFields = {
  nota: 'Nota para o aluno',
  transportadora: 'Transportadora',
  codigo: 'Código de rastreio',
  url: 'Endereço do rastreio',
} as const;

const orders = (count: number) => plural(count, 'pedido', 'pedidos');

/** Words of the office about orders. */
export const orderActs = {
  moved: (count: number, status: string) =>
    `${orders(count)} ${count === 1 ? 'está' : 'estão'} em “${status}”. ${count === 1 ? 'O aluno foi avisado.' : 'Cada aluno foi avisado.'}`,
  by: { aluno: 'Aluno', equipe: 'Equipe', sistema: 'Portal' },
  ended: 'Este pedido terminou.',
  waitsForStudent: 'Nada a fazer agora: o próximo passo é do aluno.',
  paysHere: 'O aluno paga pelo portal, ou na escola.',
  paysAtSchool: 'O aluno paga na escola. Sem o pagamento, o pedido é cancelado no fim do prazo.',
  needsFinance: 'Quem recebe na escola precisa do acesso a Financeiro.',
} as const;
