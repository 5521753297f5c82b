import { formatDate } from '#lib/format/dates.ts';
import { formatMoney } from '#lib/format/money.ts';
import { routes } from '#lib/routes.ts';
import { orderStatus, STATUS } from '#lib/rules/orders/status.ts';
import type { ListOf, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { List } from '../kit/List.tsx';
import { stateFilter } from '../kit/options.ts';
import { drawStatus, itemsOf, type Order, order } from './order.tsx';

/** In the order of processing. */
const tabs = [
  ['avancar', 'Para avançar'],
  [STATUS.toAttend, 'A atender'],
  [STATUS.released, 'A separar'],
  [STATUS.picking, 'Em separação'],
  [STATUS.waitingForCarrier, 'A coletar'],
  [STATUS.collected, 'A caminho'],
  [STATUS.waitingForPayment, 'A pagar'],
  [STATUS.waitingForTest, 'Teste de nível'],
  [STATUS.processing, 'Processando'],
  [STATUS.delivered, 'Entregues'],
  [STATUS.cancelled, 'Cancelados'],
] as const;

export const orderList: ListOf<Order, 'orders.listSchoolOrders'> = {
  ...order,
  title: 'Pedidos',
  words: ['pedido', 'pedidos'],
  path: routes.manager.orders(),
  search: 'Número ou nome do aluno',
  read: 'orders.listSchoolOrders',
  inputOf: ({ estado, ...rest }) => ({
    ...rest,
    ...(estado === 'avancar' ? { avancar: 'true' } : estado && { status: estado }),
  }),
  filters: [
    stateFilter(Object.fromEntries(tabs), {
      all: 'Todos',
      only: tabs.map(([id]) => String(id)),
      counts: ({ contagens, a_avancar }) => ({ ...contagens, avancar: a_avancar }),
    }),
  ],
  columns: [
    { label: 'Aluno', cell: ({ aluno, numero }) => draw.title(aluno.nome, `pedido ${numero}`) },
    { label: 'Pedido', width: 94, cell: ({ numero }) => numero },
    { label: 'Itens', width: 144, from: 1340, cell: itemsOf },
    {
      label: 'Pedido em',
      width: 96,
      from: 1500,
      cell: ({ criado_em }, { timeZone }) => formatDate(criado_em, timeZone),
    },
    {
      label: 'Total',
      width: 98,
      isNumeric: true,
      endsPhoneLine: true,
      cell: ({ total_centavos }) => formatMoney(total_centavos),
    },
    { label: 'Situação', width: 240, cell: drawStatus },
  ],
  note: (each) => [orderStatus(each.status_id).name, each.numero, itemsOf(each)],
  empty: {
    title: 'Ainda não há pedidos',
    text: 'Quando um aluno da sua escola pedir material, o pedido aparece nesta lista.',
  },
};

/** Orders of material, from the payment to the delivery. */
export const OrderList = (props: ViewProps<'orders.listSchoolOrders'>) => <List list={orderList} {...props} />;
