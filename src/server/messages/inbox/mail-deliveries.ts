import { sql } from 'kysely';
import { type BrandKey, brands } from '#lib/brand.ts';
import { firstName } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import { broadcastMessages } from '#lib/words/broadcasts.ts';
import { bundleText } from '#lib/words/inbox.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import { locked } from '../../core/db/locking.ts';
import { withUnit } from '../../core/db/people.ts';
import type { School } from '../../core/http/ctx.ts';
import { publicUrl } from '../../core/http/public-url.ts';
import { renderMail } from '../../core/ports/render-mail.ts';
import { queueMail } from '../mail/outbox.ts';
import { addressOf } from './guardian-accounts.ts';
import type { NoticeText } from './kinds.ts';
import { mailChoiceToken } from './mail-choice.ts';

/** Mails of each kind in one run, so that login mails and guardians' mails never wait behind those to a whole school. */
const AT_ONCE = 20;

/**
 * Puts due deliveries by mail into the outbox, each once, in any number of processes: messages for people without a device, and
 * notices for guardians without an account.
 */
export async function mailDeliveries(school: School): Promise<void> {
  for (const isBroadcast of [false, true]) {
    const due = await dueMails(school)
      .where('deliveries.sending_id', isBroadcast ? 'is not' : 'is', null)
      .execute();
    // Mails to a guardian that are due together are sent as one: the first of them includes the others.
    const firsts = due.filter((row, at) => row.reader === null || due.findIndex((one) => isWith(one, row)) === at);
    await oneByOne(school.log, firsts, { job: 'mailDeliveries', idOf: ({ id }) => id }, (row) => mail(school, row));
    if (due.length === AT_ONCE) school.wake();
  }
}

const dueMails = ({ db, now }: School) =>
  db
    .selectFrom('deliveries')
    .leftJoin('notices', 'notices.id', 'deliveries.notice_id')
    .innerJoin('users', 'users.id', 'deliveries.user_id')
    .$call(withUnit)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select([
      'deliveries.id',
      'deliveries.user_id',
      'deliveries.content',
      'notices.title',
      'notices.body',
      'notices.path',
    ])
    .select(['users.full_name', 'users.email', 'users.guardian', 'schools.marca'])
    .select('deliveries.reader')
    .where('deliveries.target', '=', 'mail')
    // A literal, to match the partial index.
    .where('deliveries.status', '=', sql.lit('na_fila'))
    .where('deliveries.due_at', '<=', now().toISOString())
    .orderBy('deliveries.due_at')
    .orderBy('deliveries.id')
    .limit(AT_ONCE);

type Due = Awaited<ReturnType<ReturnType<typeof dueMails>['execute']>>[number];

/**
 * Whether two mails are sent as one: to one guardian by the stored and the current address, since a family's may change
 * meanwhile.
 */
const isWith = (one: Due, other: Due): boolean =>
  one.reader === other.reader && addressOf(one) === addressOf(other) && brandOf(one) === brandOf(other);

const brandOf = ({ marca }: Pick<Due, 'marca'>): BrandKey => marca ?? 'knn';

/** The same reader's other mails that are due. */
async function othersOf(school: School, row: Due): Promise<Due[]> {
  const { id, reader } = row;
  if (reader === null) return [];
  const others = dueMails(school).where('deliveries.reader', '=', reader).where('deliveries.id', '<>', id);
  return (await others.execute()).filter((other) => isWith(row, other));
}

async function mail(school: School, row: Due): Promise<void> {
  const { db, now } = school;
  const rows = [row, ...(await othersOf(school, row))];
  const ids = rows.map(({ id }) => id).toSorted((a, b) => a - b);
  const written = await (row.content === null ? toReader(school, row) : toGuardian(school, rows));
  await db.transaction().execute(async (tx) => {
    const end = written
      ? { status: 'aceita' as const }
      : { status: 'falhou' as const, reason: row.title === null && row.content === null ? 'no_message' : 'no_address' };
    // In the order of their ids, so that two processes do not deadlock.
    const waiting = tx
      .selectFrom('deliveries')
      .select('id')
      .where('id', 'in', ids)
      .where('status', '=', 'na_fila')
      .orderBy('id');
    // Another process has mailed some of them meanwhile: the rest is sent in the next run.
    if ((await locked(tx, waiting, 'update').execute()).length < ids.length) return;
    await tx
      .updateTable('deliveries')
      .set({ ...end, at: now().toISOString() })
      .where('id', 'in', ids)
      .execute();
    if (written) await queueMail(tx, written.kind, written, now());
  });
}

/** A message of the school, with a link that unsubscribes without a login. */
async function toReader({ config, tokens }: School, { user_id, title, body, path, full_name, email, marca }: Due) {
  if (title === null || body === null || path === null || email === '') return null;
  const brand = marca ?? 'knn';
  const portal = publicUrl(config, brand);
  const unsubscribe = portal + routes.notices.mailChoice(mailChoiceToken(tokens, user_id));
  const content = await renderMail({
    ...contentFor(full_name, { title, body, path: portal + path }, brand),
    foot: {
      text: broadcastMessages.mailFoot(brands[brand].name),
      label: broadcastMessages.unsubscribe,
      href: unsubscribe,
    },
  });
  return { kind: 'mensagem', to: email, subject: title, unsubscribe, ...content };
}

/** Notices of minors, for their guardian. Without an address nothing is sent. */
async function toGuardian({ config }: School, rows: readonly Due[]) {
  const [first] = rows;
  const { guardian, marca } = first ?? { guardian: null, marca: null };
  const { full_name = '', email } = JSON.parse(guardian ?? '{}') as { full_name?: string; email?: string };
  if (!email) return null;
  const brand = marca ?? 'knn';
  const portal = publicUrl(config, brand);
  const texts = rows.map((each): NoticeText => JSON.parse(each.content ?? '{}'));
  const [one, ...others] = texts;
  if (!one) return null;
  const names = new Set(rows.map((each) => firstName(each.full_name)));
  const { title } = others.length === 0 ? one : bundleText(texts, names.size === 1 ? [...names][0] : undefined);
  // Each notice has a page of its own: the button links the first, the others show their address.
  const lines = others.flatMap((each) => [`${each.title}. ${each.body}`, portal + each.path]);
  const content = await renderMail(
    contentFor(full_name, { ...one, path: portal + one.path }, brand, [
      ...lines,
      `Você recebe esta mensagem porque é responsável por um aluno no portal ${brands[brand].name}.`,
    ]),
  );
  return { kind: 'notice', to: email, subject: title, ...content };
}

const contentFor = (reader: string, { title, body, path }: NoticeText, brand: BrandKey, more: string[] = []) => ({
  brand,
  preview: title,
  title: `Olá, ${firstName(reader)}`,
  paragraphs: [`${title}.`, body, ...more],
  action: { label: 'Ver no portal', href: path },
});
