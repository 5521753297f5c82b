import { z } from 'zod';
import { IdParam, LongText, OneId } from '#lib/contract/shapes.schema.ts';
import * as contract from '#lib/contract/teaching.ts';
import { GradeCell, SavedGrades } from '#lib/contract/teaching-grades.schema.ts';
import { HandedInDetail } from '#lib/contract/teaching-work.schema.ts';
import { endpoint, islandOperation, operation, staffOperation } from '../../core/http/operation.ts';
import { teacher, teacherOf, teacherOrStaff } from '../../core/http/who.ts';
import { bringMarks } from './bring-marks.ts';
import { copyWork, createWork, listWork, readClassWork, removeWork, updateWork } from './class-work.ts';
import { addCorrection, correctWork, removeCorrection, returnWork, viewFile } from './correct-work.ts';
import { addAssessment, addPeriod, releasePeriod, removeAssessment, updateAssessment } from './grade-columns.ts';
import { readSheet, saveGrades } from './grade-sheet.ts';
import { listHandedIn, ownWork, readHandedIn } from './handed-in.ts';
import {
  addPeriodInput,
  assessmentInput,
  bringMarksInput,
  copyWorkInput,
  correctWorkInput,
  listHandedInInput,
  listTaughtClassesInput,
  workInput,
} from './inputs.ts';
import { listTaughtClasses } from './list-classes.ts';
import { listNeedsWord } from './needs-word.ts';
import { classTeacher } from './taught-class.ts';

/** The teacher of the class of the submitted work that the input names. */
const workTeacher = teacherOf('handedIn', (ctx, { id }) => ownWork(ctx, id));

