import { shortTime } from '#lib/format/short-time.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { absenceMessages, absenceStatusWords } from '#lib/words/absences.ts';
import type { Act, Env, ListOf, Subject, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { List } from '../kit/List.tsx';
import { stateFilter } from '../kit/options.ts';

type Absence = AnswerOf<'absences.listSchoolAbsences'>['items'][number];
/** Announced absences, and make-up lessons. */
export const absenceTabs = [
  { label: 'Avisos de falta', href: routes.manager.absences() },
  { label: 'Reposições', href: routes.manager.absences({ ver: 'reposicoes' }) },
];

const decide = (resultado: 'justificada' | 'nao_aceita') =>
  ({
    may: ({ status }: Absence) => status !== resultado,
    change: () => ({ resultado, status: resultado }),
    done: absenceMessages.decidedNow[resultado],
  }) satisfies Partial<Act<Absence>>;

/** An announced absence: the office excuses it or not, and may change that later. */
const absence: Subject<Absence> = {
  kind: 'falta',
  titleOf: ({ aluno }) => aluno.nome,
  href: ({ aluno }) => routes.manager.person(aluno.user_id),
  acts: [
    {
      name: 'justificar',
      label: 'Justificar',
      key: 'u',
      isFirst: ({ status }) => status === 'avisada',
      ...decide('justificada'),
    },
    {
      name: 'manter',
      label: 'Não justificar',
      key: 'n',
      isFirst: ({ status }) => status === 'avisada',
      ...decide('nao_aceita'),
    },
    { name: 'aula', label: 'Ver a aula', isForOne: true, href: ({ aula }) => routes.manager.lesson(aula.aula_id) },
  ],
  write: 'absences.decideAbsences',
};

const when = ({ aula }: Absence, { timeZone }: Env) => shortTime(aula.inicio, timeZone);

/** The reason, and the guardian who announced it. */
const reasonOf = ({ motivo, responsavel }: Absence) =>
  responsavel === null ? motivo : `${motivo} · avisou ${responsavel}, responsável`;

export const absenceList: ListOf<Absence, 'absences.listSchoolAbsences'> = {
  ...absence,
  title: 'Faltas e reposições',
  words: ['aviso', 'avisos'],
  path: routes.manager.absences(),
  tabs: absenceTabs,
  search: 'Nome do aluno',
  read: 'absences.listSchoolAbsences',
  filters: [
    stateFilter(absenceStatusWords, { all: 'Todas', field: 'status', only: ['avisada', 'justificada', 'nao_aceita'] }),
  ],
  columns: [
    { label: 'Aluno', width: 190, cell: ({ aluno }) => aluno.nome },
    { label: 'Motivo', cell: reasonOf },
    { label: 'Turma', width: 160, cell: ({ aula }) => aula.turma },
    { label: 'Aula', width: 140, cell: when },
    {
      label: 'Situação',
      width: 140,
      endsPhoneLine: true,
      cell: ({ status }) => draw.state(absenceStatusWords[status]),
    },
  ],
  note: (each, env) => [when(each, env), each.aula.turma, reasonOf(each)],
  empty: { title: 'Nenhum aviso de falta', text: 'Quando um aluno avisar que vai faltar, o motivo aparece aqui.' },
};

/** Announced absences. An excused one does not count in the attendance. */
export const AbsenceList = (props: ViewProps<'absences.listSchoolAbsences'>) => <List list={absenceList} {...props} />;
