import { plural } from '../format/money.ts';

const orders = (count: number) => plural(count, 'pedido', 'pedidos');

/** Acts on several orders at once. */
export const orderActs = {
  move: 'Avançar os marcados',
  noneMarked: 'Marque ao menos um pedido.',
  mixed: 'Marque pedidos da mesma situação: eles avançam juntos.',
  moved: (count: number, status: string) =>
    count === 0
      ? 'Nenhum pedido mudou.'
      : `${orders(count)} ${count === 1 ? 'está' : 'estão'} em “${status}”. ${count === 1 ? 'O aluno foi avisado.' : 'Cada aluno foi avisado.'}`,
  back: (count: number, status: string) =>
    count === 0 ? 'Nenhum pedido voltou.' : `${orders(count)} ${count === 1 ? 'voltou' : 'voltaram'} para “${status}”.`,
  stayed: (count: number) => (count === 1 ? '1 pedido ficou como estava:' : `${count} pedidos ficaram como estavam:`),
  /** An order of another unit has no name here. */
  named: (numero: string | null, aluno: string | null) => [numero, aluno].filter(Boolean).join(', de ') || 'Um pedido',
};
