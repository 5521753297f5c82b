import { formatDate, formatTime } from '#lib/format/dates.ts';
import { routes } from '#lib/routes.ts';
import type { RecordOf, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { Record } from '../kit/Record.tsx';
import { drawLook, type Lesson, lesson, placeOf, writtenTime } from './lesson.tsx';

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
  parts: [],
};

/** One lesson for the office: when, who and where, and what can be changed. */
export const LessonRecord = (props: ViewProps<'teaching.getSchoolLesson'>) => (
  <Record record={lessonRecord} {...props} />
);
