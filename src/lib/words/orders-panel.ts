import { plural } from '../format/money.ts';
import { STATUS } from '../rules/orders/status.ts';

const orders = (count: number) => plural(count, 'pedido', 'pedidos');

/** What the button says for a step that marked orders take together, by where it leads. */
const steps: Readonly<Record<number, (count: number) => string>> = {
  [STATUS.released]: (count) => `Liberar ${orders(count)} para separação`,
  [STATUS.picking]: (count) => `Começar a separar ${orders(count)}`,
  [STATUS.waitingForCarrier]: (count) => `Marcar ${orders(count)} como ${count === 1 ? 'pronto' : 'prontos'}`,
  [STATUS.delivered]: (count) => `Confirmar a entrega de ${orders(count)}`,
};

/** Acts on several orders at once. */
export const orderActs = {
  move: 'Avançar os marcados',
  noneMarked: 'Marque ao menos um pedido.',
  mixed: 'Marque pedidos da mesma situação: eles avançam juntos.',
  step: (to: number, count: number): string => steps[to]?.(count) ?? orderActs.move,
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