/** The operations of teaching. */
export const teachingOperations = {
  /** The classes that the user teaches: running ones first, then by the next lesson. */
  listTaughtClasses: staffOperation({
    who: teacher,
    does: 'reads',
    connected: 'classes',
    input: listTaughtClassesInput,
    run: (query, ctx) => listTaughtClasses(ctx, query),
  }),
  /** The assignments of a class, the nearest deadline last, and the options for new work. */
  listClassWork: staffOperation({
    who: classTeacher,
    does: 'reads',
    connected: 'classes',
    input: OneId,
    run: (_input, ctx) => listWork(ctx, ctx.thing),
  }),
  /** One assignment of a class, and its submissions. */
  getClassWork: staffOperation({
    who: teacherOf('work'),
    does: 'reads',
    connected: 'classes',
    input: OneId,
    run: ({ id }, ctx) => readClassWork(ctx, id),
  }),
  /** Gives a class an assignment; its students are notified once. */
  createWork: staffOperation({
    who: teacherOf('class'),
    does: 'writes',
    connected: 'classes',
    input: workInput,
    run: (input, ctx) => createWork(ctx, input),
  }),
  /** Changes an assignment; its kind is fixed once somebody submitted it. */
  updateWork: staffOperation({
    who: teacherOf('work'),
    does: 'writes',
    connected: 'classes',
    input: workInput,
    run: (input, ctx) => updateWork(ctx, input),
  }),
  /** Removes an assignment without submissions. */
  removeWork: staffOperation({
    who: teacherOf('work'),
    does: 'writes',
    connected: 'classes',
    input: OneId,
    run: ({ id }, ctx) => removeWork(ctx, id),
  }),
  /** Copies an assignment to another class of the teacher. */
  copyWork: staffOperation({
    who: teacherOf('work'),
    does: 'writes',
    connected: 'classes',
    input: copyWorkInput,
    run: (input, ctx) => copyWork(ctx, input),
  }),
  /**
   * Submitted work of the teacher's classes: waiting work the oldest first, otherwise the newest first. `parada` has the reach of
   * the panel.
   */
  listHandedIn: staffOperation({
    who: teacherOrStaff,
    does: 'reads',
    connected: 'classes',
    input: listHandedInInput,
    run: (query, ctx) => listHandedIn(ctx, query),
  }),
  /** One submission with its files, and the next waiting one. */
  getHandedIn: operation({
    who: workTeacher,
    does: 'reads',
    connected: 'classes',
    input: z.object({ id: IdParam, turma: IdParam.optional() }),
    run: ({ turma }, ctx) => readHandedIn(ctx, ctx.thing, turma),
  }),
  /** Stores the mark and comment of a submission; the student is notified once. */
  correctWork: operation({
    who: teacherOf('handedIn'),
    does: 'writes',
    connected: 'classes',
    input: correctWorkInput,
    run: (input, ctx) => correctWork(ctx, input),
  }),
  /** Returns work to be repeated, with a reason. */
  returnWork: operation({
    who: teacherOf('handedIn'),
    does: 'writes',
    connected: 'classes',
    input: z.object({ id: IdParam, comentario: LongText(2000) }),
    run: ({ id, comentario }, ctx) => returnWork(ctx, id, comentario),
  }),
  /** The grades of a class: students, assessments by period, and grades. */
  getGradeSheet: operation({
    who: classTeacher,
    does: 'reads',
    connected: 'classes',
    input: OneId,
    run: (_input, ctx) => readSheet(ctx, ctx.thing),
  }),
  /** Adds a period to a class. */
  addPeriod: operation({
    who: teacherOf('class'),
    does: 'writes',
    connected: 'classes',
    input: addPeriodInput,
    run: ({ id, nome }, ctx) => addPeriod(ctx, id, nome),
  }),
  /** Shows the grades of a period to students, who are notified once, or hides them again. */
  releasePeriod: operation({
    who: teacherOf('period'),
    does: 'writes',
    connected: 'classes',
    input: z.object({ id: IdParam, liberado: z.boolean() }),
    run: ({ id, liberado }, ctx) => releasePeriod(ctx, id, liberado),
  }),
  /** Adds a column to a period of a class. */
  addAssessment: operation({
    who: teacherOf('period'),
    does: 'writes',
    connected: 'classes',
    input: assessmentInput,
    run: (input, ctx) => addAssessment(ctx, input),
  }),
  /** Changes a column. */
  updateAssessment: operation({
    who: teacherOf('assessment'),
    does: 'writes',
    connected: 'classes',
    input: assessmentInput,
    run: (input, ctx) => updateAssessment(ctx, input),
  }),
  /** Fills the empty cells of a column with the marks of corrected work. */
  bringMarks: operation({
    who: teacherOf('assessment'),
    does: 'writes',
    connected: 'classes',
    input: bringMarksInput,
    run: ({ id, atividade_id }, ctx) => bringMarks(ctx, id, atividade_id),
  }),
  /** Removes a column; one with grades only after a confirmation. */
  removeAssessment: operation({
    who: teacherOf('assessment'),
    does: 'writes',
    connected: 'classes',
    input: z.object({ id: IdParam, com_notas: z.literal('sim').optional() }),
    run: ({ id, com_notas }, ctx) => removeAssessment(ctx, id, com_notas === 'sim'),
  }),
  /** Students of the own classes, or of one class, whom the teacher should talk to, with the reasons. */
  listNeedsWord: operation({
    who: teacherOrStaff,
    does: 'reads',
    connected: 'classes',
    input: z.object({ turma: IdParam.optional() }),
    run: ({ turma }, ctx) => listNeedsWord(ctx, turma),
  }),
  addCorrection: endpoint(contract.addCorrection, {
    who: workTeacher,
    connected: 'classes',
    run: (_input, ctx) => addCorrection(ctx, ctx.thing),
  }),
  /** Removes a file of a correction. */
  removeCorrection: islandOperation({
    who: workTeacher,
    does: 'writes',
    connected: 'classes',
    input: z.object({ id: IdParam, n: IdParam }),
    result: HandedInDetail,
    run: ({ n }, ctx) => removeCorrection(ctx, ctx.thing, n),
  }),
  viewHandedIn: endpoint(contract.viewHandedIn, {
    who: workTeacher,
    connected: 'classes',
    run: ({ params, query }, ctx) => viewFile(ctx, ctx.thing, params, query.baixar === true),
  }),
  /** Saves grades of a class; null removes one. Refused cells are reported individually, the rest is saved. */
  saveGrades: islandOperation({
    who: teacherOf('class'),
    does: 'writes',
    connected: 'classes',
    input: z.object({ id: IdParam, notas: z.array(GradeCell).min(1).max(1000) }),
    result: SavedGrades,
    run: (input, ctx) => saveGrades(ctx, input),
  }),
};
