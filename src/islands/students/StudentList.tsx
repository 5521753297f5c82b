import { formatDay, formatTime, shortDay } from '#lib/format/dates.ts';
import type { InputOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { studentParts } from '#lib/rules/people/student-parts.ts';
import { sheetsFile, studentsFile } from '#lib/stores/students.ts';
import { inviteWords, studentMessages, studentStates } from '#lib/words/students.ts';
import type { Act, Address, Env, ListOf, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { List } from '../kit/List.tsx';
import { ID, unitFilter } from '../kit/options.ts';
import { Chip } from '../ui/Chip.tsx';
import { drawBills, type Student, student } from './student.tsx';

type Query = InputOf<'students.listStudents'> & object;
type Facts = Parameters<NonNullable<ListOf<Student, 'students.listStudents'>['sums']>>[0];

const filterOf = ({ depois: _, ...filter }: Address) => filter as Omit<Query, 'depois' | 'limit'>;

/** `hoje 19:00`, `24/11 19:00`. */
const lessonAt = ({ proxima_aula: at }: Student, { now, timeZone }: Env) =>
  at && `${shortDay(at, new Date(now), timeZone)} ${formatTime(at, timeZone)}`;

/** The person’s state in the portal: blocked, not logged in yet, or the last visit. */
const statusOf = ({ convite, bloqueado, encerrado_em, ultimo_acesso }: Student, { now, timeZone }: Env) =>
  encerrado_em
    ? ({ tone: 'neutral', name: `Saiu em ${formatDay(encerrado_em)}` } as const)
    : bloqueado
      ? ({ tone: 'error', name: 'Bloqueado' } as const)
      : ultimo_acesso
        ? ({ tone: null, name: shortDay(ultimo_acesso, new Date(now), timeZone) } as const)
        : inviteWords[convite];

function drawStatus(each: Student, env: Env) {
  const { tone, name } = statusOf(each, env);
  return tone ? <Chip tone={tone}>{name}</Chip> : <span className="num">{name}</span>;
}

const inviteOthers: Act<never, Facts> = {
  name: 'convidar-todos',
  label: 'Convidar quem falta',
  form: {
    fields: [{ name: 'unidade', kind: 'hidden' }],
    begin: ({ facts }) => ({ unidade: String(facts?.unidade ?? '') }),
    note: ({ facts }) => (
      <div className="text-muted grid gap-3 text-sm">
        <p>{studentMessages.invitesOthers(facts?.unidades.find(({ id }) => id === facts.unidade)?.nome)}</p>
        <p>
          {draw.link(sheetsFile(null, facts?.unidade), 'Folhas de quem não tem e-mail')}. {studentMessages.firstSheets}
        </p>
      </div>
    ),
    send: 'Enviar os convites',
  },
  operation: 'students.inviteStudents',
  sent: ({ unidade }) => ({ todos: true, unidade: unidade ? Number(unidade) : null }),
};

export const studentList: ListOf<Student, 'students.listStudents'> = {
  ...student,
  title: 'Alunos',
  words: ['aluno', 'alunos'],
  path: routes.manager.profile(),
  tabs: studentParts,
  search: 'Nome, matrícula, CPF, e-mail ou telefone',
  read: 'students.listStudents',
  inputOf: ({ depois, ...rest }) => ({ ...filterOf(rest), ...(depois && { depois }) }),
  filters: [
    {
      name: 'estado',
      label: 'Situação',
      all: 'Todos',
      isOpen: true,
      takes: Object.keys(studentStates),
      options: ({ contagens }) =>
        (Object.keys(studentStates) as (keyof typeof studentStates)[]).flatMap((value) =>
          contagens[value] === undefined ? [] : [{ value, label: studentStates[value], count: contagens[value] }],
        ),
    },
    unitFilter,
    {
      name: 'turma',
      label: 'Turma',
      all: 'Todas as turmas',
      takes: ID,
      options: ({ turmas }) =>
        turmas.map(({ id, nome, alunos }) => ({ value: String(id), label: nome, count: alunos })),
    },
    {
      name: 'livro',
      label: 'Livro',
      all: 'Todos os livros',
      takes: ID,
      options: ({ livros }) =>
        livros.map(({ id, nome, alunos }) => ({ value: String(id), label: nome, count: alunos })),
    },
  ],
  columns: [
    { label: 'Aluno', cell: ({ full_name }) => full_name },
    { label: 'Matrícula', width: 112, from: 1500, cell: ({ matricula }) => matricula },
    {
      label: 'Turma',
      width: 158,
      cell: ({ turmas }) =>
        turmas.length > 0 ? turmas.map(({ nome }) => nome).join(', ') : <span className="text-muted">Sem turma</span>,
    },
    {
      label: 'Unidade',
      width: 130,
      from: 1500,
      isShown: ({ unidades }) => unidades.length > 1,
      cell: ({ unidade }) => unidade.nome,
    },
    { label: 'Telefone', width: 134, cell: draw.phone },
    { label: 'Próxima aula', width: 120, from: 1340, cell: lessonAt },
    {
      label: 'Parcelas',
      width: 126,
      endsPhoneLine: true,
      isShown: ({ contagens }) => contagens.em_atraso !== undefined,
      cell: drawBills,
    },
    { label: 'No portal', width: 142, cell: drawStatus },
  ],
  note: (each, env) => [
    each.telefone_escrito,
    each.turmas.map(({ nome }) => nome).join(', ') || 'Sem turma',
    statusOf(each, env).name,
  ],
  create: { name: 'novo', label: 'Novo aluno', key: 'n', href: () => routes.manager.newStudent() },
  others: [inviteOthers],
  download: (address) => studentsFile(filterOf(address)),
  empty: { title: 'Ninguém ainda', text: 'Cadastre o primeiro aluno, ou importe a planilha da escola.' },
};

/** Students: class, telephone, bills, and their state in the portal. */
export const StudentList = (props: ViewProps<'students.listStudents'>) => <List list={studentList} {...props} />;
