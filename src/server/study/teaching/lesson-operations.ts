import { z } from 'zod';
import { IdParam, OneId, Text } from '#lib/contract/shapes.schema.ts';
import * as contract from '#lib/contract/teaching.ts';
import { endpoint, operation, staffOperation } from '../../core/http/operation.ts';
import { staff, teacher, teacherOf, teacherOrStaff } from '../../core/http/who.ts';
import {
  addLessonLinkInput,
  addMakeUpLessonInput,
  addPhraseInput,
  readWeekInput,
  recordAttendanceInput,
  updatePhraseInput,
  writeLessonInput,
} from './inputs.ts';
import { addLessonLink, downloadLessonFile, removeLessonMaterial, uploadLessonFile } from './lesson-materials.ts';
import { readTeachingDay } from './lessons-of-day.ts';
import { readWeek } from './lessons-of-week.ts';
import { addPhrase, listPhrases, removePhrase, updatePhrase } from './phrases.ts';
import { presentTaughtLesson } from './read-lesson.ts';
import { recordAttendance } from './record-attendance.ts';
import { classTeacher, readTaughtClass, taughtLesson } from './taught-class.ts';
import { addMakeUpLesson, cancelTaughtLesson, writeLesson } from './write-lesson.ts';

/** The teacher of the lesson that the input names. */
const lessonTeacher = teacherOf('lesson', (ctx, { id }) => taughtLesson(ctx, id));

/** The operations of lessons for teachers. */
export const teachingLessonOperations = {
  /** The lessons that the user gives today, and past ones without an attendance record. */
  getTeachingDay: operation({
    who: teacher,
    does: 'reads',
    connected: 'classes',
    input: z.object({}),
    run: (_input, ctx) => readTeachingDay(ctx),
  }),
  /** A class for its teacher: students with their attendance, lessons with their attendance. */
  getTaughtClass: operation({
    who: classTeacher,
    does: 'reads',
    connected: 'classes',
    input: OneId,
    run: (_input, ctx) => readTaughtClass(ctx, ctx.thing),
  }),
  /** A lesson for its teacher: the attendance, what was taught, materials. */
  getTaughtLesson: operation({
    who: lessonTeacher,
    does: 'reads',
    connected: 'classes',
    input: OneId,
    run: (_input, ctx) => presentTaughtLesson(ctx, ctx.thing),
  }),
  /** Records the attendance of a lesson; points are credited accordingly. */
  recordAttendance: operation({
    who: teacherOf('lesson'),
    does: 'writes',
    connected: 'classes',
    input: recordAttendanceInput,
    run: (input, ctx) => recordAttendance(ctx, input),
  }),
  /** Writes what was taught, the homework and the recording of a lesson. */
  writeLesson: operation({
    who: teacherOf('lesson'),
    does: 'writes',
    connected: 'classes',
    input: writeLessonInput,
    run: (input, ctx) => writeLesson(ctx, input),
  }),
  /** Gives the class a link as material of a lesson. */
  addLessonLink: operation({
    who: lessonTeacher,
    does: 'writes',
    connected: 'classes',
    input: addLessonLinkInput,
    run: (input, ctx) => addLessonLink(ctx, ctx.thing, input),
  }),
  /** Removes a material of a lesson. */
  removeLessonMaterial: operation({
    who: lessonTeacher,
    does: 'writes',
    connected: 'classes',
    input: z.object({ id: IdParam, n: IdParam }),
    run: ({ n }, ctx) => removeLessonMaterial(ctx, ctx.thing, n),
  }),
  /** Cancels a future lesson with a reason; students are notified once. */
  cancelTaughtLesson: operation({
    who: lessonTeacher,
    does: 'writes',
    connected: 'classes',
    input: z.object({ id: IdParam, motivo: Text(200) }),
    run: ({ motivo }, ctx) => cancelTaughtLesson(ctx, ctx.thing, motivo),
  }),
  /** Plans a lesson in place of a cancelled one. */
  addMakeUpLesson: operation({
    who: lessonTeacher,
    does: 'writes',
    connected: 'classes',
    input: addMakeUpLessonInput,
    run: (input, ctx) => addMakeUpLesson(ctx, ctx.thing, input),
  }),
  uploadLessonFile: endpoint(contract.uploadLessonFile, {
    who: lessonTeacher,
    connected: 'classes',
    run: (_input, ctx) => uploadLessonFile(ctx, ctx.thing),
  }),
  downloadLessonFile: endpoint(contract.downloadLessonFile, {
    who: lessonTeacher,
    connected: 'classes',
    run: ({ params }, ctx) => downloadLessonFile(ctx, ctx.thing, params.n),
  }),
  /** The sender's own sentences for corrections. */
  listPhrases: staffOperation({
    who: teacherOrStaff,
    does: 'reads',
    connected: 'staff',
    input: z.object({}),
    run: (_input, ctx) => listPhrases(ctx),
  }),
  /** Saves a sentence for corrections. */
  addPhrase: staffOperation({
    who: teacherOrStaff,
    does: 'writes',
    connected: 'staff',
    input: addPhraseInput,
    run: ({ texto }, ctx) => addPhrase(ctx, texto),
  }),
  /** Changes an own sentence. */
  updatePhrase: staffOperation({
    who: teacherOrStaff,
    does: 'writes',
    connected: 'staff',
    input: updatePhraseInput,
    run: ({ id, texto }, ctx) => updatePhrase(ctx, id, texto),
  }),
  /** Deletes an own sentence. */
  removePhrase: staffOperation({
    who: teacherOrStaff,
    does: 'writes',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => removePhrase(ctx, id),
  }),
  /** The lessons of a unit in a week, with clashes and days without lessons. */
  getWeek: staffOperation({
    who: staff('turmas'),
    does: 'reads',
    connected: 'staff',
    input: readWeekInput,
    run: (query, ctx) => readWeek(ctx, query),
  }),
};
