import { z } from 'zod';
import { Id, IdParam, LongText, OneId } from '#lib/contract/shapes.schema.ts';
import { operation, staffOperation } from '../../core/http/operation.ts';
import { owner, staff, user } from '../../core/http/who.ts';
import { enrollmentInFamily, enrollmentToAct } from './family-enrollment.ts';
import {
  decideAbsencesInput,
  listSchoolAbsencesInput,
  listSchoolReplacementsInput,
  oneLessonInput,
  recordReplacementsInput,
} from './inputs.ts';
import { decideAbsences, listSchoolAbsences, listSchoolReplacements, recordReplacements } from './manage-absences.ts';
import { listMakeUps, missedLessons, readAbsences, readOffers, replaceable } from './read-absences.ts';
import { bookReplacement, cancelReplacement } from './replacement.ts';
import { reportAbsence, withdrawAbsence } from './report-absence.ts';

/** A student with an own enrolment, or a guardian who acts for a child. */
const student = owner('enrollment', enrollmentToAct);

/** The operations of absences. */
export const absencesOperations = {
  /** Own absences in a class, and the lessons for which one can be reported. */
  listAbsences: operation({
    who: owner('enrollment', enrollmentInFamily),
    does: 'reads',
    connected: 'classes',
    input: OneId,
    run: (_input, ctx) => readAbsences(ctx, ctx.thing),
  }),
  /** Reports an absence and its reason. */
  reportAbsence: operation({
    who: student,
    does: 'writes',
    connected: 'classes',
    input: z.object({ id: IdParam, aula_id: Id, motivo: LongText(500) }),
    run: (input, ctx) => reportAbsence(ctx, ctx.thing, input),
  }),
  /** Withdraws the report of a future absence. */
  withdrawAbsence: operation({
    who: student,
    does: 'writes',
    connected: 'classes',
    input: oneLessonInput,
    run: ({ aula }, ctx) => withdrawAbsence(ctx, ctx.thing, aula),
  }),
  /** Lessons that may replace a missed one. */
  listReplacements: operation({
    who: student,
    does: 'reads',
    connected: 'classes',
    input: OneId,
    run: async ({ id }, ctx) =>
      readOffers(ctx, ctx.db, ctx.thing, replaceable(await missedLessons(ctx.db, id), ctx.now())),
  }),
  /** The lesson that the user, or a child of the user, missed last and can make up for. */
  listMakeUps: operation({
    who: user,
    does: 'reads',
    connected: 'classes',
    input: z.object({ criancas: z.boolean().default(false) }),
    run: (input, ctx) => listMakeUps(ctx, input),
  }),
  /** Books a place in a make-up lesson. */
  bookReplacement: operation({
    who: student,
    does: 'writes',
    connected: 'classes',
    input: z.object({ id: IdParam, aula_id_destino: Id, aula_id: Id.nullish() }),
    run: (input, ctx) => bookReplacement(ctx, ctx.thing, input),
  }),
  /** Cancels a booked make-up lesson. */
  cancelReplacement: operation({
    who: student,
    does: 'writes',
    connected: 'classes',
    input: oneLessonInput,
    run: ({ aula }, ctx) => cancelReplacement(ctx, ctx.thing, aula),
  }),
  /** Absences reported by students of the own school. */
  listSchoolAbsences: staffOperation({
    who: staff('turmas'),
    does: 'reads',
    connected: 'staff',
    input: listSchoolAbsencesInput,
    run: (query, ctx) => listSchoolAbsences(ctx, query),
  }),
  /** Excuses or rejects absences. */
  decideAbsences: staffOperation({
    who: staff('turmas', 'absence'),
    does: 'writes',
    connected: 'staff',
    input: decideAbsencesInput,
    keyed: true,
    run: (input, ctx) => decideAbsences(ctx, input),
  }),
  /** Replacement lessons of the own school. */
  listSchoolReplacements: staffOperation({
    who: staff('turmas'),
    does: 'reads',
    connected: 'staff',
    input: listSchoolReplacementsInput,
    run: (query, ctx) => listSchoolReplacements(ctx, query),
  }),
  /** Records whether students attended their replacements. */
  recordReplacements: staffOperation({
    who: staff('turmas', 'replacement'),
    does: 'writes',
    connected: 'staff',
    input: recordReplacementsInput,
    keyed: true,
    run: (input, ctx) => recordReplacements(ctx, input),
  }),
};
