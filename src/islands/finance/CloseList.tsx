import { formatDay, monthTitle } from '#lib/format/dates.ts';
import { formatMoney, plural } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { officeParts } from '#lib/rules/finance/office-parts.ts';
import { addMonths } from '#lib/rules/time/days.ts';
import { monthCloseFile } from '#lib/stores/finance-close.ts';
import type { ListOf, ViewProps } from '../kit/describe.ts';
import { List } from '../kit/List.tsx';
import { monthFilter, unitFilter } from '../kit/options.ts';
import { methodName } from './close.ts';

type Line = AnswerOf<'finance.listMonthClose'>['items'][number];

const back = ({ devolvido_centavos }: Line) => (devolvido_centavos ? formatMoney(devolvido_centavos) : null);

export const closeList: ListOf<Line, 'finance.listMonthClose'> = {
  kind: 'fechamento',
  titleOf: ({ dia }) => formatDay(dia),
  title: 'Fechamento do mês',
  words: ['linha', 'linhas'],
  path: routes.manager.monthClose(),
  tabs: officeParts,
  read: 'finance.listMonthClose',
  filters: [monthFilter, unitFilter],
  links: ({ mes, meses: [present = mes] }, { unidade }) =>
    [-1, 1]
      .map((step) => addMonths(`${mes}-01`, step).slice(0, -'-01'.length))
      .filter((each) => each <= present)
      .map((each) => ({ label: monthTitle(each), href: routes.manager.monthClose({ mes: each, unidade }) })),
  sums: ({ mes, recebido_centavos: taken, devolvido_centavos: returned, a_devolver_centavos: pending }) => ({
    title: monthTitle(mes),
    items: [
      { label: 'Recebido', value: formatMoney(taken) },
      { label: 'Devolvido', value: formatMoney(returned) },
      ...(pending > 0 ? [{ label: 'A caminho de volta', value: formatMoney(pending) }] : []),
      { label: 'Fica na escola', value: formatMoney(taken - returned) },
    ],
  }),
  columns: [
    { label: 'Dia', cell: ({ dia }) => formatDay(dia) },
    {
      label: 'Unidade',
      width: 180,
      isShown: ({ unidades }) => unidades.length > 1,
      cell: ({ unidade }) => unidade.nome,
    },
    { label: 'Forma', width: 160, cell: ({ forma }) => methodName(forma) },
    { label: 'Pagamentos', width: 110, isNumeric: true, cell: ({ recebimentos }) => recebimentos },
    { label: 'Devolvido', width: 120, isNumeric: true, cell: back },
    {
      label: 'Recebido',
      width: 120,
      isNumeric: true,
      endsPhoneLine: true,
      cell: ({ recebido_centavos }) => formatMoney(recebido_centavos),
    },
  ],
  note: (line) => [
    methodName(line.forma),
    plural(line.recebimentos, 'pagamento', 'pagamentos'),
    back(line) && `devolvido ${back(line)}`,
    line.unidade.nome,
  ],
  download: ({ unidade }, { mes }) => monthCloseFile({ mes, unidade }),
  empty: { title: 'Nada entrou neste mês', text: 'Escolha outro mês.' },
};

/** Payments and refunds on each day of a month, by unit and payment method. */
export const CloseList = (props: ViewProps<'finance.listMonthClose'>) => <List list={closeList} {...props} />;
