import { managed, manager, nobodys } from './rows.ts';
import type { Things } from './things.ts';

/** Who may send the calls about classes and lessons. */
export const teachingRows = (things: Things) => ({
  'teaching.addClosedDay': manager(),
  'teaching.addLesson': managed({ id: 1 }),
  'teaching.cancelLesson': managed({ id: things.lesson }),
  'teaching.createClass': manager(),
  'teaching.endClass': managed({ id: 1 }),
  'teaching.enrolStudents': managed({ id: 1 }),
  'teaching.getClassChoices': manager(),
  'teaching.getSchoolClass': managed({ id: 1 }),
  'teaching.getSchoolLesson': managed({ id: things.lesson }),
  'teaching.listClosedDays': manager(),
  'teaching.listSchoolClasses': manager(),
  'teaching.listTaughtClasses': manager({}, { but: { teacher: 'in', manager: 403, otherSchool: 403 } }),
  'teaching.previewClass': manager(),
  'teaching.removeClosedDay': nobodys({ id: 1 }, { but: { otherStudent: 403, teacher: 403, owner: 403 } }),
  'teaching.restoreLesson': managed({ id: things.lesson }),
  'teaching.updateClass': managed(
    { id: 1 },
    { body: { horarios: [{ dia_semana: 2, inicio: '10:00', fim: '11:00' }] } },
  ),
  'teaching.updateEnrolment': managed({ id: things.enrolment }, { body: { status: 'trancada' } }),
  'teaching.updateLesson': managed({ id: things.lesson }),
});
