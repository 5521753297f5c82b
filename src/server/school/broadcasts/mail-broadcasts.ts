import { type BrandKey, brands } from '#lib/brand.ts';
import { firstName } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import { broadcastMessages } from '#lib/words/broadcasts.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import { withUnit } from '../../core/db/people.ts';
import type { School } from '../../core/http/ctx.ts';
import { publicUrl } from '../../core/http/public-url.ts';
import { renderMail } from '../../core/ports/render-mail.ts';
import { mailChoiceToken } from '../../messages/inbox/mail-choice.ts';
import { queueMail } from '../../messages/mail/outbox.ts';

/** So many in a turn: the mails of logins wait behind no whole school. */
const AT_ONCE = 20;

/**
 * Queues the mails of messages for people without a device, each once, in any number of processes. The words are those
 * of the person's notice. A cancelled message sends none.
 */
export async function mailBroadcasts(school: School): Promise<void> {
  const due = await dueMails(school).execute();
  await oneByOne(school.log, due, { job: 'mailBroadcasts', idOf: ({ user_id }) => user_id }, (row) =>
    mail(school, row),
  );
  if (due.length === AT_ONCE) school.wake();
}

const dueMails = ({ db, now }: School) =>
  db
    .selectFrom('sending_mails')
    .innerJoin('sendings', 'sendings.id', 'sending_mails.sending_id')
    .innerJoin('notices', (join) =>
      join
        .onRef('notices.sending_id', '=', 'sending_mails.sending_id')
        .onRef('notices.user_id', '=', 'sending_mails.user_id'),
    )
    .innerJoin('users', 'users.id', 'sending_mails.user_id')
    .$call(withUnit)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['sending_mails.sending_id', 'sending_mails.user_id'])
    .select(['notices.title', 'notices.body', 'notices.path', 'users.full_name', 'users.email', 'schools.marca'])
    .where('sending_mails.queued_at', 'is', null)
    .where('sending_mails.due_at', '<=', now().toISOString())
    .where('sendings.status', '<>', 'cancelada')
    .orderBy('sending_mails.due_at')
    .orderBy('sending_mails.sending_id')
    .orderBy('sending_mails.user_id')
    .limit(AT_ONCE);

type Due = Awaited<ReturnType<ReturnType<typeof dueMails>['execute']>>[number];

async function mail(school: School, row: Due): Promise<void> {
  const { db, now, tokens, config } = school;
  const brand = row.marca ?? 'knn';
  const portal = publicUrl(config, brand);
  const unsubscribe = portal + routes.notices.mailChoice(mailChoiceToken(tokens, row.user_id));
  const content = await renderMail(contentOf(row, brand, portal, unsubscribe));
  await db.transaction().execute(async (tx) => {
    const claimed = await tx
      .updateTable('sending_mails')
      .set({ queued_at: now().toISOString() })
      .where('sending_id', '=', row.sending_id)
      .where('user_id', '=', row.user_id)
      .where('queued_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst();
    if (!claimed || !row.email) return;
    await queueMail(tx, 'mensagem', { to: row.email, subject: row.title, unsubscribe, ...content }, now());
  });
}

function contentOf({ title, body, path, full_name }: Due, brand: BrandKey, portal: string, unsubscribe: string) {
  return {
    brand,
    preview: title,
    title: `Olá, ${firstName(full_name)}`,
    paragraphs: [`${title}.`, body],
    action: { label: 'Ver no portal', href: portal + path },
    foot: {
      text: broadcastMessages.mailFoot(brands[brand].name),
      label: broadcastMessages.unsubscribe,
      href: unsubscribe,
    },
  };
}
