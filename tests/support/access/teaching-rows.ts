import { type Cells, managed, nobodys } from './rows.ts';
import type { Things } from './things.ts';

/** The teacher of the class, and the office of its school; for all others there is none. */
const taught = (params: object, { body = {} } = {}) => managed({ ...params }, { body, but: toOthers });
const toOthers: Partial<Cells> = { otherStudent: 404, teacher: 'in', owner: 404 };

/** Who may send the calls about classes and lessons. */
export const teachingRows = (things: Things) => ({
  'teaching.downloadLessonFile': nobodys({ id: things.lesson, n: 99 }),
  'teaching.uploadLessonFile': taught({ id: things.lesson }),
  'teaching.addCorrection': taught({ id: things.handedIn }),
  'teaching.removeCorrection': nobodys({ id: 1, n: 1 }),
  'teaching.saveGrades': taught({ id: 1 }),
  'teaching.viewHandedIn': taught({ id: things.handedIn, tipo: 'envio', n: 1 }),
});
