import { createHmac } from 'node:crypto';
import { formatDay } from '#lib/format/dates.ts';
import { firstName } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx, PublicCtx, School } from '../../core/http/ctx.ts';
import { publicUrl } from '../../core/http/public-url.ts';
import { conflict, invalid, notFound, Refusal } from '../../core/http/refusal.ts';
import type { Mail } from '../../core/ports/mail.ts';
import { renderMail } from '../../core/ports/render-mail.ts';
import { keyOfLink, makeKeyedLink } from '../../identity/auth/keyed-link.ts';
import { notifyPerson } from '../../messages/inbox/notify.ts';
import { queueMail } from '../../messages/mail/outbox.ts';
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
    const consent = await tx
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
    if (consent) {
      await writeHistory(tx, request.id, request.status, { by: 'responsavel', at, nota: 'O responsável autorizou' });
      await notifyPerson(tx, at, {
        userId: request.user_id,
        category: 'aviso',
        title: 'Seu responsável autorizou a viagem',
        body: 'Seu pedido de intercâmbio segue para a análise da escola.',
        path: routes.abroad.home(),
      });
    }
    // A concurrent request gave the consent first, and that one counts.
    return present(tx, consent ?? (await requestOfLink(ctx, tx, token)));
  });
}

/**
 * Mails the guardian a new link. The old link stops working.
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
    const updated = await tx
      .updateTable('usa_requests')
      .set({ consentimento_chave: link.chave, consentimento_expira_em: link.expiraEm })
      .where('id', '=', request.id)
      .where('consentimento_em', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (updated) await mailConsentLink(tx, link, ctx.now());
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

/** The request as the guardian sees it before consenting. */
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

/** The purpose of the sealed key in such a link. */
const CONSENT_LINK = 'abroad-consent';
const LINK_DAYS = 7;

/** The link in a guardian's mail. Nobody else gets it, in particular not the student. */
export interface ConsentLink {
  chave: string;
  expiraEm: string;
  mail: Mail;
}

interface About {
  aluno: string;
  responsavel: { full_name: string; email: string };
  marca: 'knn' | 'phenom' | null;
  turma: { nome: string; destino: string; inicio: string; fim: string };
}

/** Makes a link for one consent and its mail. */
export async function makeConsentLink(
  { tokens, config, now }: Pick<School, 'tokens' | 'config' | 'now'>,
  { aluno, responsavel, marca, turma }: About,
): Promise<ConsentLink> {
  const { chave, expiraEm, token } = await makeKeyedLink({ tokens, now }, CONSENT_LINK, LINK_DAYS);
  const name = firstName(aluno);
  const brand = marca ?? 'knn';
  const body = await renderMail({
    brand,
    preview: `${name} precisa da sua autorização para viajar.`,
    title: `Olá, ${firstName(responsavel.full_name)}`,
    paragraphs: [
      `${aluno} se inscreveu em ${turma.nome}, em ${turma.destino}, de ${formatDay(turma.inicio)} a ${formatDay(turma.fim)}, e indicou você como responsável.`,
      `Leia os dados da viagem e diga se autoriza. O link vale por ${LINK_DAYS} dias, e pedimos o seu CPF para conferir.`,
      'Se você não conhece este pedido, ignore esta mensagem: sem a autorização ele não é aprovado.',
    ],
    action: { label: 'Ler e autorizar', href: publicUrl(config, brand) + routes.authorize(token) },
  });
  const subject = `${name} pede a sua autorização para viajar`;
  return { chave, expiraEm, mail: { to: responsavel.email, subject, ...body } };
}

/** Puts the mail into the outbox, in the transaction that stores the link's key. */
export async function mailConsentLink(tx: Db, { mail }: ConsentLink, at: Date): Promise<void> {
  await queueMail(tx, 'abroad-consent', mail, at);
}
