import { shortTime } from '#lib/format/short-time.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { replacementStatusWords } from '#lib/words/absences.ts';
import type { Act, Env, ListOf, Subject, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { List } from '../kit/List.tsx';
import { stateFilter } from '../kit/options.ts';
import { absenceTabs } from './AbsenceList.tsx';

type Replacement = AnswerOf<'absences.listSchoolReplacements'>['items'][number];

const record = (presente: boolean, done: string) =>
  ({
    may: ({ pode_registrar }: Replacement) => pode_registrar,
    change: () => ({ presente, status: presente ? 'feita' : 'faltou' }),
    done: () => done,
    isFirst: true,
  }) satisfies Partial<Act<Replacement>>;

/**
 * A student who joins a lesson of another class. From its start on, the office records whether the student attended.
 */
const replacement: Subject<Replacement> = {
  kind: 'reposicao',
  titleOf: ({ aluno }) => aluno.nome,
  href: ({ aluno }) => routes.manager.person(aluno.user_id),
  acts: [
    { name: 'veio', label: 'Veio', key: 'v', ...record(true, 'Presença na reposição registrada.') },
    { name: 'faltou', label: 'Não veio', key: 'n', ...record(false, 'Ausência na reposição registrada.') },
    { name: 'aula', label: 'Ver a aula', isForOne: true, href: ({ aula }) => routes.manager.lesson(aula.aula_id) },
  ],
  write: 'absences.recordReplacements',
};

const when = ({ aula }: Replacement, { timeZone }: Env) => shortTime(aula.inicio, timeZone);

export const replacementList: ListOf<Replacement, 'absences.listSchoolReplacements'> = {
  ...replacement,
  title: 'Faltas e reposições',
  words: ['reposição', 'reposições'],
  path: routes.manager.absences({ ver: 'reposicoes' }),
  tabs: absenceTabs,
  search: 'Nome do aluno',
  read: 'absences.listSchoolReplacements',
  filters: [
    stateFilter(replacementStatusWords, { all: 'Todas', field: 'status', only: ['marcada', 'feita', 'faltou'] }),
  ],
  columns: [
    { label: 'Aluno', cell: ({ aluno }) => aluno.nome },
    { label: 'Vai a', width: 200, cell: ({ aula }) => aula.turma },
    { label: 'Quando', width: 140, cell: when },
    {
      label: 'No lugar de',
      width: 240,
      cell: ({ falta, responsavel }) =>
        [`${falta.turma}, ${falta.titulo}`, responsavel && `marcou ${responsavel}, responsável`]
          .filter(Boolean)
          .join(' · '),
    },
    {
      label: 'Situação',
      width: 120,
      endsPhoneLine: true,
      cell: ({ status }) => draw.state(replacementStatusWords[status]),
    },
  ],
  note: (each, env) => [when(each, env), each.aula.turma],
  empty: { title: 'Ninguém marcou uma reposição', text: 'Quem faltou marca a reposição no portal.' },
};

/** Lessons of other classes that students joined instead of a missed one. */
export const ReplacementList = (props: ViewProps<'absences.listSchoolReplacements'>) => (
  <List list={replacementList} {...props} />
);
