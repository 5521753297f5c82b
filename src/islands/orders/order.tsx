import type { CSSProperties } from 'react';
import { formatMoney } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { orderStatus, STATUS } from '#lib/rules/orders/status.ts';
import { asksForTracking, mayRefuse, type StaffStep, staffStep, staffSteps } from '#lib/rules/orders/steps.ts';
import { billFields } from '#lib/words/finance-office.ts';
import { orderActs, orderFields } from '#lib/words/orders-panel.ts';

import type { Act, Field, FormOf, Subject } from '../kit/describe.ts';
import { counter } from '../pay/counter.tsx';

export type Order = AnswerOf<'orders.listSchoolOrders'>['items'][number];
export type OrderDetails = AnswerOf<'orders.getSchoolOrder'>;

const note: Field = { name: 'nota', isWide: true };
const movedTo = (to: number) => (count: number) => orderActs.moved(count, orderStatus(to).name);

const trackingForm: FormOf<Order, object> = {
  fields: ({ rows: [order] }) => {
    const isRequired = order?.entrega.tipo === 'endereco';
    return [
      { name: 'transportadora', isRequired },
      { name: 'codigo', isRequired },
      { name: 'url', isRequired, isWide: true, hint: 'O aluno abre este endereço para acompanhar a entrega.' },
      note,
    ];
  },
};

/** A step that needs a code opens a form, with the note. */
const stepAct = (step: StaffStep): Act<Order> => ({
  name: step.name,
  label: step.label,
  key: step.key,
  isFirst: true,
  isForOne: !step.isShared,
  may: ({ status_id }) => status_id === step.from,
  ...(asksForTracking(step) && { form: trackingForm }),
  change: (values) => ({ status_id: step.to, ...values }),
  done: movedTo(step.to),
});

const acts: readonly Act<Order>[] = [
  {
    ...counter<Order>(({ a_receber_id }) => ({ id: a_receber_id ?? 0, isWhole: true })),
    label: 'Receber na escola',
    may: ({ a_receber_id }, { rights }) => a_receber_id !== null && rights.includes('financeiro'),
  },
  ...staffSteps.map(stepAct),
  {
    name: 'nota',
    label: 'Avançar com uma nota',
    key: 'n',
    isForOne: true,
    may: ({ status_id }) => {
      const step = staffStep(status_id);
      return step !== undefined && !asksForTracking(step);
    },
    form: {
      fields: [{ ...note, isRequired: true }],
      send: ({ rows: [order] }) => staffStep(order?.status_id ?? 0)?.label ?? null,
    },
    change: (values, _env, [order]) => ({ status_id: staffStep(order?.status_id ?? 0)?.to, ...values }),
    done: () => 'O pedido avançou, e o aluno recebeu a nota.',
  },
  {
    name: 'recusar',
    label: 'Recusar o pedido',
    isDanger: true,
    isForOne: true,
    may: ({ status_id }) => mayRefuse(status_id),
    form: {
      fields: [{ ...note, label: 'Motivo, que o aluno vai ler', isRequired: true }],
      note: ({ rows: [order] }) => order && refusalOf(order),
      send: ({ rows: [order] }) =>
        order && isPaid(order) ? `Recusar e devolver ${formatMoney(order.total_centavos)}` : 'Recusar o pedido',
    },
    change: (values) => ({ status_id: STATUS.cancelled, ...values }),
    done: movedTo(STATUS.cancelled),
  },
];

const isPaid = ({ pago_em, total_centavos }: Order) => Boolean(pago_em) && total_centavos > 0;

/** The consequence of refusing an order. */
const refusalOf = (order: Order) =>
  [
    'O pedido termina aqui e isso não pode ser desfeito.',
    isPaid(order) &&
      `Se ${order.aluno.nome} pagou pelo portal, ${formatMoney(order.total_centavos)} voltam pelo mesmo meio; se pagou na escola, devolva na escola.`,
    order.cupom && `O cupom ${order.cupom} volta a valer.`,
  ]
    .filter(Boolean)
    .join(' ');

/** An order of material: its acts are the same in the list and in the record. */
export const order: Subject<Order> = {
  kind: 'pedido',
  titleOf: ({ numero, aluno }) => `Pedido ${numero}, ${aluno.nome}`,
  href: ({ id }) => routes.manager.order(id),
  acts,
  write: 'orders.updateOrders',
  undo: 'orders.undoOrders',
  labels: { ...billFields, ...orderFields },
};

/** The state in words, with the colour of the status list. */
export function drawStatus({ status_id }: Pick<Order, 'status_id'>) {
  const { name, colour } = orderStatus(status_id);
  return (
    <span className="chip tone-neutral" style={{ '--status': colour } as CSSProperties}>
      <span className="status-dot" aria-hidden="true" />
      {name}
    </span>
  );
}

/** `Way 1, 2 × Way 2`. */
export const itemsOf = ({ itens }: Order) =>
  itens.map(({ nome, quantidade }) => (quantidade === 1 ? nome : `${quantidade} × ${nome}`)).join(', ');
