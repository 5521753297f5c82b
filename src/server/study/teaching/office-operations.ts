import { z } from 'zod';
import { Id, IdParam, Line, OneId, UndoToken } from '#lib/contract/shapes.schema.ts';
import * as contract from '#lib/contract/teaching.ts';
import { ClassInput } from '#lib/contract/teaching-classes.schema.ts';
import { endpoint, staffOperation } from '../../core/http/operation.ts';
import { staff } from '../../core/http/who.ts';
import { undoClasses, updateClasses } from './advance-classes.ts';
import { cancelClosedDay } from './cancel-closed-day.ts';
import { addOfficeLesson, undoLessons, updateLessons } from './change-lesson.ts';
import { addClosedDay, listClosedDays, removeClosedDay } from './closed-days.ts';
import { enrollStudents, undoEnrollments, updateEnrollment } from './enroll-students.ts';
import {
  addClosedDayInput,
  addLessonInput,
  listClosedDaysInput,
  listSchoolClassesInput,
  listTeachingHoursInput,
  previewLessonInput,
  updateClassesInput,
  updateEnrollmentInput,
  updateLessonsInput,
} from './inputs.ts';
import { listNewcomers } from './list-newcomers.ts';
import { listSubstitutes, previewLesson } from './preview-lesson.ts';
import { readLessonOfSchool, readSchoolClass } from './school-class.ts';
import { listSchoolClasses, readClassChoices } from './school-classes.ts';
import { downloadTeachingHours, listTeachingHours } from './teaching-hours.ts';
import { createClass, previewClass, updateClass } from './write-class.ts';

