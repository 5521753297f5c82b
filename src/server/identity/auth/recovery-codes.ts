import { createHash, randomInt } from 'node:crypto';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { refused } from '../../core/http/refusal.ts';
import { notifyOfAccess } from './notify-of-access.ts';

const COUNT = 10;
/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const GROUPS = 6;
const GROUP = 4;

const letters = (count: number) =>
  Array.from({ length: count }, () => ALPHABET[randomInt(ALPHABET.length)] as string).join('');

/** The code without characters that people add when typing. */
const plainCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** 118 random bits need no slow hash: nobody tries them all. Older codes have 79. */
const hashOf = (typed: string) =>
  createHash('sha256')
    .update(`recovery:${plainCode(typed)}`)
    .digest('hex');

/** Replaces the recovery codes. Only this answer shows the new ones. @param db a transaction */
export async function newRecoveryCodes(db: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => Array.from({ length: GROUPS }, () => letters(GROUP)).join('-'));
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, codigo_hash: hashOf(code), usado_em: null })))
    .execute();
  return codes;
}

/** Whether a recovery code is still valid. */
export async function hasRecoveryCode(db: Db, userId: number, typed: string): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('id')
    .where('user_id', '=', userId)
    .where('codigo_hash', '=', hashOf(typed))
    .where('usado_em', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses a recovery code, once. @returns whether it was valid */
export async function spendRecoveryCode(db: Db, userId: number, typed: string, at: Date): Promise<boolean> {
  const spent = await db
    .updateTable('recovery_codes')
    .set({ usado_em: at.toISOString() })
    .where('user_id', '=', userId)
    .where('codigo_hash', '=', hashOf(typed))
    .where('usado_em', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return spent !== undefined;
}

/** Replaces the recovery codes. @throws Refusal 400 without a second factor */
export async function renewRecoveryCodes(ctx: Ctx): Promise<string[]> {
  const { userId, hasFactor } = ctx.session;
  if (!hasFactor) throw refused('Os códigos de recuperação vêm com o primeiro fator.');
  const codes = await ctx.db.transaction().execute(async (tx) => {
    const made = await newRecoveryCodes(tx, userId);
    await notifyOfAccess({ ...ctx, db: tx }, userId, 'factor-codes');
    return made;
  });
  ctx.wake();
  return codes;
}
