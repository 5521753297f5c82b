import { formatDay } from '#lib/format/dates.ts';
import { formatTimetable } from '#lib/format/schedule.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { query } from '#lib/stores/operations.ts';
import { nameFor } from '#lib/words/own-word.ts';
import { classMessages, stateOfClass } from '#lib/words/pedagogico.ts';
import { enrollmentStates } from '#lib/words/teaching.ts';
import { classMessage, messageNote } from '../kit/class-message.ts';
import type { Act, LinesOf, RecordOf, Subject, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { namesOf } from '../kit/options.ts';
import { Record } from '../kit/Record.tsx';
import { classes, type SchoolClass } from './classes.tsx';
import { drawLook, type Lesson, lesson, placeOf, writtenTime } from './lesson.tsx';

type Details = AnswerOf<'teaching.getSchoolClass'>;
type Enrollment = Details['estudantes'][number] & { id: number };

/** Changes the state of an enrollment. */
const put = (status: 'ativa' | 'trancada' | 'concluida', done: string) =>
  ({
    operation: 'teaching.updateEnrollment',
    sent: () => ({ status }),
    done: () => done,
  }) satisfies Partial<Act<Enrollment, Details>>;
const isIn = ({ status }: Enrollment) => status === 'ativa';

const enrollment: Subject<Enrollment, Details> = {
  kind: 'matricula',
  titleOf: ({ nome }) => nome,
  acts: [
    {
      name: 'passar',
      label: 'Passar para outra turma',
      may: isIn,
      form: {
        fields: ({ facts }) => [
          {
            name: 'turma_id',
            kind: 'choice',
            isNumber: true,
            label: 'Turma',
            isRequired: true,
            isWide: true,
            find: async () => {
              const of = { unidade: String(facts.unidade.id), limit: 100 };
              const { items } = await query('teaching.listSchoolClasses', of);
              return namesOf(items.filter(({ id, status }) => id !== facts.id && status !== 'concluida'));
            },
            options: [{ value: '', label: 'Escolha a turma' }],
          },
        ],
        send: 'Passar',
      },
      operation: 'teaching.updateEnrollment',
      done: () => 'Aluno na nova turma. Notas e frequência de antes ficam guardadas aqui.',
    },
    {
      name: 'cadastro',
      label: 'Ver o cadastro',
      may: (_row, { rights }) => rights.includes('alunos'),
      href: ({ user_id }) => routes.manager.person(user_id),
    },
    {
      name: 'voltar',
      label: 'Voltar para a turma',
      may: (row) => !isIn(row),
      ...put('ativa', 'O aluno está na turma de novo.'),
    },
    { name: 'trancar', label: 'Trancar', may: isIn, ...put('trancada', 'Matrícula trancada nesta turma.') },
    {
      name: 'encerrar',
      label: 'Encerrar',
      isDanger: true,
      may: isIn,
      ...put('concluida', 'Matrícula encerrada nesta turma.'),
    },
  ],
};

const students: LinesOf<Enrollment, Details> = {
  subject: enrollment,
  of: ({ estudantes }) => estudantes.map((each) => ({ ...each, id: each.turma_aluno_id })),
  state: ({ status }) => status !== 'ativa' && draw.state(enrollmentStates[status]),
  note: ({ desde, ate }) =>
    [desde && `desde ${formatDay(desde)}`, ate && `até ${formatDay(ate)}`].filter(Boolean).join(', '),
  empty: 'Ninguém nesta turma ainda.',
};

const lessons: Pick<LinesOf<Lesson, Details>, 'subject' | 'state' | 'note'> = {
  subject: { ...lesson, titleOf: writtenTime },
  state: drawLook,
  note: (each) => [each.titulo, placeOf(each)],
};

/** Teachers’ messages to the class, which the office can read and close. */
const messages: LinesOf<Details['mensagens'][number], Details> = {
  subject: classMessage,
  of: ({ mensagens }) => mensagens,
  state: ({ denunciadas }) => denunciadas > 0 && draw.state({ tone: 'error', name: 'A família chamou a escola' }),
  note: messageNote,
};

export const classRecord: RecordOf<SchoolClass, 'teaching.getSchoolClass'> = {
  ...classes,
  read: 'teaching.getSchoolClass',
  back: { label: 'Turmas', href: routes.manager.classes() },
  state: ({ status }) => draw.state(stateOfClass(status)),
  lead: ({ livro }) => livro.nome,
  facts: (each) => [
    ['Horários', formatTimetable(each.horarios).join('; ')],
    ['Professor', each.professor?.nome ?? 'A definir'],
    ['Onde', draw.line([nameFor(classMessages.mode, each.modalidade), each.sala])],
    ['Link da aula', each.link_reuniao && draw.link(each.link_reuniao, each.link_reuniao)],
    ['Unidade', each.unidade.nome],
    ['Dias', `${formatDay(each.inicio)} a ${formatDay(each.fim)}`],
  ],
  parts: [
    {
      title: 'Próximas aulas',
      lines: {
        ...lessons,
        of: ({ aulas }, { now }) => aulas.filter(({ fim }) => fim > now),
        empty: 'Nenhuma aula marcada daqui em diante.',
      } satisfies LinesOf<Lesson, Details>,
    },
    {
      title: 'Aulas que já aconteceram',
      lines: {
        ...lessons,
        of: ({ aulas }, { now }) => aulas.filter(({ fim }) => fim <= now).toReversed(),
        fold: (count) => (count === 1 ? '1 aula' : `${count} aulas`),
      } satisfies LinesOf<Lesson, Details>,
    },
    { title: 'Mensagens de professores', isShown: ({ mensagens }) => mensagens.length > 0, lines: messages },
    {
      title: 'Alunos',
      isBeside: true,
      body: ({ alunos, lugares }) => <p className="text-muted num text-sm">{`${alunos} de ${lugares} lugares`}</p>,
      lines: students,
    },
  ],
};

/** One class for the office: its coming lessons, its students, and the acts for each. */
export const ClassRecord = (props: ViewProps<'teaching.getSchoolClass'>) => <Record record={classRecord} {...props} />;
