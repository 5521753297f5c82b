import { type NoticePreferences, StaffKind } from '#lib/contract/inbox.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import { isTeacher } from '../../core/http/access.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { quietOfSchoolOf } from '../devices/quiet-hours.ts';
import { staffKinds } from './staff-kinds.ts';

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
  const off = new Set(rows.filter(({ enabled }) => !enabled).map(({ category }) => category));
  const isOn = (what: string) => !off.has(what);
  return {
    aula: isOn('aula'),
    financeiro: isOn('financeiro'),
    clube: isOn('clube'),
    pedido: isOn('pedido'),
    campanha: isOn('campanha'),
    aviso: isOn('aviso'),
    email: isOn('email'),
    // The kinds that the user's rights open; empty for others.
    equipe: StaffKind.options
      .filter((kind) => rights.has(staffKinds[kind].right) || (teaches && staffKinds[kind].isOfTeachers))
      .map((kind) => ({ kind, nome: staffKinds[kind].nome, enabled: isOn(kind) })),
    // Null for people who are no staff.
    resumo: rights.size > 0 ? isOn('resumo') : null,
    quiet: own ?? (await quietOfSchoolOf(db, userId)),
  };
}

/**
 * Changes the named settings and keeps the rest. Equal quiet hours mean never. Hours equal to the school's keep
 * following the school, since a form always sends them along.
 */
export async function updatePreferences(
  db: Db,
  userId: number,
  { quiet, equipe = {}, ...wanted }: NoticePreferences,
): Promise<void> {
  const rows = Object.entries({ ...wanted, ...equipe }).flatMap(([category, enabled]) =>
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
