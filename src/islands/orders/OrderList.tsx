import { formatDate } from '#lib/format/dates.ts';
import { formatMoney } from '#lib/format/money.ts';
import { routes } from '#lib/routes.ts';
import { orderStatus, STATUS } from '#lib/rules/orders/status.ts';
import type { ListOf, ViewProps } from '../kit/describe.ts';
import { List } from '../kit/List.tsx';
import { drawStatus, itemsOf, type Order, order } from './order.tsx';

/** In the order of the work. */
const tabs = [
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
    {
      name: 'estado',
      label: 'Situação',
      all: 'Todos',
      isOpen: true,
      takes: ['avancar', ...tabs.map(([id]) => String(id))],
      options: ({ contagens, a_avancar }) => [
        { value: 'avancar', label: 'Para avançar', count: a_avancar },
        ...tabs.map(([id, label]) => ({ value: String(id), label, count: contagens[id] })),
      ],
    },
  ],
  columns: [
    {
      label: 'Aluno',
      cell: ({ aluno, numero }) => (
        <>
          {aluno.nome}
          <span className="sr-only">, pedido {numero}</span>
        </>
      ),
    },
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
  note: (each) => [orderStatus(each.status_id).name, each.numero, itemsOf(each)].join(' · '),
  empty: {
    title: 'Ainda não há pedidos',
    text: 'Quando um aluno da sua escola pedir material, o pedido aparece nesta lista.',
  },
};

/** Orders of material, from the payment to the delivery. */
export const OrderList = (props: ViewProps<'orders.listSchoolOrders'>) => <List list={orderList} {...props} />;
