import { addMonths } from '#lib/rules/time/days.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { brandOfHost } from '../../core/http/public-url.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { emitDocument } from '../../money/documents/emit-document.ts';
import { type DocumentRow, documentAbout, holderOf } from '../../money/documents/queries.ts';
import type { CertificateSnapshot } from '../../money/documents/snapshot.ts';
import type { StoredResult } from './present.ts';
import { type TestRow, testById } from './queries.ts';

/** A result below A1 gets no certificate. */
export const BELOW_A1 = 'Pré-A1';
export const noCertificate = () =>
  conflict(
    'Seu resultado foi Pré-A1. O certificado existe a partir do nível A1: estude e faça o teste de novo.',
    'below_a1',
  );

/** A person's language changes, so a certificate is valid for two years. */
const VALID_MONTHS = 24;

/** The issued certificate of a test, if there is one. */
export const certificateOf = (db: Db, testId: string): Promise<DocumentRow | undefined> =>
  documentAbout(db, 'certificado', testId);

/**
 * Issues the certificate of a finished test, once.
 *
 * @param visitorName for a visitor's test; a user's certificate has the account's name.
 * @throws Refusal 409 for a result below A1.
 */
export async function issueCertificate(
  db: Db,
  { config, now, caller }: PublicCtx,
  { id, user_id, finished_at, result }: TestRow,
  visitorName = '',
): Promise<DocumentRow> {
  const at = now();
  const { nivel, pontos, por_habilidade } = JSON.parse(result ?? '{}') as StoredResult;
  if (nivel === BELOW_A1) throw noCertificate();
  const holder = user_id === null ? null : await holderOf(db, user_id);
  const zone = zoneOr(holder?.timezone, config.SCHOOL_TIME_ZONE);
  const feito_em = dayIn(zone, finished_at ? new Date(finished_at) : at);
  const dados: CertificateSnapshot = {
    marca: holder?.marca ?? brandOfHost({ config, caller }),
    nome: holder?.full_name ?? visitorName,
    escola: holder?.escola && holder.cidade ? { nome: holder.escola, cidade: holder.cidade } : null,
    emitido_em: dayIn(zone, at),
    nivel,
    pontos,
    por_habilidade,
    feito_em,
    vale_ate: addMonths(feito_em, VALID_MONTHS),
  };
  return emitDocument(db, { tipo: 'certificado', userId: user_id, referencia: id, dados, at, sameAs: [id] });
}

/**
 * Issues the certificate of a visitor's test in the name that the visitor gave.
 *
 * @throws Refusal 404 when it is not a visitor's test, 409 while it runs and for a result below A1.
 */
export async function issueToVisitor(db: Db, ctx: PublicCtx, testId: string, name: string): Promise<DocumentRow> {
  return issueCertificate(db, ctx, await visitorTest(db, testId), name);
}

/**
 * Issues the certificate of a visitor who asks to be called; a test below A1 has none, and the school sees its level.
 *
 * @throws Refusal 404 when it is not a visitor's test, 409 while it is unfinished.
 */
export async function issueToLead(db: Db, ctx: PublicCtx, testId: string, name: string): Promise<void> {
  const test = await visitorTest(db, testId);
  if (levelOf(test) !== BELOW_A1) await issueCertificate(db, ctx, test, name);
}

/** A test that a visitor finished. */
async function visitorTest(db: Db, testId: string): Promise<TestRow> {
  const test = await testById(db, testId);
  if (test?.user_id !== null) throw notFound('Não encontramos este teste.');
  if (test.result === null) throw conflict('Termine o teste para receber o certificado.', 'test_open');
  return test;
}

const levelOf = ({ result }: TestRow) => (JSON.parse(result ?? '{}') as StoredResult).nivel;
