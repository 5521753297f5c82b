import { formatDay, formatTime } from '#lib/format/dates.ts';
import { plural } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { classParts } from '#lib/rules/teaching/class-parts.ts';
import { closedDayFields, closedDayWords } from '#lib/words/teaching.ts';
import type { Act, ListOf, Subject, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { List } from '../kit/List.tsx';
import { namesOf } from '../kit/options.ts';
import { Chip } from '../ui/Chip.tsx';

type ClosedDay = AnswerOf<'teaching.listClosedDays'>['items'][number];
type Facts = AnswerOf<'teaching.listClosedDays'>;

const placeOf = ({ unidade }: ClosedDay) => unidade?.nome ?? 'Toda a escola';
const kindOf = ({ feriado }: ClosedDay) => (feriado ? 'Feriado' : 'Bancos abrem');

/** A day without lessons. */
const closedDay: Subject<ClosedDay, Facts> = {
  kind: 'dia',
  titleOf: ({ dia }) => formatDay(dia),
  href: ({ dia }) => routes.manager.week({ semana: dia }),
  acts: [
    {
      name: 'cancelar',
      label: 'Cancelar as aulas',
      key: 'c',
      isFirst: true,
      may: ({ aulas }) => aulas.length > 0,
      form: {
        note: ({ rows: [row] }) =>
          row && (
            <>
              <ul>
                {row.aulas.map(({ id, turma, inicio, timezone }) => (
                  <li key={id} className="num">
                    {formatTime(inicio, timezone)}, {turma}
                  </li>
                ))}
              </ul>
              {draw.about('Cada aluno recebe um aviso só. As aulas ficam no calendário como canceladas.')}
            </>
          ),
        send: ({ rows: [row] }) =>
          row?.aulas.length === 1 ? 'Cancelar a aula' : `Cancelar as ${row?.aulas.length ?? 0} aulas`,
      },
      operation: 'teaching.cancelClosedDay',
    },
    {
      name: 'tirar',
      label: 'Tirar da lista',
      isDanger: true,
      may: ({ passou }) => !passou,
      operation: 'teaching.removeClosedDay',
    },
  ],
  labels: closedDayFields,
};

const addDay: Act<never, Facts> = {
  name: 'incluir',
  label: 'Incluir um dia',
  key: 'i',
  form: {
    fields: ({ facts }) => [
      { name: 'dia', isRequired: true },
      { name: 'nome', isRequired: true, hint: 'Como “Aniversário da cidade”.' },
      {
        name: 'unidade_id',
        kind: 'choice',
        isNumber: true,
        isWide: true,
        options: [{ value: '', label: 'Em toda a escola' }, ...namesOf(facts?.unidades)],
      },
      { name: 'feriado', label: closedDayWords.holiday, kind: 'box' },
    ],
    begin: () => ({ feriado: true }),
    note: closedDayWords.holidayHint,
    send: 'Incluir',
  },
  operation: 'teaching.addClosedDay',
};

export const closedDayList: ListOf<ClosedDay, 'teaching.listClosedDays'> = {
  ...closedDay,
  title: 'Dias sem aula',
  words: ['dia', 'dias'],
  path: routes.manager.closedDays(),
  tabs: classParts,
  read: 'teaching.listClosedDays',
  filters: [
    {
      name: 'ano',
      label: 'Ano',
      all: 'Daqui em diante',
      isOpen: true,
      takes: /^\d{4}$/,
      options: ({ anos }) => anos.map((value) => ({ value, label: value })),
    },
  ],
  columns: [
    { label: 'Dia', width: 120, cell: ({ dia }) => formatDay(dia) },
    { label: 'Motivo', cell: ({ nome }) => nome },
    { label: 'Onde', width: 200, cell: placeOf },
    { label: 'Vencimentos', width: 130, from: 1340, cell: kindOf },
    {
      label: 'Aulas',
      width: 160,
      endsPhoneLine: true,
      cell: ({ aulas }) =>
        aulas.length > 0 && <Chip tone="warning">{plural(aulas.length, 'aula marcada', 'aulas marcadas')}</Chip>,
    },
  ],
  note: (each) => [each.nome, placeOf(each), kindOf(each)],
  create: addDay,
  empty: { title: 'Nenhum dia ainda', text: closedDayWords.lead },
};

/** Days without lessons that the school named. */
export const ClosedDayList = (props: ViewProps<'teaching.listClosedDays'>) => <List list={closedDayList} {...props} />;
