import type { Db } from '../../core/db/connection.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { childrenAmong, wardsNaming } from '../../identity/family/children.ts';
import { isSame } from './contract-payer.ts';
import type { ParcelaRow } from './queries.ts';

/** A person whose bills the user pays: a child, or an adult whose contracts still name the user. */
export interface Dependent {
  id: number;
  full_name: string;
  avatar_url: string | null;
  timeZone: string;
  /** Null: all bills. */
  contracts: ReadonlySet<number> | null;
}

/** The parts of the context that identify the caller. */
export type PayerCtx = Pick<Ctx, 'db' | 'config' | 'now' | 'session'>;

/** The people besides the user whose bills the user pays (0187). */
export async function dependentsOf(ctx: PayerCtx): Promise<Dependent[]> {
  const wards = await wardsNaming(ctx);
  if (wards.length === 0) return [];
  const children = new Set(childrenAmong(wards, ctx).flatMap(({ id, isMinor }) => (isMinor ? id : [])));
  const grown = wards.filter(({ id }) => !children.has(id));
  const contracts = grown.length > 0 ? await contractsOf(ctx.db, grown) : [];
  return wards.flatMap(({ id, full_name, avatar_url, timeZone, guardianName }): Dependent[] => {
    const payee = { id, full_name, avatar_url, timeZone };
    if (children.has(id)) return [{ ...payee, contracts: null }];
    const own = contracts.filter(({ user_id, responsavel }) => user_id === id && isSame(responsavel, guardianName));
    return own.length > 0 ? [{ ...payee, contracts: new Set(own.map((each) => each.id)) }] : [];
  });
}

const contractsOf = (db: Db, people: readonly { id: number }[]) =>
  db
    .selectFrom('contratos')
    .select(['id', 'user_id', 'responsavel'])
    .where(
      'user_id',
      'in',
      people.map(({ id }) => id),
    )
    .execute();

type Owned = Pick<ParcelaRow, 'user_id' | 'contrato_id'>;

/** Whether a bill is of one of these people. */
export const isOf =
  (dependents: readonly Dependent[]) =>
  (bill: Owned): boolean =>
    dependents.some(({ id, contracts }) => id === bill.user_id && (contracts?.has(bill.contrato_id) ?? true));

/** Whether the user pays some bills: own ones, and those of the dependents. */
export async function paysAll(ctx: PayerCtx, bills: readonly Owned[]): Promise<boolean> {
  const others = bills.filter(({ user_id }) => user_id !== ctx.session.userId);
  return others.length === 0 || others.every(isOf(await dependentsOf(ctx)));
}