/** What the office does with classes and their lessons. */
export const teachingOfficeOperations = {
  /** Classes of the units in reach. */
  listSchoolClasses: staffOperation({
    who: staff('turmas'),
    does: 'reads',
    connected: 'staff',
    input: listSchoolClassesInput,
    run: (query, ctx) => listSchoolClasses(ctx, query),
  }),
  /** A class with its lessons and students. */
  getSchoolClass: staffOperation({
    who: staff('turmas', 'class'),
    does: 'reads',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => readSchoolClass(ctx, id),
  }),
  /** A lesson with its class. */
  getSchoolLesson: staffOperation({
    who: staff('turmas', 'lesson'),
    does: 'reads',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => readLessonOfSchool(ctx, id),
  }),
  /** What a class can be made of: units in reach, books, teachers. */
  getClassChoices: staffOperation({
    who: staff('turmas'),
    does: 'reads',
    connected: 'staff',
    input: z.object({}),
    run: (_input, ctx) => readClassChoices(ctx),
  }),
  /** Makes a class with all its lessons, without holidays. */
  createClass: staffOperation({
    who: staff('turmas'),
    does: 'writes',
    connected: 'staff',
    input: ClassInput,
    run: (body, ctx) => createClass(ctx, body),
  }),
  /** Changes a class; coming lessons follow its new timetable. */
  updateClass: staffOperation({
    who: staff('turmas', 'class'),
    does: 'writes',
    connected: 'staff',
    input: ClassInput.safeExtend({ id: IdParam }),
    run: ({ id, ...body }, ctx) => updateClass(ctx, id, body),
  }),
  /** What saving a class would do to its lessons; without an id, of a new class. */
  previewClass: staffOperation({
    who: staff('turmas'),
    does: 'reads',
    connected: 'staff',
    input: ClassInput.safeExtend({ turma: IdParam.optional() }),
    run: ({ turma, ...body }, ctx) => previewClass(ctx, turma, body),
  }),
  /** Closes some classes, stops them, or opens them again. */
  updateClasses: staffOperation({
    who: staff('turmas', 'class'),
    does: 'writes',
    connected: 'staff',
    input: updateClassesInput,
    keyed: true,
    run: (input, ctx) => updateClasses(ctx, input),
  }),
  /** Takes back what the own user did to the state of classes a moment ago. */
  undoClasses: staffOperation({
    who: staff('turmas'),
    does: 'writes',
    connected: 'staff',
    input: UndoToken,
    run: ({ desfazer }, ctx) => undoClasses(ctx, desfazer),
  }),
  /** Adds a lesson to a class, such as one that makes up for another. */
  addLesson: staffOperation({
    who: staff('turmas', 'class'),
    does: 'writes',
    connected: 'staff',
    input: addLessonInput,
    run: (input, ctx) => addOfficeLesson(ctx, input),
  }),
  /** Moves some lessons, names a substitute, another room or link; cancels them, of which students are notified once, or restores them. */
  updateLessons: staffOperation({
    who: staff('turmas', 'lesson'),
    does: 'writes',
    connected: 'staff',
    input: updateLessonsInput,
    keyed: true,
    run: (input, ctx) => updateLessons(ctx, input),
  }),
  /** Takes back what the own user did to lessons a moment ago. */
  undoLessons: staffOperation({
    who: staff('turmas'),
    does: 'writes',
    connected: 'staff',
    input: UndoToken,
    run: ({ desfazer }, ctx) => undoLessons(ctx, desfazer),
  }),
  /** What a lesson would clash with, before it is moved or added. */
  previewLesson: staffOperation({
    who: staff('turmas', 'lesson'),
    does: 'reads',
    connected: 'staff',
    input: previewLessonInput,
    run: (input, ctx) => previewLesson(ctx, input),
  }),
  /** Who could give a lesson in place of its teacher. */
  listSubstitutes: staffOperation({
    who: staff('turmas', 'lesson'),
    does: 'reads',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => listSubstitutes(ctx, id),
  }),
  /** Puts students into a class. `ids`: of the students. */
  enrollStudents: staffOperation({
    who: staff('turmas', 'class'),
    does: 'writes',
    connected: 'staff',
    input: z.object({ id: IdParam, ids: z.array(Id).min(1).max(100) }),
    keyed: true,
    run: (input, ctx) => enrollStudents(ctx, input),
  }),
  /** Who can come into a class: those without one, or who is searched for. */
  listNewcomers: staffOperation({
    who: staff('turmas', 'class'),
    does: 'reads',
    connected: 'staff',
    input: z.object({ id: IdParam, q: Line(80).optional() }),
    run: ({ id, q }, ctx) => listNewcomers(ctx, id, q),
  }),
  /** Takes students out again whom the own user put into a class a moment ago. */
  undoEnrollments: staffOperation({
    who: staff('turmas'),
    does: 'writes',
    connected: 'staff',
    input: UndoToken,
    run: ({ desfazer }, ctx) => undoEnrollments(ctx, desfazer),
  }),
  /** Ends, stops or resumes an enrolment, or moves it to another class. */
  updateEnrollment: staffOperation({
    who: staff('turmas', 'enrollment'),
    does: 'writes',
    connected: 'staff',
    input: updateEnrollmentInput,
    run: (input, ctx) => updateEnrollment(ctx, input),
  }),
  /** Who gave lessons in a month, with their hours. */
  listTeachingHours: staffOperation({
    who: staff('turmas'),
    does: 'reads',
    connected: 'staff',
    input: listTeachingHoursInput,
    run: (query, ctx) => listTeachingHours(ctx, query),
  }),
  downloadTeachingHours: endpoint(contract.downloadTeachingHours, {
    who: staff('turmas'),
    connected: 'staff',
    reauthenticate: 'always',
    run: ({ query }, ctx) => downloadTeachingHours(ctx, query),
  }),
  /** Days without lessons that the school named, by day. */
  listClosedDays: staffOperation({
    who: staff('turmas'),
    does: 'reads',
    connected: 'staff',
    input: listClosedDaysInput,
    run: (query, ctx) => listClosedDays(ctx, query),
  }),
  /** Names a day without lessons; says which coming lessons fall on it. */
  addClosedDay: staffOperation({
    who: staff('turmas'),
    does: 'writes',
    connected: 'staff',
    input: addClosedDayInput,
    run: (body, ctx) => addClosedDay(ctx, body),
  }),
  /** Cancels all coming lessons on a closed day; each student is notified once. */
  cancelClosedDay: staffOperation({
    who: staff('turmas', 'closedDay'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => cancelClosedDay(ctx, id),
  }),
  /** Takes a closed day back. */
  removeClosedDay: staffOperation({
    who: staff('turmas', 'closedDay'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => removeClosedDay(ctx, id),
  }),
};
