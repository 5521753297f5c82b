import { type Expression, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Audience, AudienceChoices, Counts, Reach } from '#lib/contract/broadcasts.schema.ts';
import type { NoticeCategory } from '#lib/contract/inbox.schema.ts';
import { firstName } from '#lib/format/text.ts';
import { isAboutBills } from '#lib/rules/finance/about-bills.ts';
import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import type { Db } from '../../core/db/connection.ts';
import { mailsUnwanted } from '../../core/db/mails-unwanted.ts';
import { inUnit } from '../../core/db/people.ts';
import { within } from '../../core/db/reach.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';
import { takesMessages } from '../../messages/whatsapp/queue.ts';
import { readersInReach } from './access.ts';
import { type Addressed, audienceQuery, hasGuardian } from './audience.ts';
import { countByUnit, takersOf } from './by-whatsapp.ts';
import type { previewAudienceInput } from './inputs.ts';
import { atMessageLimit } from './limits.ts';

const NAMES = 5;
const MAX_ID = 2_147_483_647;

/**
 * The people that the audience of a query reaches now. Ids outside the user's school match nobody. @throws Refusal 403,
 * 429
 */
export async function previewAudience(
  ctx: Ctx,
  {
    category,
    cobranca,
    urgente = false,
    por_email = false,
    por_whatsapp = false,
    ...query
  }: z.output<typeof previewAudienceInput>,
): Promise<Reach> {
  const reach = readersInReach(ctx);
  await ctx.limits.take('audience', `user:${ctx.session.userId}`);
  const audience: Audience = {
    ...query,
    all: query.all ?? false,
    company_ids: idsOf(query.company_ids),
    turma_ids: idsOf(query.turma_ids),
    livro_ids: idsOf(query.livro_ids),
    user_ids: idsOf(query.user_ids),
    exclude_user_ids: idsOf(query.exclude_user_ids),
  };
  const message = {
    ...{ category: category ?? null, namesDueDay: cobranca ?? false, isUrgent: urgente },
    ...{ byMail: por_email, byWhatsapp: por_whatsapp },
  };
  const hasReachedLimit = urgente ? null : await atMessageLimit(ctx.db, ctx.now());
  const [counts, first_names, left_out_names] = await Promise.all([
    countAudience(ctx.db, ctx, { audience, reach }, message),
    namesIn(ctx, { audience, reach }, hasReachedLimit && sql<boolean>`(${hasReachedLimit}) is not true`, firstName),
    hasReachedLimit ? namesIn(ctx, { audience, reach }, hasReachedLimit, (name) => name) : [],
  ]);
  return { ...counts, first_names, left_out_names };
}

/** A list with only unknown ids has to stay a list: without a list the audience would be everybody. */
const idsOf = (list: string | undefined): number[] =>
  list === undefined ? [] : list.split(',').map((id) => (Number(id) <= MAX_ID ? Number(id) : 0));

interface Message {
  category: NoticeCategory | null;
  namesDueDay: boolean;
  isUrgent: boolean;
  byMail: boolean;
  byWhatsapp: boolean;
}

/**
 * The people of an audience that only names individual people, whose devices are found by their ids. Null for any other audience.
 */
const onlyPeople = ({ all, company_ids, turma_ids, livro_ids, user_ids }: Audience): readonly number[] | null =>
  !all && user_ids.length > 0 && company_ids.length + turma_ids.length + livro_ids.length === 0 ? user_ids : null;

/**
 * Counts an audience now.
 *
 * @param category which people may switch off for pushes; null: nobody can. @param namesDueDay whether the text names the due
 *   day. @param isUrgent the message limit does not apply. @param byMail also by mail
 * @param byWhatsapp also by WhatsApp
 */
