import { formatDay, formatTime } from '#lib/format/dates.ts';
import { formatMoney } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { byMethod, cashOf } from '#lib/rules/finance/cash.ts';
import { officeParts } from '#lib/rules/finance/office-parts.ts';
import { isDay, shiftDay } from '#lib/rules/time/days.ts';
import { monthCloseFile } from '#lib/stores/finance-close.ts';
import { financeMessages } from '#lib/words/finance.ts';
import type { ListOf, Sum, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { List } from '../kit/List.tsx';
import { unitFilter } from '../kit/options.ts';
import { methodName } from './close.ts';

type Movement = AnswerOf<'finance.listCashOfDay'>['items'][number];

const { cash, bill } = routes.manager;
const whatOf = ({ centavos, descricao }: Movement) =>
  centavos < 0 ? `${financeMessages.kinds.devolucao}: ${descricao}` : descricao;

/** The sum of each clerk, by payment method. */
function byClerk(items: readonly Movement[]): Sum[] {
  const { methods, rows, total } = cashOf(items, Object.keys(financeMessages.methods));
  const sumOf = (of: typeof total) => byMethod(of, methods.map(methodName));
  return [
    ...rows.map((row) => ({
      label: row.isReturn ? 'Devolvido' : (row.quem ?? 'Sem registro de quem recebeu'),
      value: sumOf(row),
    })),
    ...(rows.length > 1 ? [{ label: 'Total', value: sumOf(total) }] : []),
  ];
}

export const cashList: ListOf<Movement, 'finance.listCashOfDay'> = {
  kind: 'recebimento',
  titleOf: ({ aluno }) => aluno,
  href: ({ parcela_id }) => bill(parcela_id),
  title: 'Caixa do dia',
  words: ['recebimento', 'recebimentos'],
  path: cash(),
  tabs: officeParts,
  read: 'finance.listCashOfDay',
  filters: [
    {
      name: 'dia',
      label: 'Dia',
      all: 'Hoje',
      takes: isDay,
      isDay: true,
      isTime: true,
      options: () => [],
    },
    unitFilter,
  ],
  links: ({ dia, hoje }, { unidade }) => [
    { label: 'Dia anterior', href: cash({ dia: shiftDay(dia, -1), unidade }) },
    ...(dia < hoje ? [{ label: 'Dia seguinte', href: cash({ dia: shiftDay(dia, 1), unidade }) }] : []),
  ],
  sums: ({ dia, items }) => ({ title: `Por pessoa, em ${formatDay(dia)}`, items: byClerk(items) }),
  columns: [
    { label: 'Aluno', cell: ({ aluno, descricao }) => draw.title(aluno, descricao) },
    { label: 'Hora', width: 72, cell: ({ em }, { timeZone }) => formatTime(em, timeZone) },
    { label: 'O que', width: 200, cell: whatOf },
    { label: 'Forma', width: 140, cell: ({ forma }) => methodName(forma) },
    { label: 'Quem recebeu', width: 160, cell: ({ quem }) => quem },
    { label: 'Valor', width: 110, isNumeric: true, endsPhoneLine: true, cell: ({ centavos }) => formatMoney(centavos) },
  ],
  note: (each, { timeZone }) => [formatTime(each.em, timeZone), whatOf(each), methodName(each.forma)],
  download: ({ unidade }, { dia }) => monthCloseFile({ mes: dia.slice(0, -3), dia, unidade }),
  empty: ({ dia }) => ({
    title: `Nada foi recebido na escola em ${formatDay(dia)}`,
    text: 'Escolha outro dia, ou receba uma parcela em Financeiro.',
  }),
};

/** Payments and refunds at the counter on a day, by clerk. */
export const CashList = (props: ViewProps<'finance.listCashOfDay'>) => <List list={cashList} {...props} />;
