import { z } from 'zod';
import { Id, IdParam, LongText, OneId, PageQuery } from '#lib/contract/shapes.schema.ts';
import { operation } from '../../core/http/operation.ts';
import { owner, staff } from '../../core/http/who.ts';
import { enrolmentByNumber } from '../pedagogico/class.ts';
import { decideAbsenceInput, listSchoolAbsencesInput, oneLessonInput } from './inputs.ts';
import { decideAbsence, listSchoolAbsences, listSchoolReplacements, recordReplacement } from './manage-absences.ts';
import { missedLessons, readAbsences, readOffers, replaceable } from './read-absences.ts';
import { bookReplacement, cancelReplacement } from './replacement.ts';
import { reportAbsence, withdrawAbsence } from './report-absence.ts';

/** A student, about the own enrolment. */
const student = owner('enrolment', enrolmentByNumber);

/** What the area offers. */
export const absencesOperations = {
  /** Own absences in a class, and the lessons that one can be told of. */
  listAbsences: operation({
    who: student,
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
  /** Takes back what was told of a lesson to come. */
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
  /** Takes a place in a replacement lesson. */
  bookReplacement: operation({
    who: student,
    does: 'writes',
    connected: 'classes',
    input: z.object({ id: IdParam, aula_id_destino: Id, aula_id: Id.nullish() }),
    run: (input, ctx) => bookReplacement(ctx, ctx.thing, input),
  }),
  /** Gives the place in a replacement lesson back. */
  cancelReplacement: operation({
    who: student,
    does: 'writes',
    connected: 'classes',
    input: oneLessonInput,
    run: ({ aula }, ctx) => cancelReplacement(ctx, ctx.thing, aula),
  }),
  /** Absences that students of the own school told of. */
  listSchoolAbsences: operation({
    who: staff('turmas'),
    does: 'reads',
    connected: 'staff',
    input: listSchoolAbsencesInput,
    run: (query, ctx) => listSchoolAbsences(ctx, query),
  }),
  /** Excuses an absence, or does not. */
  decideAbsence: operation({
    who: staff('turmas', 'absence'),
    does: 'writes',
    connected: 'staff',
    input: decideAbsenceInput,
    run: ({ id, resultado }, ctx) => decideAbsence(ctx, id, resultado),
  }),
  /** Replacement lessons of the own school, the next first. */
  listSchoolReplacements: operation({
    who: staff('turmas'),
    does: 'reads',
    connected: 'staff',
    input: PageQuery,
    run: (query, ctx) => listSchoolReplacements(ctx, query),
  }),
  /** Records whether the student came to the replacement. */
  recordReplacement: operation({
    who: staff('turmas', 'replacement'),
    does: 'writes',
    connected: 'staff',
    input: z.object({ id: IdParam, presente: z.boolean() }),
    run: ({ id, presente }, ctx) => recordReplacement(ctx, id, presente),
  }),
};
