import { formatDate, relativeTime } from '#lib/format/dates.ts';
import { formatMoney } from '#lib/format/money.ts';
import { routes } from '#lib/routes.ts';
import { orderStatus, STATUS } from '#lib/rules/orders/status.ts';
import { staffStep } from '#lib/rules/orders/steps.ts';
import { orderMessages } from '#lib/words/orders.ts';
import { orderActs } from '#lib/words/orders-panel.ts';
import type { Env, Fact, RecordOf, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { History } from '../kit/History.tsx';
import { Record } from '../kit/Record.tsx';
import { drawStatus, type Order, type OrderDetails, order } from './order.tsx';

/** The next step and who takes it, if it is not the office’s. */
function nextOf({ status_id, paga_no_portal }: OrderDetails, { rights }: Env): string | undefined {
  if (staffStep(status_id)) return undefined;
  if (orderStatus(status_id).final) return orderActs.ended;
  if (status_id !== STATUS.waitingForPayment) return orderActs.waitsForStudent;
  const words = paga_no_portal ? orderActs.paysHere : orderActs.paysAtSchool;
  return rights.includes('financeiro') ? words : `${words} ${orderActs.needsFinance}`;
}

/** The sum of the items, and its calculation. */
function amountsOf(each: OrderDetails): Fact[] {
  const { economia_centavos: group, desconto_cupom_centavos: coupon, frete_centavos: freight } = each;
  return [
    ['Preço de tabela', group + coupon > 0 && formatMoney(each.subtotal_centavos)],
    ['Desconto por quantidade', group > 0 && formatMoney(-group)],
    [`Cupom ${each.cupom ?? ''}`, coupon > 0 && formatMoney(-coupon)],
    ['Frete', freight === 0 ? 'Grátis' : formatMoney(freight)],
    ['Total', <strong key="total">{formatMoney(each.total_centavos)}</strong>],
    ['Pagamento', orderMessages.plan(each.total_centavos, each.parcelas)],
  ];
}

const deliveryOf = ({ endereco, rastreio }: OrderDetails): Fact[] => [
  [
    'Onde',
    endereco ? (
      <span key="where" className="num whitespace-pre-line">
        {endereco.join('\n')}
      </span>
    ) : (
      'Retirada na sua escola.'
    ),
  ],
  ['Transportadora', rastreio?.transportadora],
  [
    'Rastreio',
    rastreio &&
      (rastreio.url.startsWith('https://') ? (
        <a key="track" href={rastreio.url} target="_blank" rel="noopener noreferrer">
          {rastreio.codigo}
          <span className="sr-only"> (abre em outra aba)</span>
        </a>
      ) : (
        rastreio.codigo
      )),
  ],
];

export const orderRecord: RecordOf<Order, 'orders.getSchoolOrder'> = {
  ...order,
  titleOf: ({ numero }) => `Pedido ${numero}`,
  read: 'orders.getSchoolOrder',
  back: { label: 'Pedidos', href: routes.manager.orders() },
  state: drawStatus,
  lead: ({ aluno, criado_em }, { timeZone }) => `${aluno.nome}, ${formatDate(criado_em, timeZone)}`,
  facts: (each, env) => [
    ['Próximo passo', nextOf(each, env)],
    ['Teste de nível', each.tem_duvida_de_nivel && orderMessages.levelDoubt],
    ...amountsOf(each),
    [
      'Parcela',
      each.parcela_id &&
        env.rights.includes('financeiro') &&
        draw.link(routes.manager.bill(each.parcela_id), 'Ver a parcela'),
    ],
  ],
  parts: [
    {
      title: 'Itens',
      facts: ({ itens }) =>
        itens.map(({ nome, quantidade, valor_unitario_centavos, total_centavos }) => [
          nome,
          quantidade === 1
            ? formatMoney(total_centavos)
            : `${quantidade} × ${formatMoney(valor_unitario_centavos)} = ${formatMoney(total_centavos)}`,
        ]),
    },
    { title: 'Entrega', facts: deliveryOf },
    {
      title: 'Andamento',
      body: ({ historico }, { now, timeZone }) => (
        <History
          entries={historico.map(({ status_id, em, por, nota }, at) => ({
            key: historico.length - at,
            text: (
              <>
                <strong>{orderStatus(status_id).name}</strong>
                {nota && `\n${nota}`}
              </>
            ),
            by: [orderActs.by[por], relativeTime(em, new Date(now), timeZone)],
          }))}
        />
      ),
    },
    {
      title: 'Aluno',
      isBeside: true,
      facts: ({ aluno, ...each }, { rights }) => [
        ['Nome', rights.includes('alunos') ? draw.link(routes.manager.person(aluno.id), aluno.nome) : aluno.nome],
        ['E-mail', aluno.email && draw.link(`mailto:${aluno.email}`, aluno.email)],
        ['Telefone', draw.phone(each)],
      ],
    },
  ],
};

/** One order: its price, its delivery, its history. */
export const OrderRecord = (props: ViewProps<'orders.getSchoolOrder'>) => <Record record={orderRecord} {...props} />;
