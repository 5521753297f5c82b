import { NoticeKind, type NoticePreferences, StaffKind } from '#lib/contract/inbox.schema.ts';
import type { QuietHours } from '#lib/rules/inbox/quiet-hours.ts';
import type { Db } from '../../core/db/connection.ts';
import { onePage } from '../../core/db/keyset.ts';
import { decidingSchool, isTeacher } from '../../core/http/access.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import { quietOf, quietOfSchoolOf, type SchoolHours } from '../devices/quiet-hours.ts';
import { exampleText, kinds } from './kinds.ts';

/**
 * A person's settings for pushes: each category is on unless switched off, and the school's quiet hours are the
 * default.
 */
export async function readPreferences({ db, session }: Pick<Ctx, 'db' | 'session'>) {
  const { userId, rights } = session;
  const teaches = isTeacher(session);
  const [rows, own] = await Promise.all([
    db.selectFrom('notification_preferences').select(['category', 'enabled']).where('user_id', '=', userId).execute(),
    db.selectFrom('quiet_hours').select(['de', 'ate']).where('user_id', '=', userId).executeTakeFirst(),
  ]);
  const switchedOn = new Set(rows.filter(({ enabled }) => enabled).map(({ category }) => category));
  const off = new Set(rows.filter(({ enabled }) => !enabled).map(({ category }) => category));
  const isOn = (what: string) => !off.has(what);
  return {
    aula: isOn('aula'),
    financeiro: isOn('financeiro'),
    clube: isOn('clube'),
    pedido: isOn('pedido'),
    campanha: isOn('campanha'),
    aviso: isOn('aviso'),
    falta: switchedOn.has('falta'),
    filhos: isOn('filhos'),
    email: isOn('email'),
    // The kinds that the user's rights open; empty for others.
    equipe: StaffKind.options
      .filter((kind) => rights.has(kinds[kind].right) || (teaches && kinds[kind].isOfTeachers))
      .map((kind) => ({ kind, nome: kinds[kind].nome, enabled: isOn(kind) })),
    // Null for people who are no staff.
    resumo: rights.size > 0 ? isOn('resumo') : null,
    quiet: own ?? (await quietOfSchoolOf(db, userId)),
  };
}

/**
 * Changes the submitted settings and leaves the rest. Equal quiet hours mean none. Hours equal to the school's keep following the
 * school, since a form always submits them.
 */
export async function updatePreferences(
  db: Db,
  userId: number,
  { quiet, equipe = {}, ...requested }: NoticePreferences,
): Promise<void> {
  const rows = Object.entries({ ...requested, ...equipe }).flatMap(([category, enabled]) =>
    enabled === undefined ? [] : [{ user_id: userId, category, enabled }],
  );
  await db.transaction().execute(async (tx) => {
    if (rows.length > 0) {
      await tx
        .insertInto('notification_preferences')
        .values(rows)
        .onConflict((known) =>
          known.columns(['user_id', 'category']).doUpdateSet(({ ref }) => ({ enabled: ref('excluded.enabled') })),
        )
        .execute();
    }
    if (!quiet) return;
    const usual = await quietOfSchoolOf(tx, userId);
    if (quiet.de === usual.de && quiet.ate === usual.ate) {
      await tx.deleteFrom('quiet_hours').where('user_id', '=', userId).execute();
    } else {
      await tx
        .insertInto('quiet_hours')
        .values({ user_id: userId, ...quiet })
        .onConflict((known) => known.column('user_id').doUpdateSet(quiet))
        .execute();
    }
  });
}

/** Every kind with an example text, and whether the user's school has it on. @throws Refusal 403, 409 */
export async function listKinds(ctx: Ctx) {
  const escolaId = decidingSchool(ctx);
  const off = await kindsOff(ctx.db, escolaId);
  const items = NoticeKind.options.map((kind, at) => ({ id: at + 1, ...present(kind, !off.has(kind)) }));
  return onePage(items);
}

/**
 * Switches a kind on or off for the user's school; for admins also only for their own school.
 *
 * @throws Refusal 403, 409 without a school.
 */
export async function switchKind(ctx: Ctx, kind: NoticeKind, enabled: boolean) {
  const escola_id = decidingSchool(ctx);
  await ctx.db.transaction().execute(async (tx) => {
    const changed = enabled
      ? await tx
          .deleteFrom('notice_kinds_off')
          .where('escola_id', '=', escola_id)
          .where('kind', '=', kind)
          .returning('kind')
          .executeTakeFirst()
      : await tx
          .insertInto('notice_kinds_off')
          .values({ escola_id, kind })
          .onConflict((known) => known.doNothing())
          .returning('kind')
          .executeTakeFirst();
    if (changed) await audit({ ...ctx, db: tx }, enabled ? 'notice-kind-on' : 'notice-kind-off', `notice-kind:${kind}`);
  });
  return present(kind, enabled);
}

async function kindsOff(db: Db, escolaId: number): Promise<Set<string>> {
  const rows = await db.selectFrom('notice_kinds_off').select('kind').where('escola_id', '=', escolaId).execute();
  return new Set(rows.map(({ kind }) => kind));
}

function present(kind: NoticeKind, enabled: boolean) {
  const { nome, category } = kinds[kind];
  const { title, body } = exampleText(kind);
  return { kind, nome, category, exemplo: `${title}\n${body}`, enabled };
}

/** The school's quiet hours for people without their own. @throws Refusal 403, 409 without a school. */
export async function readSchoolQuiet(ctx: Ctx): Promise<QuietHours> {
  return quietOf(await hoursOf(ctx.db, decidingSchool(ctx)));
}

/**
 * Sets the school's quiet hours, also for waiting messages: a push checks the hours again when it is sent. @throws Refusal 403,
 * 409
 */
export async function updateSchoolQuiet(ctx: Ctx, { de, ate }: QuietHours): Promise<QuietHours> {
  const id = decidingSchool(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const before = quietOf(await hoursOf(tx, id));
    if (before.de === de && before.ate === ate) return before;
    const changed = await tx
      .updateTable('schools')
      .set({ silencio_de: de, silencio_ate: ate })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw notFound();
    await audit({ ...ctx, db: tx }, 'school-quiet', `school:${id}`, { antes: { ...before }, depois: { de, ate } });
    return { de, ate };
  });
}

const hoursOf = (db: Db, id: number): Promise<SchoolHours | undefined> =>
  db.selectFrom('schools').select(['silencio_de', 'silencio_ate']).where('id', '=', id).executeTakeFirst();
