import type * as pedagogico from '#lib/contract/pedagogico.ts';
import { meanOf, scale } from '#lib/rules/pedagogico/mean.ts';
import type { Routes } from '../http/handler.ts';
import { notFound } from '../http/refusal.ts';
import { homeResults } from '../practice/home-results.ts';
import { deleteActivityFile, downloadFile, uploadActivity } from './activity-files.ts';
import { confirmPresence } from './confirm-presence.ts';
import { ownEnrolment } from './enrolment.ts';
import { timesAlone } from './present.ts';
import { classOf } from './queries.ts';
import { readClass, readClasses } from './read-class.ts';
import { readGrades } from './read-grades.ts';
import { scanCode } from './scan-code.ts';

export const pedagogicoRoutes: Routes<typeof pedagogico> = {
  listClasses: async ({ query }, { db, session, now }) => {
    const classes = await readClasses(db, session, query.somente_digital === true, now());
    return session.scope === 'full' ? classes : classes.map(timesAlone);
  },
  getClass: ({ params }, { db, session, now }) => readClass(db, session.userId, params.id, now()),
  confirmPresence: ({ params, body }, ctx) => confirmPresence(ctx, params.id, body.presente),
  getHomeGrades: async ({ params }, { db, session }) => {
    const enrolment = await ownEnrolment(db, session.userId, { turma_aluno_id: params.id });
    const row = await classOf(db, session.userId, enrolment.turma_id);
    if (!row) throw notFound();
    const unidades = await homeResults(db, session.userId, row.livro_id);
    const grades = unidades.flatMap(({ testes }) => testes.flatMap(({ melhor_nota }) => melhor_nota ?? []));
    const media = meanOf(grades.map((nota) => ({ nota, nota_maxima: scale.maximo, peso: 1 })));
    return { turma_aluno_id: params.id, livro_id: row.livro_id, media, unidades };
  },
  uploadActivity: ({ params }, ctx) => uploadActivity(ctx, params.id),
  downloadActivity: ({ params }, ctx) => downloadFile(ctx, params.id, 'envio', params.n),
  downloadCorrection: ({ params }, ctx) => downloadFile(ctx, params.id, 'correcao', params.n),
  deleteActivityFile: ({ params }, ctx) => deleteActivityFile(ctx, params.id, params.n),
  scanQrCode: ({ params }, { db, session }) => scanCode(db, session, params.a, params.b),
  getGrades: async ({ params }, { db, session, now }) =>
    readGrades(db, await ownEnrolment(db, session.userId, { turma_id: params.id }), now()),
};
