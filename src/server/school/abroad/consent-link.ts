import { formatDay } from '#lib/format/dates.ts';
import { firstName } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import type { Db } from '../../core/db/connection.ts';
import type { School } from '../../core/http/ctx.ts';
import { publicUrl } from '../../core/http/public-url.ts';
import type { Mail } from '../../core/ports/mail.ts';
import { renderMail } from '../../core/ports/render-mail.ts';
import { makeKeyedLink } from '../../identity/auth/keyed-link.ts';
import { queueMail } from '../../messages/mail/outbox.ts';

/** The purpose of the sealed key in such a link. */
export const CONSENT_LINK = 'abroad-consent';
const LINK_DAYS = 7;

/** The link in a guardian's mail. Nobody else gets it, above all not the student. */
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
