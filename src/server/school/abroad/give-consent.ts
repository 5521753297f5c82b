import { createHmac } from 'node:crypto';
import { routes } from '#lib/routes.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx, PublicCtx } from '../../core/http/ctx.ts';
import { conflict, invalid, notFound, Refusal } from '../../core/http/refusal.ts';
import { keyOfLink } from '../../identity/auth/keyed-link.ts';
import { tell } from '../../messages/inbox/notify.ts';
import { CONSENT_LINK, mailConsentLink, makeConsentLink } from './consent-link.ts';
import { sentData } from './present.ts';
import { studentOf, tripRows } from './queries.ts';
import { isInReview, type RequestRow, writeHistory } from './transitions.ts';

/** The version of the text that a guardian agrees to. It changes with the text. */
const CONSENT_VERSION = '2026-11';

const wrongLink = () =>
  new Refusal(404, 'Este link não vale mais. Peça ao aluno que envie outro pelo portal.', { code: 'wrong_link' });

/** What the link asks its holder to agree to. @throws Refusal 404 for a wrong, old or replaced link */
export async function readConsent(ctx: PublicCtx, token: string) {
  return present(ctx.db, await requestOfLink(ctx, ctx.db, token));
}

/**
 * Stores a guardian's consent with its time and a keyed hash of the sender's address. A second consent changes nothing.
 *
 * @throws Refusal 404 for a wrong link, 409 for a request that ended, 422 for another person's CPF
 */
export async function giveConsent(ctx: PublicCtx, { token, cpf }: { token: string; cpf: string }) {
  return ctx.db.transaction().execute(async (tx) => {
    const request = await requestOfLink(ctx, tx, token);
    if (sentData(request).responsavel?.cpf !== cpf) {
      throw invalid('Este CPF não é o do responsável que o aluno indicou.', { cpf: 'CPF diferente do indicado' });
    }
    if (!isInReview(request.status)) {
      if (request.consentimento_em !== null) return present(tx, request);
      throw conflict('Este pedido já terminou.', 'request_status');
    }
    const at = ctx.now();
    const given = await tx
      .updateTable('usa_requests')
      .set({
        consentimento_em: at.toISOString(),
        consentimento_ip_hash: createHmac('sha256', ctx.tokens.derivedKey('abroad-consent-ip'))
          .update(ctx.caller.address)
          .digest('hex'),
        consentimento_versao: CONSENT_VERSION,
      })
      .where('id', '=', request.id)
      .where('consentimento_em', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (given) {
      await writeHistory(tx, request.id, request.status, { by: 'responsavel', at, nota: 'O responsável autorizou' });
      await tell(tx, at, {
        userId: request.user_id,
        category: 'aviso',
        title: 'Seu responsável autorizou a viagem',
        body: 'Seu pedido de intercâmbio segue para a análise da escola.',
        path: routes.abroad.home(),
      });
    }
    // Another click gave the consent first. That one counts.
    return present(tx, given ?? (await requestOfLink(ctx, tx, token)));
  });
}

/**
 * Mails the guardian a new link. The old link no longer works.
 *
 * @throws Refusal 409 when no consent is missing, 429
 */
export async function sendConsentLink(ctx: Ctx, request: RequestRow) {
  const { db, session } = ctx;
  const { responsavel, full_name } = sentData(request);
  if (!request.exige_responsavel || !responsavel || !isInReview(request.status) || request.consentimento_em !== null) {
    throw conflict('Este pedido não espera uma autorização.');
  }
  await ctx.limits.take('consent-link', `user:${session.userId}`);
  const [student, [turma]] = await Promise.all([
    studentOf(db, session.userId),
    tripRows(db, { ids: [request.turma_id ?? 0] }),
  ]);
  if (!turma) throw notFound();
  const link = await makeConsentLink(ctx, { aluno: full_name, responsavel, marca: student.marca, turma });
  await db.transaction().execute(async (tx) => {
    const kept = await tx
      .updateTable('usa_requests')
      .set({ consentimento_chave: link.chave, consentimento_expira_em: link.expiraEm })
      .where('id', '=', request.id)
      .where('consentimento_em', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (kept) await mailConsentLink(tx, link, ctx.now());
  });
  ctx.wake();
  return { detail: 'Enviamos um novo link para o e-mail do responsável.' };
}

async function requestOfLink(ctx: PublicCtx, db: Db, token: string): Promise<RequestRow> {
  const chave = await keyOfLink(ctx, CONSENT_LINK, token);
  const request =
    chave === undefined
      ? undefined
      : await db
          .selectFrom('usa_requests')
          .selectAll()
          .where('consentimento_chave', '=', chave)
          .where('status', 'not in', ['rascunho', 'cancelada'])
          .executeTakeFirst();
  if (!request) throw wrongLink();
  return request;
}

/** What a guardian reads before the decision. */
async function present(db: Db, request: RequestRow) {
  const [student, [turma]] = await Promise.all([
    studentOf(db, request.user_id),
    tripRows(db, { ids: [request.turma_id ?? 0] }),
  ]);
  if (!turma) throw wrongLink();
  const { full_name, responsavel } = sentData(request);
  const { nome, destino, escola_parceira, inicio, fim, preco_minor, moeda } = turma;
  return {
    aluno: full_name,
    responsavel: responsavel?.full_name ?? '',
    turma: { nome, destino, escola_parceira, inicio, fim, preco_minor, moeda },
    escola: student.escola,
    expira_em: request.consentimento_expira_em ?? '',
    dado_em: request.consentimento_em,
  };
}
