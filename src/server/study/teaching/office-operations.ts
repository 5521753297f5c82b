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

/** The operations of the office on classes and lessons. */
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
  /** The options for a class: units in reach, books, teachers. */
  getClassChoices: staffOperation({
    who: staff('turmas'),
    does: 'reads',
    connected: 'staff',
    input: z.object({}),
    run: (_input, ctx) => readClassChoices(ctx),
  }),
  /** Creates a class with all its lessons, without holidays. */
  createClass: staffOperation({
    who: staff('turmas'),
    does: 'writes',
    connected: 'staff',
    input: ClassInput,
    run: (body, ctx) => createClass(ctx, body),
  }),
  /** Changes a class; future lessons follow its new timetable. */
  updateClass: staffOperation({
    who: staff('turmas', 'class'),
    does: 'writes',
    connected: 'staff',
    input: ClassInput.safeExtend({ id: IdParam }),
    run: ({ id, ...body }, ctx) => updateClass(ctx, id, body),
  }),
  /** The effect of saving a class on its lessons; without an id, for a new class. */
  previewClass: staffOperation({
    who: staff('turmas'),
    does: 'reads',
    connected: 'staff',
    input: ClassInput.safeExtend({ turma: IdParam.optional() }),
    run: ({ turma, ...body }, ctx) => previewClass(ctx, turma, body),
  }),
  /** Closes, stops or reopens some classes. */
  updateClasses: staffOperation({
    who: staff('turmas', 'class'),
    does: 'writes',
    connected: 'staff',
    input: updateClassesInput,
    keyed: true,
    run: (input, ctx) => updateClasses(ctx, input),
  }),
  /** Undoes the user's state changes of classes within the last minute. */
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
  /** Moves some lessons, sets a substitute, room or link, cancels or restores them; students are notified once. */
  updateLessons: staffOperation({
    who: staff('turmas', 'lesson'),
    does: 'writes',
    connected: 'staff',
    input: updateLessonsInput,
    keyed: true,
    run: (input, ctx) => updateLessons(ctx, input),
  }),
  /** Undoes the user's changes of lessons within the last minute. */
  undoLessons: staffOperation({
    who: staff('turmas'),
    does: 'writes',
    connected: 'staff',
    input: UndoToken,
    run: ({ desfazer }, ctx) => undoLessons(ctx, desfazer),
  }),
  /** The clashes of a lesson, before it is moved or added. */
  previewLesson: staffOperation({
    who: staff('turmas', 'lesson'),
    does: 'reads',
    connected: 'staff',
    input: previewLessonInput,
    run: (input, ctx) => previewLesson(ctx, input),
  }),
  /** Possible substitutes for a lesson. */
  listSubstitutes: staffOperation({
    who: staff('turmas', 'lesson'),
    does: 'reads',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => listSubstitutes(ctx, id),
  }),
  /** Enrolls students in a class. `ids`: of the students. */
  enrollStudents: staffOperation({
    who: staff('turmas', 'class'),
    does: 'writes',
    connected: 'staff',
    input: z.object({ id: IdParam, ids: z.array(Id).min(1).max(100) }),
    keyed: true,
    run: (input, ctx) => enrollStudents(ctx, input),
  }),
  /** Candidates for a class: students without one, or the results of a search. */
  listNewcomers: staffOperation({
    who: staff('turmas', 'class'),
    does: 'reads',
    connected: 'staff',
    input: z.object({ id: IdParam, q: Line(80).optional() }),
    run: ({ id, q }, ctx) => listNewcomers(ctx, id, q),
  }),
  /** Undoes the user's enrolments within the last minute. */
  undoEnrollments: staffOperation({
    who: staff('turmas'),
    does: 'writes',
    connected: 'staff',
    input: UndoToken,
    run: ({ desfazer }, ctx) => undoEnrollments(ctx, desfazer),
  }),
  /** Ends, pauses or resumes an enrolment, or moves it to another class. */
  updateEnrollment: staffOperation({
    who: staff('turmas', 'enrollment'),
    does: 'writes',
    connected: 'staff',
    input: updateEnrollmentInput,
    run: (input, ctx) => updateEnrollment(ctx, input),
  }),
  /** The teachers of a month, with their hours. */
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
  /** Closed days of the school, by day. */
  listClosedDays: staffOperation({
    who: staff('turmas'),
    does: 'reads',
    connected: 'staff',
    input: listClosedDaysInput,
    run: (query, ctx) => listClosedDays(ctx, query),
  }),
  /** Adds a closed day; the answer lists the future lessons on it. */
  addClosedDay: staffOperation({
    who: staff('turmas'),
    does: 'writes',
    connected: 'staff',
    input: addClosedDayInput,
    run: (body, ctx) => addClosedDay(ctx, body),
  }),
  /** Cancels all future lessons on a closed day; each student is notified once. */
  cancelClosedDay: staffOperation({
    who: staff('turmas', 'closedDay'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => cancelClosedDay(ctx, id),
  }),
  /** Removes a closed day. */
  removeClosedDay: staffOperation({
    who: staff('turmas', 'closedDay'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => removeClosedDay(ctx, id),
  }),
};
