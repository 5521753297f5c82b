import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { NoticeKind } from '#lib/contract/inbox.schema.ts';
import type { Schema } from '#server/tables.ts';

/** A column of the outer query, such as `turma_alunos.user_id`. */
type Column = `${keyof Schema}.${string}`;
const { not, or, exists, selectFrom } = expressionBuilder<Schema, never>();

/**
 * A condition for queries of events: neither the reader nor the reader's guardian has got this notice.
 *
 * @param about the same text as `about` of the event, in SQL
 */
export function isUntold(kind: NoticeKind, userId: Column, about: Expression<unknown>): Expression<SqlBool> {
  const key = sql<string>`${sql.lit(`${kind}:`)} || ${about}`;
  const toReader = selectFrom('notices')
    .select('notices.id')
    .where(sql<boolean>`notices.user_id = ${sql.ref(userId)}`)
    .where('notices.chave', '=', key);
  const toGuardian = selectFrom('guardian_notices').select('guardian_notices.chave').where('chave', '=', key);
  return not(or([exists(toReader), exists(toGuardian)]));
}

/** A condition for queries of events: the person's school has this kind switched on. */
export function isSwitchedOn(kind: NoticeKind, userId: Column): Expression<SqlBool> {
  // Asked once for the whole query: mostly no school has switched it off.
  const isOffSomewhere = selectFrom('notice_kinds_off').select('kind').where('kind', '=', kind);
  const isOff = selectFrom('users as reader')
    .innerJoin('drive_users as reader_drive', 'reader_drive.id', 'reader.drive_user_id')
    .innerJoin('companies as reader_unit', 'reader_unit.id', 'reader_drive.company_id')
    .innerJoin('notice_kinds_off', 'notice_kinds_off.escola_id', 'reader_unit.escola_id')
    .select('reader.id')
    .where('notice_kinds_off.kind', '=', kind)
    .where(sql<boolean>`reader.id = ${sql.ref(userId)}`);
  return or([not(exists(isOffSomewhere)), not(exists(isOff))]);
}
