import { formatDate, formatDay } from '#lib/format/dates.ts';
import { formatMoney } from '#lib/format/money.ts';
import { routes } from '#lib/routes.ts';
import { stepName } from '#lib/rules/finance/reminder-steps.ts';
import { financeMessages } from '#lib/words/finance.ts';
import { automaticMessages } from '#lib/words/finance-automatic.ts';
import { chargeStates, officeWords } from '#lib/words/finance-office.ts';
import type { Env, Fact, RecordOf, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { changeEntry, History } from '../kit/History.tsx';
import { Record } from '../kit/Record.tsx';
import { type Bill, type BillDetails, bill, drawState, reminderOf } from './bill.tsx';

/** The amount and its calculation, or the payment. */
function amountsOf(each: BillDetails): Fact[] {
  const { abatimento_centavos: office, credito_centavos: club } = each;
  // If the discount of a paid bill is less than the office’s and the club’s together, more than its amount was paid.
  const punctual = office + club - each.desconto_centavos;
  const parts = [
    [punctual > 0 ? financeMessages.paidTooMuch : 'Desconto até o vencimento', punctual],
    ['Desconto da escola', -office],
    ['Desconto do clube', -club],
    ['Multa', each.multa_centavos],
    ['Juros', each.juros_centavos],
    [financeMessages.paidBefore, -each.pago_parcial_centavos],
  ] as const;
  const total = each.status === 'paga' ? 'Pago' : each.status === 'cancelada' ? 'Valor cancelado' : 'Total hoje';
  return [
    ['Valor', formatMoney(each.valor_centavos)],
    ...parts.map(([label, centavos]): Fact => [label, centavos !== 0 && formatMoney(centavos)]),
    ['Encargos', each.sem_encargos && 'Sem multa e juros'],
    [total, <strong key="total">{formatMoney(each.total_centavos)}</strong>],
  ];
}

/** The payment, and its refunds. */
function paymentOf({ status, total_centavos, forma, pago_em, devolucao, ...each }: BillDetails, env: Env): Fact[] {
  if (status !== 'paga') return [];
  const method =
    total_centavos === 0 ? financeMessages.ofNothing : (financeMessages.methods[forma ?? ''] ?? 'Na escola');
  return [
    ['Como', [method, pago_em && `em ${formatDate(pago_em, env.timeZone)}`].filter(Boolean).join(', ')],
    [
      'Recibo',
      each.recibo_url && (
        <a href={each.recibo_url} download>
          Baixar o recibo
        </a>
      ),
    ],
    ['Devolução', devolucao && financeMessages.refunded({ ...devolucao, dia: formatDate(devolucao.em, env.timeZone) })],
    [
      'O que fazer',
      devolucao?.motivo && (each.pode.reabrir ? officeWords.chargeAgain : officeWords.returnedOf[each.tipo]),
    ],
  ];
}

/** The authorization of its contract, and the debit of the bill. */
const automaticOf = ({ automatico, debito }: BillDetails, env: Env): Fact[] => [
  [
    'Pix Automático',
    automatico &&
      [
        automaticMessages.states[automatico.estado],
        automatico.fim && automaticMessages.endedBy[automatico.fim],
        formatDate(automatico.em, env.timeZone),
        automatico.quem,
      ]
        .filter(Boolean)
        .join(', '),
  ],
  ['Débito', debito && automaticMessages.debitOn(debito)],
];

/** Its charges, then the portal’s notices, then the office’s actions. */
const historyOf = ({ cobrancas, lembretes, historico }: BillDetails, env: Env) => [
  ...cobrancas.map(({ id, valor_centavos, forma, detalhe, status, no_balcao, pago_em, em, link_do_pagador }) => ({
    key: `charge-${id}`,
    text: (
      <>
        <strong>{formatMoney(valor_centavos)}</strong>{' '}
        {[[financeMessages.methods[forma], detalhe].filter(Boolean).join(' '), chargeStates[status]].join(' · ')}
        {link_do_pagador && (
          <>
            {'\n'}A devolver. Envie a quem pagou o boleto: {draw.link(link_do_pagador, link_do_pagador)}
          </>
        )}
      </>
    ),
    by: [no_balcao ? 'No balcão' : 'No portal', formatDate(pago_em ?? em, env.timeZone)],
  })),
  ...lembretes.map(({ id, dias, em }) => ({
    key: `reminder-${id}`,
    text: `Lembrete do portal: ${stepName(dias ?? 0).toLowerCase()}`,
    by: [formatDate(em, env.timeZone)],
  })),
  ...historico.map((each) => changeEntry(each, env)),
];

export const billRecord: RecordOf<Bill, 'finance.getSchoolBill'> = {
  ...bill,
  titleOf: ({ descricao }) => descricao,
  read: 'finance.getSchoolBill',
  back: { label: 'Financeiro', href: routes.manager.finance() },
  state: drawState,
  lead: ({ aluno }) => aluno.nome,
  facts: (each, env) => [
    [
      'Vencimento',
      draw.line([formatDay(each.vencimento), each.pagar_ate && financeMessages.payableUntil(each.pagar_ate)]),
    ],
    ['Lembrete', reminderOf(each)],
    ...automaticOf(each, env),
    ...amountsOf(each),
    ...paymentOf(each, env),
    ['Novo acordo', each.nova_parcela_id && draw.link(routes.manager.bill(each.nova_parcela_id), 'Ver o novo acordo')],
  ],
  parts: [
    {
      title: 'O que aconteceu',
      body: (each, env) => {
        const entries = historyOf(each, env);
        if (entries.length > 0) return <History entries={entries} />;
        return <p className="text-muted">Nada aconteceu com esta parcela ainda.</p>;
      },
    },
    {
      title: 'Aluno',
      isBeside: true,
      facts: (each) => [
        [
          'Nome',
          each.pode.ver_aluno ? draw.link(routes.manager.person(each.aluno.id), each.aluno.nome) : each.aluno.nome,
        ],
        ['Quem paga', each.pagador !== each.aluno.nome && each.pagador],
        ['Telefone', draw.phone(each)],
        ['Unidade', each.unidade.nome],
        ['Agora em', each.aluno_em],
        ['Contrato', each.contrato.descricao],
        ['Parcelas', draw.link(routes.manager.finance({ aluno: String(each.aluno.id) }), 'Todas as parcelas')],
      ],
    },
  ],
};

/** A bill for the office: its amount, its acts, its history. */
export const BillRecord = (props: ViewProps<'finance.getSchoolBill'>) => <Record record={billRecord} {...props} />;
