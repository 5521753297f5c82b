import { type Cells, managed, manager, nobodys } from './rows.ts';
import type { Things } from './things.ts';

/** The teacher of the class, and the office of its school; for all others there is none. */
const taught = (params: object, { body = {} } = {}) => managed({ ...params }, { body, but: toOthers });
const toOthers: Partial<Cells> = { otherStudent: 404, teacher: 'in', owner: 404 };

/** Who may send the calls about classes and lessons. */
export const teachingRows = (things: Things) => ({
  'teaching.addClosedDay': manager(),
  'teaching.addLesson': managed({ id: 1 }),
  'teaching.addLessonLink': taught({ id: things.lesson }, { body: { url: 'https://escola.example/a' } }),
  'teaching.addMakeUpLesson': taught({ id: things.lesson }),
  'teaching.cancelLesson': managed({ id: things.lesson }),
  'teaching.cancelTaughtLesson': taught({ id: things.lesson }),
  'teaching.createClass': manager(),
  'teaching.downloadLessonFile': nobodys({ id: things.lesson, n: 99 }),
  'teaching.endClass': managed({ id: 1 }),
  'teaching.enrolStudents': managed({ id: 1 }),
  'teaching.getClassChoices': manager(),
  'teaching.getSchoolClass': managed({ id: 1 }),
  'teaching.getSchoolLesson': managed({ id: things.lesson }),
  'teaching.getTaughtClass': taught({ id: 1 }),
  'teaching.getTaughtLesson': taught({ id: things.lesson }),
  'teaching.getTeachingDay': manager({}, { but: { teacher: 'in', manager: 403, otherSchool: 403 } }),
  'teaching.listClosedDays': manager(),
  'teaching.listSchoolClasses': manager(),
  'teaching.listTaughtClasses': manager({}, { but: { teacher: 'in', manager: 403, otherSchool: 403 } }),
  'teaching.previewClass': manager(),
  'teaching.removeClosedDay': nobodys({ id: 1 }, { but: { otherStudent: 403, teacher: 403, owner: 403 } }),
  'teaching.removeLessonMaterial': nobodys({ id: things.lesson, n: 99 }),
  'teaching.restoreLesson': managed({ id: things.lesson }),
  'teaching.takeRoll': taught({ id: things.lesson }),
  'teaching.updateClass': managed(
    { id: 1 },
    { body: { horarios: [{ dia_semana: 2, inicio: '10:00', fim: '11:00' }] } },
  ),
  'teaching.updateEnrolment': managed({ id: things.enrolment }, { body: { status: 'trancada' } }),
  'teaching.updateLesson': managed({ id: things.lesson }),
  'teaching.uploadLessonFile': taught({ id: things.lesson }),
  'teaching.writeLesson': taught({ id: things.lesson }),
});
