import { formatCount, formatHundredths, formatMoney, plural } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { clubChart, monthName } from '#lib/rules/club/chart.ts';
import { clubParts } from '#lib/rules/club/panel-parts.ts';
import { figuresFile } from '#lib/stores/club-panel.ts';
import { worthFields, worthMessages } from '#lib/words/club-panel.ts';
import type { Act, ListOf, ViewProps } from '../kit/describe.ts';
import { List } from '../kit/List.tsx';
import { stateFilter } from '../kit/options.ts';
import { ClubChart } from './ClubChart.tsx';

type Facts = AnswerOf<'club.getClubFigures'>;
type Month = Facts['items'][number];

const worth: Act<never, Facts> = {
  name: 'valor',
  label: 'Valor dos pontos',
  key: 'v',
  form: {
    fields: [
      {
        name: 'mil_pontos_centavos',
        kind: 'money',
        isWide: true,
        hint: 'Só a equipe vê. Em branco, não calculamos o que a escola deve em pontos.',
      },
    ],
    begin: ({ facts }) => ({
      mil_pontos_centavos: facts?.mil_pontos_centavos ? formatHundredths(facts.mil_pontos_centavos) : '',
    }),
    send: 'Salvar valor',
  },
  operation: 'club.setPointsWorth',
  sent: ({ mil_pontos_centavos }) => ({ mil_pontos_centavos: mil_pontos_centavos || null }),
  done: () => worthMessages.saved,
};

const columns = [
  ['membros', 'Membros'],
  ['emitidos', 'Emitidos'],
  ['resgatados', 'Trocados'],
  ['expirados', 'Vencidos'],
  ['passivo', 'Em aberto'],
] as const;

export const figuresList: ListOf<Month, 'club.getClubFigures'> = {
  kind: 'mes',
  titleOf: ({ mes }) => monthName(mes),
  others: [worth],
  labels: worthFields,
  title: 'Clube',
  words: ['mês', 'meses'],
  path: routes.manager.club(),
  tabs: clubParts,
  read: 'club.getClubFigures',
  filters: [stateFilter({ 6: '6 meses', 24: '24 meses' }, { name: 'meses', label: 'Período', all: '12 meses' })],
  links: ({ esperam: { resgates, indicacoes } }) => [
    ...(resgates > 0
      ? [
          {
            label: `${plural(resgates, 'troca', 'trocas')} a entregar`,
            href: routes.manager.clubRedemptions({ estado: 'a_entregar' }),
          },
        ]
      : []),
    ...(indicacoes > 0
      ? [
          {
            label: plural(indicacoes, 'indicação aberta', 'indicações abertas'),
            href: routes.manager.clubReferrals({ estado: 'em_andamento' }),
          },
        ]
      : []),
  ],
  sums: (facts) => ({
    items: [
      ...columns.map(([name, label]) => ({ label, value: formatCount(facts[name]) })),
      {
        label: 'Em reais',
        value: typeof facts.passivo_centavos === 'number' ? formatMoney(facts.passivo_centavos) : worthMessages.unknown,
      },
    ],
  }),
  below: ({ items }) => {
    const chart = clubChart({ meses: items.toReversed() });
    return chart && <ClubChart chart={chart} />;
  },
  columns: [
    { label: 'Mês', cell: ({ mes }) => monthName(mes) },
    ...columns.map(([name, label]) => ({
      label,
      width: 140,
      isNumeric: true,
      endsPhoneLine: name === 'passivo',
      cell: (each: Month) => formatCount(each[name]),
    })),
  ],
  note: ({ membros, emitidos, resgatados, expirados }) => [
    plural(membros, 'membro', 'membros'),
    `${formatCount(emitidos)} emitidos`,
    `${formatCount(resgatados)} trocados`,
    `${formatCount(expirados)} vencidos`,
  ],
  download: ({ meses }) => figuresFile(meses),
  empty: { title: 'Nenhum mês', text: 'Os números do clube aparecem aqui.' },
};

/** What members earned, redeemed and still hold, month by month. */
export const FiguresList = (props: ViewProps<'club.getClubFigures'>) => <List list={figuresList} {...props} />;
