import type * as absences from '#lib/contract/absences.ts';
import type { Routes } from '../http/handler.ts';
import { ownEnrolment } from '../pedagogico/enrolment.ts';
import { bookReplacement, cancelReplacement } from './book-replacement.ts';
import { decideAbsence, listSchoolAbsences, listSchoolReplacements, recordReplacement } from './manage-absences.ts';
import { missedLessons, readAbsences, readOffers, replaceable } from './read-absences.ts';
import { reportAbsence, withdrawAbsence } from './report-absence.ts';

export const absencesRoutes: Routes<typeof absences> = {
  listAbsences: ({ params }, ctx) => readAbsences(ctx, params.id),
  reportAbsence: ({ params, body }, ctx) => reportAbsence(ctx, params.id, body),
  withdrawAbsence: ({ params }, ctx) => withdrawAbsence(ctx, params.id, params.aula),
  listReplacements: async ({ params }, ctx) => {
    const enrolment = await ownEnrolment(ctx.db, ctx.session.userId, { turma_aluno_id: params.id });
    return readOffers(ctx, ctx.db, enrolment, replaceable(await missedLessons(ctx.db, params.id), ctx.now()));
  },
  bookReplacement: ({ params, body }, ctx) => bookReplacement(ctx, params.id, body),
  cancelReplacement: ({ params }, ctx) => cancelReplacement(ctx, params.id, params.aula),
  listSchoolAbsences: ({ query }, ctx) => listSchoolAbsences(ctx, query),
  decideAbsence: ({ params, body }, ctx) => decideAbsence(ctx, params.id, body.resultado),
  listSchoolReplacements: ({ query }, ctx) => listSchoolReplacements(ctx, query),
  recordReplacement: ({ params, body }, ctx) => recordReplacement(ctx, params.id, body.presente),
};
