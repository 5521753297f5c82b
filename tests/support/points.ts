import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { expect } from 'vitest';
import type * as club from '../../src/lib/contract/club.ts';
import { redeemReward } from '../../src/lib/contract/club.ts';
import type { Call, CallInput } from '../../src/lib/contract/core.ts';
import type { InputOf } from '../../src/lib/page/operations.ts';
import { movePoints } from '../../src/server/club/points.ts';
import type { Db } from '../../src/server/core/db/connection.ts';
import type { Schema } from '../../src/server/tables.ts';
import { addAccount, type NewAccount } from './accounts.ts';
import type { Sent, TestSchool } from './school.ts';

const HELENA = 7;

/** Points, and the last day on which they are valid. */
export type Credit = readonly [pontos: number, expiraEm?: string | null];

export const give = (tx: Db, userId: number, [pontos, expiraEm = null]: Credit, at: Date) =>
  movePoints(tx, { userId, pontos, origem: 'campanha', descricao: 'Teste', contra: 'emissao', expiraEm, at });
export const take = (tx: Db, userId: number, pontos: number, at: Date) =>
  movePoints(tx, { userId, pontos: -pontos, origem: 'ajuste', descricao: 'Teste', contra: 'ajuste', at });

/** One more member, with points. @returns the id */
export async function addMember(
  portal: TestSchool,
  credits: readonly Credit[] = [],
  account: NewAccount = {},
): Promise<number> {
  const since = portal.clock.now.toISOString();
  const { id } = await addAccount(portal, { is_club: true, club_since: since, ...account });
  for (const credit of credits) {
    await portal.school.db.transaction().execute((tx) => give(tx, id, credit, portal.clock.now));
  }
  return id;
}

/** One more reward of the first school. @returns the id */
export async function addReward(
  { school }: Pick<TestSchool, 'school'>,
  given: Partial<Insertable<Schema['rewards']>> = {},
): Promise<number> {
  const { id } = await school.db
    .insertInto('rewards')
    .values({
      nome: 'Prêmio',
      descricao: 'Teste',
      imagem_url: '/brand/recompensas/1.svg',
      categoria: 'Teste',
      pontos: 100,
      estoque: null,
      limite_por_aluno: null,
      entrega: 'escola',
      regras: 'Nenhuma',
      ativo: true,
      escola_id: 1,
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The sender of a keyed operation, with a new key or the given one. */
export const withKey = ({ key = randomUUID(), ...sent }: Sent & { key?: string | undefined }): Sent => ({
  ...sent,
  headers: { ...sent.headers, 'idempotency-key': key },
});

/** Sends a keyed call with a new key, or with the given one. */
export const keyed = <C extends Call>(
  portal: TestSchool,
  call: C,
  input: CallInput<C>,
  sent: Sent & { key?: string },
) => portal.call(call, input, withKey(sent));

/** The staff moves redemptions on. */
export const moveRedemptions = (
  portal: TestSchool,
  ids: number[],
  input: Omit<InputOf<'club.updateRedemptions'>, 'ids'>,
  sent: Parameters<typeof withKey>[0] = { as: HELENA },
) => portal.ops.club.updateRedemptions({ ids, ...input }, withKey(sent));

export const redeem = (portal: TestSchool, as: number, reward: number, key?: string) =>
  keyed<typeof club.redeemReward>(
    portal,
    redeemReward,
    { body: { reward_id: reward, quantidade: 1 } },
    { as, ...(key !== undefined && { key }) },
  );

export interface Books {
  saldo: number;
  lancamentos: number;
  entries: { id: number; pontos: number; saldo_apos: number }[];
  open: number;
}

/** The stored points of a member: balance, entries, and the points of open lots. */
export async function booksOf({ school: { db } }: Pick<TestSchool, 'school'>, userId: number): Promise<Books> {
  const balance = await db
    .selectFrom('point_balances')
    .select(['saldo', 'lancamentos'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const entries = await db
    .selectFrom('point_entries')
    .select(['id', 'pontos', 'saldo_apos'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  const { open } = await db
    .selectFrom('point_lots')
    .select(({ fn }) => fn.sum<number | string | null>('restante').as('open'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { saldo: balance?.saldo ?? 0, lancamentos: balance?.lancamentos ?? 0, entries, open: Number(open ?? 0) };
}

/** Checks that the entries, the balance and the open lots have the same sum. @returns the balance */
export async function expectBooks(portal: Pick<TestSchool, 'school'>, userId: number): Promise<number> {
  const { saldo, lancamentos, entries, open } = await booksOf(portal, userId);
  let sum = 0;
  for (const { id, pontos, saldo_apos } of entries) {
    sum += pontos;
    expect(saldo_apos, `after entry ${id}`).toBe(sum);
  }
  expect({ saldo, open, lancamentos }).toEqual({ saldo: sum, open: sum, lancamentos: entries.length });
  return saldo;
}