export async function countAudience(
  db: Db,
  school: Pick<School, 'config' | 'now'>,
  addressed: Addressed,
  { category, namesDueDay, isUrgent, byMail, byWhatsapp }: Message,
): Promise<Counts> {
  const { device_type } = addressed.audience;
  const all = await audienceQuery(db, school, addressed, school.now());
  const isDiverted = isAboutBills({ category, audience: addressed.audience }, namesDueDay)
    ? await hasGuardian(db, school, school.now())
    : null;
  const guardians = isDiverted ? await countAll(all.where(isDiverted)) : 0;
  const direct = isDiverted ? all.where(sql<boolean>`(${isDiverted}) is not true`) : all;
  const hasReachedLimit = isUrgent ? null : await atMessageLimit(db, school.now());
  const left_out = hasReachedLimit ? await countAll(direct.where(hasReachedLimit)) : 0;
  const named = onlyPeople(addressed.audience);
  const readers = hasReachedLimit ? direct.where(sql<boolean>`(${hasReachedLimit}) is not true`) : direct;
  const takers = byWhatsapp ? takersOf(db, school.now(), category) : null;
  const whatsapp_units = takers ? await countByUnit(readers, takers) : [];
  const whatsapp = whatsapp_units.reduce((sum, { pessoas }) => sum + pessoas, 0);
  const row = await (takers ? readers.where('users.id', 'not in', takers.select('users.id')) : readers)
    .leftJoin(
      (eb) => {
        const owned = eb
          .selectFrom('push_subscriptions')
          .select(({ fn }) => ['push_subscriptions.user_id', fn.countAll<number | string>().as('devices')])
          .$if(named !== null, (query) => query.where('push_subscriptions.user_id', 'in', named ?? []))
          .groupBy('push_subscriptions.user_id');
        return (device_type ? owned.where('push_subscriptions.device_type', '=', device_type) : owned).as('owned');
      },
      (join) => join.onRef('owned.user_id', '=', 'users.id'),
    )
    .leftJoin('notification_preferences', (join) =>
      join
        .onRef('notification_preferences.user_id', '=', 'users.id')
        .on('notification_preferences.category', '=', category ?? '')
        .on('notification_preferences.enabled', '=', false),
    )
    .select(({ fn }) => [
      fn.countAll<number | string>().as('people'),
      fn.coalesce(fn.sum<number | string>('owned.devices'), sql<number>`0`).as('devices'),
      fn.count<number | string>('owned.user_id').as('with_push'),
      sql<number | string>`count(case when owned.user_id is not null then notification_preferences.user_id end)`.as(
        'opted_out',
      ),
      sql<number | string>`count(case when owned.user_id is null and notification_preferences.user_id is null
        and users.email <> '' and not exists ${mailsUnwanted} then 1 end)`.as('mails'),
    ])
    .executeTakeFirstOrThrow();
  return {
    ...noCounts,
    people: Number(row.people) + whatsapp + guardians,
    guardians,
    devices: Number(row.devices),
    without_push: Number(row.people) - Number(row.with_push),
    opted_out: Number(row.opted_out),
    mails: byMail ? Number(row.mails) : 0,
    left_out,
    ...(byWhatsapp && { whatsapp, whatsapp_units }),
  };
}

export const noCounts: Counts = {
  people: 0,
  devices: 0,
  without_push: 0,
  opted_out: 0,
  guardians: 0,
  accepted: 0,
  shown: 0,
  clicked: 0,
  failed: 0,
  expired: 0,
  retrying: 0,
};

async function countAll(query: Awaited<ReturnType<typeof audienceQuery>>): Promise<number> {
  const { people } = await query
    .select(({ fn }) => fn.countAll<number | string>().as('people'))
    .executeTakeFirstOrThrow();
  return Number(people);
}

async function namesIn(
  ctx: Ctx,
  addressed: Addressed,
  condition: Expression<SqlBool> | null,
  say: (name: string) => string,
): Promise<string[]> {
  const all = await audienceQuery(ctx.db, ctx, addressed, ctx.now());
  const rows = await (condition ? all.where(condition) : all)
    .select('users.full_name')
    .orderBy('users.id')
    .limit(NAMES)
    .execute();
  return rows.map(({ full_name }) => say(full_name)).filter((name) => name !== '');
}

/** The user's units, classes, books and brands, each in the order of their names. @throws Refusal 403 */
export async function listAudienceChoices(ctx: Ctx): Promise<AudienceChoices> {
  const { db } = ctx;
  const reach = readersInReach(ctx);
  const isInReach = within(reach);
  const companies = await db
    .selectFrom('companies')
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['companies.id', 'companies.nome', 'schools.marca'])
    .where('companies.id', '<>', BLOCKED_COMPANY_ID)
    // Students of a closed unit can still be written to.
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('companies.encerrada_em', 'is', null),
        exists(
          selectFrom('drive_users')
            .select('drive_users.id')
            .whereRef('drive_users.company_id', '=', 'companies.id')
            .where('drive_users.encerrado_em', 'is', null),
        ),
      ]),
    )
    .$call(isInReach)
    .orderBy('companies.nome')
    .orderBy('companies.id')
    .execute();
  const turmas = await db
    .selectFrom('turmas')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .select(['turmas.id', 'turmas.nome', 'companies.nome as company'])
    .where('turmas.status', 'in', ['ativa', 'futura'])
    .where('companies.id', '<>', BLOCKED_COMPANY_ID)
    .$call(isInReach)
    .orderBy('companies.nome')
    .orderBy('turmas.nome')
    .orderBy('turmas.id')
    .execute();
  const livros = await db
    .selectFrom('livros')
    .select(['livros.id', 'livros.nome'])
    .where(({ exists, selectFrom }) => {
      const owners = selectFrom('user_books').select('user_books.id').whereRef('user_books.livro_id', '=', 'livros.id');
      // Evaluated for each owner: with a join, SQLite would read all people of the units for each book.
      return exists(
        owners.where((of) => {
          const owner = of.selectFrom('users').whereRef('users.id', '=', 'user_books.user_id').$call(inUnit);
          return of.exists(owner.$call(isInReach).select('users.id'));
        }),
      );
    })
    .orderBy('livros.nome')
    .orderBy('livros.id')
    .execute();
  return {
    companies: companies.map(({ id, nome }) => ({ id, nome })),
    turmas,
    livros,
    brands: [...new Set(companies.map(({ marca }) => marca))].sort(),
    whatsapp: await takesMessages(db, reach),
  };
}
