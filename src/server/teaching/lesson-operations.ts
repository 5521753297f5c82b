import { z } from 'zod';
import { IdParam, OneId, Text } from '#lib/contract/shapes.schema.ts';
import * as contract from '#lib/contract/teaching-lessons.ts';
import { endpoint, operation } from '../http/operation.ts';
import { teacher, teacherOf } from '../http/who.ts';
import { addLessonLinkInput, addMakeUpLessonInput, takeRollInput, writeLessonInput } from './inputs.ts';
import { addLessonLink, downloadLessonFile, removeLessonMaterial, uploadLessonFile } from './lesson-materials.ts';
import { readTeachingDay } from './read-day.ts';
import { readTaughtLesson } from './read-lesson.ts';
import { readTaughtClass } from './read-taught-class.ts';
import { takeRoll } from './take-roll.ts';
import { classTeacher } from './taught-class.ts';
import { addMakeUpLesson, cancelTaughtLesson, writeLesson } from './write-lesson.ts';

/** What the area offers. */
export const lessonOperations = {
  /** The lessons that the user gives today, and past ones without a roll. */
  getTeachingDay: operation({
    who: teacher,
    does: 'reads',
    connected: 'classes',
    input: z.object({}),
    run: (_input, ctx) => readTeachingDay(ctx),
  }),
  /** A class for its teacher: students with their attendance, lessons with their roll. */
  getTaughtClass: operation({
    who: classTeacher,
    does: 'reads',
    connected: 'classes',
    input: OneId,
    run: (_input, ctx) => readTaughtClass(ctx, ctx.thing),
  }),
  /** A lesson for who gives it: the roll, what was taught, materials. */
  getTaughtLesson: operation({
    who: teacherOf('lesson'),
    does: 'reads',
    connected: 'classes',
    input: OneId,
    run: ({ id }, ctx) => readTaughtLesson(ctx, id),
  }),
  /** Records who came to a lesson; points of presence follow. */
  takeRoll: operation({
    who: teacherOf('lesson'),
    does: 'writes',
    connected: 'classes',
    input: takeRollInput,
    run: ({ id, ...body }, ctx) => takeRoll(ctx, id, body),
  }),
  /** Writes what was taught, the homework and the recording of a lesson. */
  writeLesson: operation({
    who: teacherOf('lesson'),
    does: 'writes',
    connected: 'classes',
    input: writeLessonInput,
    run: ({ id, ...body }, ctx) => writeLesson(ctx, id, body),
  }),
  /** Gives the class a link as material of a lesson. */
  addLessonLink: operation({
    who: teacherOf('lesson'),
    does: 'writes',
    connected: 'classes',
    input: addLessonLinkInput,
    run: ({ id, ...body }, ctx) => addLessonLink(ctx, id, body),
  }),
  /** Takes a material of a lesson back. */
  removeLessonMaterial: operation({
    who: teacherOf('lesson'),
    does: 'writes',
    connected: 'classes',
    input: z.object({ id: IdParam, n: IdParam }),
    run: ({ id, n }, ctx) => removeLessonMaterial(ctx, id, n),
  }),
  /** Cancels a coming lesson with a reason; students are told once. */
  cancelTaughtLesson: operation({
    who: teacherOf('lesson'),
    does: 'writes',
    connected: 'classes',
    input: z.object({ id: IdParam, motivo: Text(200) }),
    run: ({ id, motivo }, ctx) => cancelTaughtLesson(ctx, id, motivo),
  }),
  /** Plans a lesson in place of a cancelled one. */
  addMakeUpLesson: operation({
    who: teacherOf('lesson'),
    does: 'writes',
    connected: 'classes',
    input: addMakeUpLessonInput,
    run: ({ id, ...body }, ctx) => addMakeUpLesson(ctx, id, body),
  }),
  uploadLessonFile: endpoint(contract.uploadLessonFile, {
    who: teacherOf('lesson'),
    connected: 'classes',
    run: ({ params }, ctx) => uploadLessonFile(ctx, params.id),
  }),
  downloadLessonFile: endpoint(contract.downloadLessonFile, {
    who: teacherOf('lesson'),
    connected: 'classes',
    run: ({ params }, ctx) => downloadLessonFile(ctx, params.id, params.n),
  }),
};
