import { formatHundredths, formatMoney } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { officeParts } from '#lib/rules/finance/office-parts.ts';
import { stepName } from '#lib/rules/finance/reminder-steps.ts';
import { query } from '#lib/stores/operations.ts';
import type { Act, FormOf, ListOf, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { List } from '../kit/List.tsx';
import { optionsOf, textsOf } from '../kit/options.ts';

type Step = AnswerOf<'finance.listReminderSteps'>['items'][number];

/** Switches a step on or off. */
const switchTo = (isOn: boolean): Partial<Act<Step>> => ({
  isFirst: true,
  may: ({ ligado, pode_mudar }) => pode_mudar && ligado !== isOn,
  operation: 'finance.updateReminderStep',
  sent: (_values, [step]) => ({ dias: step?.dias, texto: step?.texto, ligado: isOn }),
});

const signs = optionsOf({ mais: 'Acréscimo', menos: 'Desconto' });

const acts: readonly Act<Step>[] = [
  { ...switchTo(true), name: 'ligar', label: 'Ligar', key: 'l' },
  { ...switchTo(false), name: 'desligar', label: 'Desligar', key: 'd' },
  {
    name: 'mudar',
    label: 'Mudar dia e texto',
    key: 'm',
    may: ({ pode_mudar }) => pode_mudar,
    form: {
      fields: ({ rows: [step] }) => [
        { name: 'dias', kind: 'whole', label: 'Dias', isRequired: true, hint: '0: no dia do vencimento.' },
        {
          name: 'quando',
          label: 'Quando',
          kind: 'choice',
          isRequired: true,
          options: optionsOf({ antes: 'Antes do vencimento', depois: 'Depois do vencimento' }),
        },
        {
          ...{ name: 'texto', kind: 'area', isWide: true },
          hint: `Em branco: “${step?.padrao}” Como pagar vai no fim.`,
        },
      ],
      begin: ({ rows: [step] }) => ({
        dias: String(Math.abs(step?.dias ?? 0)),
        quando: (step?.dias ?? 0) < 0 ? 'antes' : 'depois',
        texto: step?.texto ?? '',
      }),
      send: 'Salvar',
    },
    operation: 'finance.updateReminderStep',
    sent: ({ dias, quando, texto }, [step]) => ({
      dias: typeof dias === 'number' && quando === 'antes' ? -dias : dias,
      texto: texto || null,
      ligado: step?.ligado,
    }),
  },
];

/** The terms of agreements that payers make themselves. */
const agreement: Act<never> = {
  name: 'acordo',
  label: 'Acordo pelo portal',
  form: {
    ask: { load: () => query('finance.getAgreementTerms', {}) },
    fields: [
      { name: 'ligado', kind: 'box', isWide: true, label: 'Quem paga pode trocar o atraso por um novo plano, sozinho' },
      { name: 'parcelas_max', kind: 'whole', isRequired: true },
      { name: 'parcela_min_centavos', kind: 'money', isRequired: true },
      { name: 'atraso_min_dias', kind: 'whole', isRequired: true, hint: 'Da parcela mais antiga.' },
      { name: 'atraso_max_dias', kind: 'whole', isRequired: true, hint: 'Acima disso, só com a escola.' },
      { name: 'primeiro_dias', kind: 'whole', isRequired: true, hint: '0: no mesmo dia.' },
      { name: 'ajuste_bps', kind: 'money' },
      { name: 'sinal', label: 'O ajuste é', kind: 'choice', options: signs },
    ],
    begin: ({ known }) => ({
      ligado: known?.ligado ?? false,
      ...textsOf(known ?? undefined, 'parcelas_max', 'atraso_min_dias', 'atraso_max_dias', 'primeiro_dias'),
      parcela_min_centavos: known ? formatHundredths(known.parcela_min_centavos) : '',
      ajuste_bps: known?.ajuste_bps ? formatHundredths(Math.abs(known.ajuste_bps)) : '',
      sinal: (known?.ajuste_bps ?? 0) < 0 ? 'menos' : 'mais',
    }),
    note: () => (
      <p className="text-muted text-sm">
        Vale para todas as parcelas de curso em atraso da pessoa. Quem já fez um acordo e atrasou fala com a escola.
      </p>
    ),
    send: 'Salvar',
  } satisfies FormOf<never, object, AnswerOf<'finance.getAgreementTerms'>>,
  operation: 'finance.updateAgreementTerms',
  sent: ({ ajuste_bps, sinal, ...terms }) => ({
    ...terms,
    ajuste_bps: sinal === 'menos' && typeof ajuste_bps === 'number' ? -ajuste_bps : ajuste_bps || 0,
  }),
};

const textOf = ({ texto, padrao }: Step) => texto ?? padrao;

export const reminderList: ListOf<Step, 'finance.listReminderSteps'> = {
  kind: 'lembrete',
  titleOf: ({ dias }) => stepName(dias),
  acts,
  labels: {
    texto: 'Texto',
    parcelas_max: 'Máximo de parcelas',
    parcela_min_centavos: 'Menor parcela (R$)',
    atraso_min_dias: 'Dias de atraso, no mínimo',
    atraso_max_dias: 'Dias de atraso, no máximo',
    primeiro_dias: 'Dias até a primeira',
    ajuste_bps: 'Ajuste (%)',
  },
  title: 'Lembretes',
  lead: 'O portal lembra quem paga, uma vez em cada passo e só em dia útil ou sábado, fora do horário de silêncio. Para com o pagamento, um acordo, uma promessa ou uma pausa.',
  words: ['passo', 'passos'],
  path: routes.manager.reminders(),
  tabs: officeParts,
  read: 'finance.listReminderSteps',
  inputOf: () => ({}),
  filters: [],
  links: ({ desligado }) =>
    desligado ? [{ label: 'Desligados em “Avisos automáticos”', href: routes.manager.push.notices() }] : [],
  sums: ({ items, dias, prazo }) => ({
    title: `Nos últimos ${dias} dias`,
    items: [
      { label: 'Enviados', value: String(items.reduce((sum, { enviados }) => sum + enviados, 0)) },
      {
        label: `Pagos em até ${prazo} dias`,
        value: formatMoney(items.reduce((sum, { pago_centavos }) => sum + pago_centavos, 0)),
      },
    ],
  }),
  others: ({ items }) => (items.some(({ pode_mudar }) => pode_mudar) ? [agreement] : []),
  columns: [
    { label: 'Passo', width: 150, cell: ({ dias }) => stepName(dias) },
    { label: 'Texto', cell: textOf },
    { label: 'Enviados', width: 92, isNumeric: true, from: 1340, cell: ({ enviados }) => enviados },
    { label: 'Pagas', width: 76, isNumeric: true, from: 1340, cell: ({ pagas }) => pagas },
    { label: 'Entrou', width: 116, isNumeric: true, cell: ({ pago_centavos }) => formatMoney(pago_centavos) },
    {
      label: 'Situação',
      width: 116,
      endsPhoneLine: true,
      cell: ({ ligado }) =>
        draw.state(ligado ? { tone: 'success', name: 'Ligado' } : { tone: 'neutral', name: 'Desligado' }),
    },
  ],
  note: (step) => `${textOf(step)} ${formatMoney(step.pago_centavos)} em ${step.pagas} de ${step.enviados}`,
  empty: { title: 'Nenhum lembrete', text: 'Os passos aparecem aqui.' },
};

/** The steps of reminders to payers, and the payments after each. */
export const ReminderList = (props: ViewProps<'finance.listReminderSteps'>) => <List list={reminderList} {...props} />;
