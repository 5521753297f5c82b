import { formatDay } from '#lib/format/dates.ts';
import { formatHundredths, formatMoney } from '#lib/format/money.ts';
import { centavosOf } from '#lib/format/reais.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { shiftDay } from '#lib/rules/time/days.ts';
import { query } from '#lib/stores/operations.ts';
import { counterMethods, officeWords } from '#lib/words/finance-office.ts';
import Take from '~icons/material-symbols/payments-outline-rounded';
import type { Act, FormOf, Thing } from '../kit/describe.ts';

/** A bill to collect at the counter. `isWhole`: no partial payment. */
type CounterBill = { id: number; isWhole: boolean };
type Known = Partial<AnswerOf<'finance.getSchoolBill'>>;

/** The act that collects a bill at the counter: it first loads and shows the amount on the chosen day. */
export const counter = <Row extends Thing>(billOf: (row: Row) => CounterBill) =>
  ({
    name: 'receber',
    label: 'Receber',
    icon: Take,
    key: 'r',
    isFirst: true,
    form: counterForm(billOf),
    operation: 'finance.payAtCounter',
    sent: ({ total_visto_centavos: seen, ...values }, [row]) => ({
      ...values,
      ...(row && { id: billOf(row).id }),
      total_visto_centavos: Number(seen),
    }),
  }) satisfies Act<Row>;

const counterForm = <Row extends Thing>(billOf: (row: Row) => CounterBill): FormOf<Row, object, Known> => ({
  ask: {
    watch: ['dia'],
    load: ([row], { dia }) =>
      query('finance.getSchoolBill', { id: row ? billOf(row).id : 0, ...(dia && { dia: String(dia) }) }),
  },
  fields: ({ known, rows: [row] }) => [
    { name: 'forma', kind: 'choice', options: counterMethods.map(([value, label]) => ({ value, label })) },
    {
      name: 'dia',
      isRequired: true,
      ...(known?.hoje && { min: shiftDay(known.hoje, -60), max: known.hoje }),
      hint: 'O valor é o que se devia nesse dia.',
    },
    {
      name: 'valor_centavos',
      kind: 'money',
      isRequired: true,
      isWide: true,
      ...(row && billOf(row).isWhole ? { isFixed: true } : { hint: officeWords.partHint }),
    },
    { name: 'total_visto_centavos', kind: 'hidden' },
  ],
  begin: ({ known }) => ({
    forma: 'dinheiro',
    dia: known?.hoje ?? '',
    ...(known?.em_dia && {
      valor_centavos: formatHundredths(known.em_dia.total_centavos),
      total_visto_centavos: String(known.em_dia.total_centavos),
    }),
  }),
  note: ({ known }) =>
    known?.em_dia &&
    known.em_dia.dia !== known.hoje && (
      <p role="status" className="notice tone-info">
        {officeWords.dueThen(formatDay(known.em_dia.dia), formatMoney(known.em_dia.total_centavos))}
      </p>
    ),
  send: ({ values }) => {
    const centavos = centavosOf(String(values.valor_centavos ?? ''));
    return centavos ? `Anotar ${formatMoney(centavos)}` : 'Anotar';
  },
});
