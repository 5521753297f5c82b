import { z } from 'zod';
import * as contract from '#lib/contract/pedagogico.ts';
import { Answers, Corrected, Exercise } from '#lib/contract/practice.schema.ts';
import { IdParam, OneId } from '#lib/contract/shapes.schema.ts';
import { meanOf, scale } from '#lib/rules/pedagogico/mean.ts';
import { endpoint, islandOperation, operation } from '../../core/http/operation.ts';
import { notFound } from '../../core/http/refusal.ts';
import { owner, user } from '../../core/http/who.ts';
import { homeResults } from '../practice/home-results.ts';
import { deleteActivityFile, downloadFile, ownActivity, uploadActivity } from './activity-files.ts';
import { enrollmentByNumber, enrollmentInClass, readClass, readClasses } from './class.ts';
import { ownExercise, presentExercise, submitExercise } from './exercise.ts';
import { readGrades } from './grades.ts';
import { confirmPresence, ownPresenceActivity, scanCode } from './presence.ts';
import { timesAlone } from './present.ts';
import { readProgress } from './progress.ts';
import { classOf } from './queries.ts';
import { readStudyDay } from './study-day.ts';

/** A student in an own class. */
const classStudent = owner('class', enrollmentInClass);
/** A student with own work. */
const author = owner('activity', ownActivity);
/** A student with an own exercise. */
const examinee = owner('exercise', ownExercise);

/** The operations of classes and assignments for students. */
export const pedagogicoOperations = {
  /** What to do now: words, open work, the week, the next days, and an event of today. */
  getToday: operation({
    who: user,
    does: 'reads',
    connected: 'contents',
    input: z.object({}),
    run: (_input, ctx) => readStudyDay(ctx),
  }),
  /** The last months of the user's study, and the evidence for each level. */
  getProgress: operation({
    who: user,
    does: 'reads',
    connected: 'contents',
    input: z.object({}),
    run: (_input, ctx) => readProgress(ctx),
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
    who: classStudent,
    connected: 'host',
    run: (_input, { db, session, now, thing }) => readClass(db, session.userId, thing, now()),
  }),
  confirmPresence: endpoint(contract.confirmPresence, {
    who: owner('activity', ownPresenceActivity),
    connected: 'host',
    run: ({ body }, ctx) => confirmPresence(ctx, ctx.thing, body.presente),
  }),
  getHomeGrades: endpoint(contract.getHomeGrades, {
    who: owner('enrollment', enrollmentByNumber),
    connected: 'host',
    run: async (_input, { db, session, thing: { turma_id, turma_aluno_id } }) => {
      const row = await classOf(db, session.userId, turma_id);
      if (!row) throw notFound();
      const unidades = await homeResults(db, session.userId, row.livro_id);
      const grades = unidades.flatMap(({ testes }) => testes.flatMap(({ melhor_nota }) => melhor_nota ?? []));
      const media = meanOf(grades.map((nota) => ({ nota, nota_maxima: scale.maximo, peso: 1 })));
      return { turma_aluno_id, livro_id: row.livro_id, media, unidades };
    },
  }),
  uploadActivity: endpoint(contract.uploadActivity, {
    who: author,
    connected: 'host',
    run: (_input, ctx) => uploadActivity(ctx, ctx.thing),
  }),
  downloadActivity: endpoint(contract.downloadActivity, {
    who: author,
    connected: 'host',
    run: ({ params }, ctx) => downloadFile(ctx, ctx.thing, 'envio', params.n),
  }),
  downloadCorrection: endpoint(contract.downloadCorrection, {
    who: author,
    connected: 'host',
    run: ({ params }, ctx) => downloadFile(ctx, ctx.thing, 'correcao', params.n),
  }),
  deleteActivityFile: endpoint(contract.deleteActivityFile, {
    who: author,
    connected: 'host',
    run: ({ params }, ctx) => deleteActivityFile(ctx, ctx.thing, params.n),
  }),
  /** An own exercise of a class; after the submission, with the right answers and explanations. */
  getExercise: islandOperation({
    who: examinee,
    does: 'reads',
    connected: 'classes',
    input: OneId,
    result: Exercise,
    run: async (_input, { thing }) => presentExercise(thing),
  }),
  /** Submits the answers, once, and returns the mark. */
  submitExercise: islandOperation({
    who: examinee,
    does: 'writes',
    connected: 'classes',
    input: z.object({ id: IdParam, respostas: Answers }),
    result: Corrected,
    run: ({ respostas }, ctx) => submitExercise(ctx, ctx.thing, respostas),
  }),
  scanQrCode: endpoint(contract.scanQrCode, {
    who: owner('unit'),
    connected: 'host',
    scopes: ['book'],
    run: ({ params }, { db, session }) => scanCode(db, session, params.a, params.b),
  }),
  getGrades: endpoint(contract.getGrades, {
    who: classStudent,
    connected: 'host',
    run: (_input, { db, now, thing }) => readGrades(db, thing, now()),
  }),
};
