import { formatDate, formatTime } from '#lib/format/dates.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { lessonWords } from '#lib/words/teaching.ts';
import { chat } from '../kit/acts.ts';
import type { RecordOf, Subject, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { Record } from '../kit/Record.tsx';
import { drawLook, type Lesson, lesson, placeOf, writtenTime } from './lesson.tsx';

type Details = AnswerOf<'teaching.getSchoolLesson'>;
type Unreached = Details['sem_aviso'][number] & { aula: Details };

/** People whom the notice of a change did not reach. */
const unreached: Subject<Unreached, Details> = {
  kind: 'sem-aviso',
  titleOf: ({ nome }) => nome,
  href: ({ id }) => routes.manager.person(id),
  acts: [
    chat<Unreached>(({ nome, aula }, { reader }) =>
      lessonWords.changed({
        ...{ quem: reader.name, escola: aula.unidade, aluno: nome, turma: aula.turma.nome },
        ...{ quando: writtenTime(aula), isOff: aula.cancelada },
      }),
    ),
  ],
};

export const lessonRecord: RecordOf<Lesson, 'teaching.getSchoolLesson'> = {
  ...lesson,
  read: 'teaching.getSchoolLesson',
  back: { label: 'Semana', href: routes.manager.week() },
  state: drawLook,
  lead: writtenTime,
  facts: (each) => {
    const { inicio, inicio_previsto: planned, turma } = each;
    const zone = turma.timezone;
    return [
      ['Turma', draw.link(routes.manager.class(turma.id), turma.nome)],
      ['Quando', writtenTime(each)],
      [
        'Estava marcada',
        planned && planned !== inicio && `para ${formatDate(planned, zone)}, ${formatTime(planned, zone)}`,
      ],
      ['Quem e onde', placeOf(each)],
      ['Professor da turma', each.substituto && (turma.professor?.nome ?? 'A definir')],
      ['Link da aula', each.link_reuniao && draw.link(each.link_reuniao, each.link_reuniao)],
      ['Livro', each.livro],
      ['Unidade', each.unidade],
    ];
  },
  parts: [
    {
      title: 'Sem aviso',
      isShown: ({ sem_aviso }) => sem_aviso.length > 0,
      body: () => draw.about(lessonWords.ring),
      lines: {
        subject: unreached,
        of: (each) => each.sem_aviso.map((row) => ({ ...row, aula: each })),
        note: draw.phone,
      },
    },
  ],
};

/** One lesson for the office: time, teacher, place, and its acts. */
export const LessonRecord = (props: ViewProps<'teaching.getSchoolLesson'>) => (
  <Record record={lessonRecord} {...props} />
);
