import { type BrandKey, brands } from '#lib/brand.ts';
import { firstName } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import { ADMIN_ACTION_ID, MANAGER_ACTION_ID } from '#lib/rules/people/roles.ts';
import { clockIn, dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import { digestWords, waitingText } from '#lib/words/panel.ts';
import type { Db } from '../../core/db/connection.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import { enrolled } from '../../core/db/people.ts';
import { reachBy } from '../../core/http/access.ts';
import type { School } from '../../core/http/ctx.ts';
import { publicUrl } from '../../core/http/public-url.ts';
import { renderMail } from '../../core/ports/render-mail.ts';
import { readRights } from '../../identity/auth/read-rights.ts';
import { queueMail } from '../../messages/mail/outbox.ts';
import { readWaiting } from './waiting.ts';

const AT_ONCE = 20;
/** Clock times at the unit: if the server was down in the morning, no digest is sent in the evening. */
const FROM = '07:00';
const UNTIL = '12:00';

/**
 * Mails staff each morning a digest of what waits for them, once a day at their unit, and only if something waits. A preference
 * switches it off.
 */
export async function mailDigests(school: School): Promise<void> {
  const { db, config, now, log } = school;
  const units = await db.selectFrom('companies').select('timezone').distinct().execute();
  const zones = units.flatMap(({ timezone }) => {
    const clock = clockIn(zoneOr(timezone, config.SCHOOL_TIME_ZONE), now());
    return clock >= FROM && clock < UNTIL ? [timezone] : [];
  });
  for (const timezone of zones) {
    const day = dayIn(zoneOr(timezone, config.SCHOOL_TIME_ZONE), now());
    const staff = await undecided(db, timezone, day);
    await oneByOne(log, staff, { job: 'mailDigests', idOf: ({ id }) => id }, (person) => decide(school, person, day));
  }
}

/** Staff of a time zone whose digest of this day is not decided yet. */
const undecided = (db: Db, timezone: string, day: string) =>
  enrolled(db)
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .leftJoin('staff_digests', 'staff_digests.user_id', 'users.id')
    .select(['users.id', 'users.full_name', 'users.email', 'companies.id as company_id', 'companies.escola_id'])
    .select('schools.marca')
    .where('companies.timezone', '=', timezone)
    .where('users.is_blocked', '=', false)
    .where('users.id', 'in', ({ selectFrom }) =>
      selectFrom('user_actions').select('user_actions.user_id').where('user_actions.action_id', '=', MANAGER_ACTION_ID),
    )
    // Admins are excluded: they belong to all schools.
    .where('users.id', 'not in', ({ selectFrom }) =>
      selectFrom('user_actions').select('user_actions.user_id').where('user_actions.action_id', '=', ADMIN_ACTION_ID),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notification_preferences')
            .select('notification_preferences.user_id')
            .whereRef('notification_preferences.user_id', '=', 'users.id')
            .where('notification_preferences.category', '=', 'resumo')
            .where('notification_preferences.enabled', '=', false),
        ),
      ),
    )
    .where((where) => where.or([where('staff_digests.day', 'is', null), where('staff_digests.day', '<', day)]))
    .orderBy('users.id')
    .limit(AT_ONCE)
    .execute();

type Person = Awaited<ReturnType<typeof undecided>>[number];

async function decide(school: School, person: Person, day: string): Promise<void> {
  const { db, now } = school;
  const waiting = person.email ? await waitingFor(school, person, day) : [];
  const content = waiting.length > 0 ? await renderMail(contentOf(school, person, waiting)) : null;
  await db.transaction().execute(async (tx) => {
    const decided = await tx
      .insertInto('staff_digests')
      .values({ user_id: person.id, day })
      .onConflict((known) => known.column('user_id').doUpdateSet({ day }).where('staff_digests.day', '<', day))
      .returning('user_id')
      .executeTakeFirst();
    if (!decided || !content || !person.email) return;
    await queueMail(
      tx,
      'resumo',
      { to: person.email, subject: digestWords.subject(waiting.length), ...content },
      now(),
    );
  });
}

async function waitingFor({ db, config, now }: School, { id, company_id, escola_id }: Person, today: string) {
  const actions = await db.selectFrom('user_actions').select('action_id').where('user_id', '=', id).execute();
  const actionIds = new Set(actions.map(({ action_id }) => action_id));
  const rights = await readRights(db, { userId: id, actionIds, companyId: company_id });
  const session = { actionIds, rights, escolaId: escola_id };
  return readWaiting(db, (right) => reachBy(session, [right]), { config, now: now(), today });
}

/** Turns a note of the panel into a part of a sentence. `R$` stays unchanged. */
const asPart = (note: string) => note.replace(/\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());

const contentOf = (
  { config }: School,
  { full_name, marca }: { full_name: string; marca: BrandKey },
  waiting: Parameters<typeof waitingText>[0][],
) => ({
  brand: marca,
  preview: digestWords.subject(waiting.length),
  title: `Bom dia, ${firstName(full_name)}`,
  paragraphs: [
    digestWords.lead,
    ...waiting.map(waitingText).map(({ title, note }) => `• ${title}: ${asPart(note)}`),
    digestWords.foot(brands[marca].name),
  ],
  action: { label: 'Abrir o painel', href: publicUrl(config, marca) + routes.manager.home() },
});
