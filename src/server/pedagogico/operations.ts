import { z } from 'zod';
import * as contract from '#lib/contract/pedagogico.ts';
import { meanOf, scale } from '#lib/rules/pedagogico/mean.ts';
import { endpoint, operation } from '../http/operation.ts';
import { notFound } from '../http/refusal.ts';
import { owner, user } from '../http/who.ts';
import { homeResults } from '../practice/home-results.ts';
import { deleteActivityFile, downloadFile, uploadActivity } from './activity-files.ts';
import { confirmPresence } from './confirm-presence.ts';
import { ownEnrolment } from './enrolment.ts';
import { timesAlone } from './present.ts';
import { classOf } from './queries.ts';
import { readClass, readClasses } from './read-class.ts';
import { readGrades } from './read-grades.ts';
import { scanCode } from './scan-code.ts';
import { readStudyDay } from './study-day.ts';

/** What the area offers. */
export const pedagogicoOperations = {
  /** What to do now: words, open work, the week, the days ahead, and an event of today. */
  getToday: operation({
    who: user,
    does: 'reads',
    connected: 'contents',
    input: z.object({}),
    run: (_input, ctx) => readStudyDay(ctx),
  }),
  listClasses: endpoint(contract.listClasses, {
    who: user,
    connected: 'host',
    scopes: ['book'],
    run: async ({ query }, { db, session, now }) => {
      const classes = await readClasses(db, session, query.somente_digital === true, now());
      return session.scope === 'full' ? classes : classes.map(timesAlone);
    },
  }),
  getClass: endpoint(contract.getClass, {
    who: owner('class'),
    connected: 'host',
    run: ({ params }, { db, session, now }) => readClass(db, session.userId, params.id, now()),
  }),
  confirmPresence: endpoint(contract.confirmPresence, {
    who: owner('activity'),
    connected: 'host',
    run: ({ params, body }, ctx) => confirmPresence(ctx, params.id, body.presente),
  }),
  getHomeGrades: endpoint(contract.getHomeGrades, {
    who: owner('enrolment'),
    connected: 'host',
    run: async ({ params }, { db, session }) => {
      const enrolment = await ownEnrolment(db, session.userId, { turma_aluno_id: params.id });
      const row = await classOf(db, session.userId, enrolment.turma_id);
      if (!row) throw notFound();
      const unidades = await homeResults(db, session.userId, row.livro_id);
      const grades = unidades.flatMap(({ testes }) => testes.flatMap(({ melhor_nota }) => melhor_nota ?? []));
      const media = meanOf(grades.map((nota) => ({ nota, nota_maxima: scale.maximo, peso: 1 })));
      return { turma_aluno_id: params.id, livro_id: row.livro_id, media, unidades };
    },
  }),
  uploadActivity: endpoint(contract.uploadActivity, {
    who: owner('activity'),
    connected: 'host',
    run: ({ params }, ctx) => uploadActivity(ctx, params.id),
  }),
  downloadActivity: endpoint(contract.downloadActivity, {
    who: owner('activity'),
    connected: 'host',
    run: ({ params }, ctx) => downloadFile(ctx, params.id, 'envio', params.n),
  }),
  downloadCorrection: endpoint(contract.downloadCorrection, {
    who: owner('activity'),
    connected: 'host',
    run: ({ params }, ctx) => downloadFile(ctx, params.id, 'correcao', params.n),
  }),
  deleteActivityFile: endpoint(contract.deleteActivityFile, {
    who: owner('activity'),
    connected: 'host',
    run: ({ params }, ctx) => deleteActivityFile(ctx, params.id, params.n),
  }),
  scanQrCode: endpoint(contract.scanQrCode, {
    who: owner('unit'),
    connected: 'host',
    scopes: ['book'],
    run: ({ params }, { db, session }) => scanCode(db, session, params.a, params.b),
  }),
  getGrades: endpoint(contract.getGrades, {
    who: owner('class'),
    connected: 'host',
    run: async ({ params }, { db, session, now }) =>
      readGrades(db, await ownEnrolment(db, session.userId, { turma_id: params.id }), now()),
  }),
};
