import type * as teaching from '#lib/contract/teaching.ts';
import type { Routes } from '../http/handler.ts';
import { cancelClosedDay } from './cancel-closed-day.ts';
import { addLesson, cancelLesson, restoreLesson, updateLesson } from './change-lesson.ts';
import { copyWork, createWork, listWork, removeWork, updateWork } from './class-work.ts';
import { addClosedDay, listClosedDays, removeClosedDay } from './closed-days.ts';
import { addCorrection, correctWork, removeCorrection, returnWork, viewFile } from './correct-work.ts';
import { enrolStudents, updateEnrolment } from './enrol-students.ts';
import { addAssessment, addPeriod, releasePeriod, removeAssessment, updateAssessment } from './grade-columns.ts';
import { readSheet, saveGrades } from './grade-sheet.ts';
import { listHandedIn, readHandedIn } from './handed-in.ts';
import { lessonRoutes } from './lesson-routes.ts';
import { listTaughtClasses } from './list-classes.ts';
import { listNeedsWord } from './needs-word.ts';
import { readLessonOfSchool, readSchoolClass } from './read-school-class.ts';
import { listSchoolClasses, readClassChoices } from './school-classes.ts';
import { setClassState } from './turn-classes.ts';
import { createClass, previewClass, updateClass } from './write-class.ts';

export const teachingRoutes: Routes<typeof teaching> = {
  ...lessonRoutes,
  listTaughtClasses: (_input, ctx) => listTaughtClasses(ctx),
  listSchoolClasses: ({ query }, ctx) => listSchoolClasses(ctx, query),
  getSchoolClass: ({ params }, ctx) => readSchoolClass(ctx, params.id),
  getSchoolLesson: ({ params }, ctx) => readLessonOfSchool(ctx, params.id),
  getClassChoices: (_input, ctx) => readClassChoices(ctx),
  createClass: ({ body }, ctx) => createClass(ctx, body),
  updateClass: ({ params, body }, ctx) => updateClass(ctx, params.id, body),
  previewClass: ({ query, body }, ctx) => previewClass(ctx, query.turma, body),
  endClass: ({ params, body }, ctx) => setClassState(ctx, params.id, body),
  addLesson: ({ params, body }, ctx) => addLesson(ctx, params.id, body),
  updateLesson: ({ params, body }, ctx) => updateLesson(ctx, params.id, body),
  cancelLesson: ({ params, body }, ctx) => cancelLesson(ctx, params.id, body.motivo ?? null),
  restoreLesson: ({ params, body }, ctx) => restoreLesson(ctx, params.id, body.mesmo_assim === true),
  enrolStudents: ({ params, body }, ctx) => enrolStudents(ctx, params.id, body.user_ids),
  updateEnrolment: ({ params, body }, ctx) => updateEnrolment(ctx, params.id, body),
  listClosedDays: (_input, ctx) => listClosedDays(ctx),
  addClosedDay: ({ body }, ctx) => addClosedDay(ctx, body),
  cancelClosedDay: ({ params }, ctx) => cancelClosedDay(ctx, params.id),
  removeClosedDay: ({ params }, ctx) => removeClosedDay(ctx, params.id),
  listClassWork: ({ params }, ctx) => listWork(ctx, params.id),
  createWork: ({ params, body }, ctx) => createWork(ctx, params.id, body),
  updateWork: ({ params, body }, ctx) => updateWork(ctx, params.id, body),
  removeWork: ({ params }, ctx) => removeWork(ctx, params.id),
  copyWork: ({ params, body }, ctx) => copyWork(ctx, params.id, body),
  listHandedIn: ({ query }, ctx) => listHandedIn(ctx, query),
  getHandedIn: ({ params, query }, ctx) => readHandedIn(ctx, params.id, query.turma),
  correctWork: ({ params, body }, ctx) => correctWork(ctx, params.id, body),
  returnWork: ({ params, body }, ctx) => returnWork(ctx, params.id, body.comentario),
  addCorrection: ({ params }, ctx) => addCorrection(ctx, params.id),
  removeCorrection: ({ params }, ctx) => removeCorrection(ctx, params.id, params.n),
  viewHandedIn: ({ params, query }, ctx) => viewFile(ctx, params, query.baixar === true),
  getGradeSheet: ({ params }, ctx) => readSheet(ctx, params.id),
  saveGrades: ({ params, body }, ctx) => saveGrades(ctx, params.id, body),
  addPeriod: ({ params, body }, ctx) => addPeriod(ctx, params.id, body.nome),
  releasePeriod: ({ params, body }, ctx) => releasePeriod(ctx, params.id, body.liberado),
  addAssessment: ({ params, body }, ctx) => addAssessment(ctx, params.id, body),
  updateAssessment: ({ params, body }, ctx) => updateAssessment(ctx, params.id, body),
  removeAssessment: ({ params, query }, ctx) => removeAssessment(ctx, params.id, query.com_notas === 'sim'),
  listNeedsWord: ({ query }, ctx) => listNeedsWord(ctx, query.turma),
};
