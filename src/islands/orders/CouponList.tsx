import { formatDay } from '#lib/format/dates.ts';
import { formatCount, formatHundredths } from '#lib/format/money.ts';
import { centavosOf } from '#lib/format/reais.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { officeParts } from '#lib/rules/finance/office-parts.ts';
import { wholeOrTyped } from '#lib/rules/forms/whole.ts';
import { couponDone, couponFields, couponMessages, couponStates } from '#lib/words/orders-office.ts';
import See from '~icons/material-symbols/article-outline-rounded';
import Edit from '~icons/material-symbols/edit-note-outline-rounded';
import { see } from '../kit/acts.ts';
import type { Act, FormContext, FormOf, ListOf, Values, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { Facts } from '../kit/Facts.tsx';
import { List } from '../kit/List.tsx';
import { findIn, optionsOf, stateFilter, textsOf } from '../kit/options.ts';

type Answer = AnswerOf<'orders.listSchoolCoupons'>;
type Coupon = Answer['items'][number];
const isEnded = ({ situacao }: Coupon) => situacao === 'encerrado';

/** Its purpose. */
const aimOf = ({ aplica_em, parceiro, produtos }: Coupon) =>
  aplica_em === 'parceiro' ? parceiro : produtos.map(({ codigo }) => codigo).join(', ') || 'Todo material';
const daysOf = ({ valido_de, valido_ate }: Coupon) =>
  [valido_de && `de ${formatDay(valido_de)}`, valido_ate && `até ${formatDay(valido_ate)}`].filter(Boolean).join(' ') ||
  'sem prazo';
const usesOf = ({ usos, usos_max }: Coupon) =>
  usos_max === null ? formatCount(usos) : `${formatCount(usos)} de ${formatCount(usos_max)}`;

/** Its fields, without its code, which cannot be changed because students know it. */
const fields = ({ facts }: FormContext<Coupon, Answer | null, unknown>) =>
  [
    { name: 'descricao', isWide: true, isRequired: true, hint: 'O aluno lê na lista de cupons.' },
    { name: 'regras', isWide: true },
    {
      name: 'desconto_tipo',
      kind: 'choice',
      options: optionsOf({ percentual: 'Por cento do material', valor: 'Valor em reais' }),
    },
    {
      name: 'desconto_valor',
      isRequired: true,
      hint: '10 para 10%, ou 25,00 para R$ 25,00. O frete não entra.',
    },
    { name: 'valido_de' },
    { name: 'valido_ate' },
    { name: 'usos_max', kind: 'whole', hint: 'Em branco, sem limite. Cada aluno usa uma vez.' },
    {
      name: 'produtos',
      kind: 'picks',
      search: 'Procurar um material',
      find: findIn(
        (facts?.produtos ?? []).map(({ id, codigo, nome }) => ({ value: String(id), label: nome, note: codigo })),
      ),
      none: draw.about('Nenhum material com este nome.'),
    },
  ] as const;

/** The initial values of the form. */
const typedOf = (coupon: Coupon | undefined) => ({
  ...textsOf(coupon, 'descricao', 'regras', 'valido_de', 'valido_ate', 'usos_max'),
  desconto_tipo: coupon?.desconto_tipo ?? 'percentual',
  desconto_valor: !coupon
    ? ''
    : coupon.desconto_tipo === 'valor'
      ? formatHundredths(coupon.desconto_valor)
      : String(coupon.desconto_valor),
  produtos: (coupon?.produtos ?? []).map(({ id }) => id).join(','),
});

/** The input from the form. */
function couponOf({ desconto_valor, ...rest }: Values) {
  const worth = String(desconto_valor);
  return {
    ...rest,
    desconto_valor: rest.desconto_tipo === 'valor' ? (centavosOf(worth) ?? worth) : wholeOrTyped(worth),
  };
}

/** A coupon as input. */
const asItIs = ({ produtos, ...coupon }: Coupon) => ({
  descricao: coupon.descricao,
  regras: coupon.regras,
  desconto_tipo: coupon.desconto_tipo,
  desconto_valor: coupon.desconto_valor,
  valido_de: coupon.valido_de,
  valido_ate: coupon.valido_ate,
  usos_max: coupon.usos_max,
  produtos: produtos.map(({ id }) => id),
});

const create: Act<never, Answer> = {
  name: 'criar',
  label: 'Novo cupom',
  key: 'n',
  form: {
    fields: (context) => [
      { name: 'name', isRequired: true, isWide: true, hint: 'Letras sem acento, números e hífen.' },
      ...fields(context),
    ],
    begin: () => ({ name: '', ...typedOf(undefined) }),
    send: 'Criar cupom',
  } satisfies FormOf<never, Answer>,
  operation: 'orders.createSchoolCoupon',
  sent: couponOf,
  done: () => couponDone.criar,
};

const update = { isForOne: true, operation: 'orders.updateSchoolCoupon' } as const;
/** Ends it or makes it valid again, otherwise unchanged. */
const switchTo = (ativo: boolean): Partial<Act<Coupon, Answer>> => ({
  ...update,
  may: (row) => row.pode_editar && isEnded(row) === ativo,
  sent: (_values, [row]) => ({ ...(row && asItIs(row)), ativo }),
});

const acts: readonly Act<Coupon, Answer>[] = [
  {
    ...update,
    name: 'editar',
    label: 'Editar o cupom',
    icon: Edit,
    key: 'e',
    isFirst: true,
    may: ({ pode_editar }) => pode_editar,
    form: { fields, begin: ({ rows: [row] }) => typedOf(row), send: 'Salvar' },
    sent: (values, [row]) => ({ ...couponOf(values), ativo: row !== undefined && !isEnded(row) }),
    done: () => couponDone.salvar,
  },
  {
    ...see('Ver o cupom', (row: Coupon) => <Details row={row} />),
    icon: See,
    isFirst: ({ pode_editar }) => !pode_editar,
  },
  { ...switchTo(true), name: 'reabrir', label: 'Reabrir o cupom', key: 'r', done: () => couponDone.reabrir },
  {
    ...switchTo(false),
    name: 'encerrar',
    label: 'Encerrar o cupom',
    key: 'd',
    isDanger: true,
    done: () => couponDone.encerrar,
  },
];

/** All details of a coupon. */
const Details = ({ row }: { row: Coupon }) => (
  <>
    {!row.pode_editar && row.aplica_em === 'pedido' && <p className="text-muted">{couponMessages.ofNetwork}</p>}
    <Facts
      of={[
        ['Descrição', row.descricao],
        ['Regras', row.regras],
        ['Desconto', couponMessages.worth(row)],
        ['Para', aimOf(row)],
        ['Dias', daysOf(row)],
        ['Usos', usesOf(row)],
      ]}
    />
  </>
);

export const couponList: ListOf<Coupon, 'orders.listSchoolCoupons'> = {
  kind: 'cupom',
  titleOf: ({ name }) => name,
  acts,
  labels: couponFields,
  title: 'Cupons',
  words: ['cupom', 'cupons'],
  path: routes.manager.coupons(),
  tabs: officeParts,
  search: 'Código do cupom',
  read: 'orders.listSchoolCoupons',
  filters: [stateFilter(couponStates, { all: 'Todos', field: 'situacao' })],
  columns: [
    { label: 'Código', cell: ({ name }) => name },
    { label: 'Para', width: 180, cell: aimOf },
    { label: 'Dias', width: 204, cell: daysOf },
    { label: 'Desconto', width: 92, isNumeric: true, cell: couponMessages.worth },
    { label: 'Usos', width: 92, isNumeric: true, cell: usesOf },
    { label: 'Situação', width: 164, endsPhoneLine: true, cell: ({ situacao }) => draw.state(couponStates[situacao]) },
  ],
  note: (each) => [couponMessages.worth(each), aimOf(each), daysOf(each), `${usesOf(each)} usos`],
  create,
  mayCreate: ({ pode_criar }) => pode_criar,
  empty: { title: 'Nenhum cupom', text: 'Os cupons que você criar aparecem aqui.' },
};

/** Discounts on orders of material, and coupons of partners. */
export const CouponList = (props: ViewProps<'orders.listSchoolCoupons'>) => <List list={couponList} {...props} />;
