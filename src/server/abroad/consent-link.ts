import { randomBytes } from 'node:crypto';
import { formatDay } from '#lib/format/dates.ts';
import { firstName } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import type { Db } from '../db/connection.ts';
import type { School } from '../http/ctx.ts';
import { publicUrl } from '../http/public-url.ts';
import { renderMail } from '../ports/mail-layout.ts';

const LINK = 'abroad-consent';
const DAY_S = 24 * 60 * 60;
export const LINK_DAYS = 7;

/** The link that stands in a guardian's mail: nobody else gets it, the student least of all. */
export interface ConsentLink {
  chave: string;
  expiraEm: string;
  mail: { recipient: string; subject: string; html: string; text: string };
}

interface About {
  aluno: string;
  responsavel: { full_name: string; email: string };
  marca: 'knn' | 'phenom' | null;
  turma: { nome: string; destino: string; inicio: string; fim: string };
}

/** Makes a link for one consent and the mail that carries it. Before the transaction: laying a mail out takes its time. */
export async function makeConsentLink(
  { tokens, config, now }: Pick<School, 'tokens' | 'config' | 'now'>,
  { aluno, responsavel, marca, turma }: About,
): Promise<ConsentLink> {
  const chave = randomBytes(18).toString('hex');
  const expiraEm = new Date(now().getTime() + LINK_DAYS * DAY_S * 1000).toISOString();
  const token = await tokens.seal(LINK, { k: chave, e: expiraEm }, LINK_DAYS * DAY_S);
  const name = firstName(aluno);
  const body = await renderMail({
    brand: marca ?? 'knn',
    preview: `${name} precisa da sua autorização para viajar.`,
    title: `Olá, ${firstName(responsavel.full_name)}`,
    paragraphs: [
      `${aluno} se inscreveu em ${turma.nome}, em ${turma.destino}, de ${formatDay(turma.inicio)} a ${formatDay(turma.fim)}, e indicou você como responsável.`,
      `Leia os dados da viagem e diga se autoriza. O link vale por ${LINK_DAYS} dias, e pedimos o seu CPF para conferir.`,
      'Se você não conhece este pedido, ignore esta mensagem: sem a autorização ele não é aprovado.',
    ],
    action: { label: 'Ler e autorizar', href: publicUrl(config) + routes.authorize(token) },
  });
  const subject = `${name} pede a sua autorização para viajar`;
  return { chave, expiraEm, mail: { recipient: responsavel.email, subject, ...body } };
}

/** Puts the mail into the outbox, in the transaction that keeps the link's key. */
export async function mailConsentLink(tx: Db, { mail }: ConsentLink, at: Date): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({
      kind: 'abroad-consent',
      ...mail,
      created_at: at.toISOString(),
      claimed_until: null,
      attempts: 0,
      sent_at: null,
      last_error: null,
    })
    .execute();
}

/** @returns the key of a link that is ours and in its time; undefined else */
export async function keyOfLink(
  { tokens, now }: Pick<School, 'tokens' | 'now'>,
  token: string,
): Promise<string | undefined> {
  const sealed = await tokens.open(LINK, token);
  if (typeof sealed?.k !== 'string' || typeof sealed.e !== 'string') return undefined;
  return sealed.e > now().toISOString() ? sealed.k : undefined;
}
