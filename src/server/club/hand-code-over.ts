import { sql } from 'kysely';
import { routes } from '#lib/routes.ts';
import { FEW_CODES } from '#lib/rules/club/code-list.ts';
import { codeMessages } from '#lib/words/club-panel.ts';
import type { Db } from '../core/db/connection.ts';
import { oneByOne } from '../core/db/in-batches.ts';
import { locked } from '../core/db/locking.ts';
import { people } from '../core/db/people.ts';
import type { School } from '../core/http/ctx.ts';
import { invalid, Refusal } from '../core/http/refusal.ts';
import { notifyPerson } from '../messages/inbox/notify.ts';
import { staffWith } from '../messages/inbox/notify-staff.ts';
import { mailCode } from './codes.ts';
import { notifyMember } from './notify.ts';
import type { RedemptionRow } from './present.ts';
import { freeCodes, issuedCodes } from './queries.ts';
import { movedMeanwhile, moveRedemption } from './redemptions.ts';

type Post = Pick<School, 'config' | 'now'>;

const AT_ONCE = 200;

/**
 * Hands a digital reward over with its oldest free code, inside a transaction: the code is taken, mailed and shown in one step,
 * or not at all.
 *
 * @param porUserId the member of staff; absent: the school's codes are handed over automatically
 * @returns the moved redemption; null without a free code
 * @throws Refusal 409 when another process was faster
 */
export async function handCodeOver(
  tx: Db,
  school: Post,
  redemption: RedemptionRow,
  porUserId?: number,
): Promise<RedemptionRow | null> {
  const at = school.now();
  await holdOpen(tx, redemption);
  const codigo = await takeCode(tx, redemption, at);
  if (codigo === null) return null;
  const by = porUserId === undefined ? {} : { porUserId };
  const moved = await moveRedemption(tx, school, redemption, { to: 'entregue', at, by: 'equipe', codigo, ...by });
  await sendCode(tx, school, moved, codigo);
  await warnOfFew(tx, redemption.reward_id, at);
  return moved;
}

/**
 * Hands a digital reward over with a code that the staff typed. A typed code that is stored is marked as used; a code that a
 * member already has is refused. An unknown code is stored, so that nobody else gets it.
 *
 * @throws Refusal 409 when another process was faster, 422 for a used code
 */
export async function handTypedCode(
  tx: Db,
  school: Post,
  redemption: RedemptionRow,
  typed: string,
  porUserId: number,
): Promise<RedemptionRow> {
  const at = school.now();
  const codigo = typed.trim();
  await holdOpen(tx, redemption);
  if ((await issuedCodes(tx, redemption.reward_id, [codigo])).size > 0) throw issuedBefore();
  const taken = { usado_em: at.toISOString(), redemption_id: redemption.id };
  const inserted = await tx
    .insertInto('reward_codes')
    .values({ reward_id: redemption.reward_id, codigo, adicionado_em: at.toISOString(), ...taken })
    .onConflict((known) =>
      known.columns(['reward_id', 'codigo']).doUpdateSet(taken).where('reward_codes.usado_em', 'is', null),
    )
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw issuedBefore();
  const moved = await moveRedemption(tx, school, redemption, { to: 'entregue', at, by: 'equipe', porUserId, codigo });
  await sendCode(tx, school, moved, codigo);
  return moved;
}

const issuedBefore = () => invalid(codeMessages.issued, { codigo: codeMessages.issued });

/** Locks a redemption: the second of two simultaneous requests finds it moved. @throws Refusal 409 */
async function holdOpen(tx: Db, { id, status }: RedemptionRow): Promise<void> {
  const open = tx.selectFrom('redemptions').select('id').where('id', '=', id).where('status', '=', status);
  if (!(await locked(tx, open, 'update').executeTakeFirst())) throw movedMeanwhile();
}

/** Mails the code of a digital reward, and notifies the member in the portal. */
async function sendCode(tx: Db, school: Post, { user_id, reward_id }: RedemptionRow, code: string) {
  const recipient = await people(tx)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['users.email', 'users.full_name', 'schools.marca'])
    .where('users.id', '=', user_id)
    .executeTakeFirstOrThrow();
  const { nome } = await tx.selectFrom('rewards').select('nome').where('id', '=', reward_id).executeTakeFirstOrThrow();
  await mailCode(tx, school, { recipient, reward: nome, code });
  const where = recipient.email === '' ? 'em Trocas, no clube' : 'no seu e-mail e em Trocas, no clube';
  const notice = { title: 'Seu código chegou', body: `${nome}. Ele está ${where}.` };
  await notifyMember(tx, user_id, 'orders', notice, school.now());
}

/** Takes the oldest free code, skipping codes locked by another transaction. */
async function takeCode(tx: Db, { id, reward_id }: RedemptionRow, at: Date): Promise<string | null> {
  const free = tx
    .selectFrom('reward_codes')
    .select('id')
    .where('reward_id', '=', reward_id)
    .where('usado_em', 'is', null)
    .orderBy('id')
    .limit(1);
  const code = await locked(tx, free, 'skip').executeTakeFirst();
  if (!code) return null;
  const taken = await tx
    .updateTable('reward_codes')
    .set({ usado_em: at.toISOString(), redemption_id: id })
    .where('id', '=', code.id)
    .where('usado_em', 'is', null)
    .returning('codigo')
    .executeTakeFirst();
  return taken?.codigo ?? null;
}

/** Notifies the staff of the school when few codes are left, and when none is. */
async function warnOfFew(tx: Db, rewardId: number, at: Date): Promise<void> {
  const left = await freeCodes(tx, rewardId);
  if (left !== FEW_CODES && left !== 0) return;
  const reward = await tx
    .selectFrom('rewards')
    .innerJoin('companies', 'companies.escola_id', 'rewards.escola_id')
    .select(['rewards.nome', 'companies.id as unit'])
    .where('rewards.id', '=', rewardId)
    .orderBy('companies.id')
    .limit(1)
    .executeTakeFirst();
  if (!reward) return;
  const text = codeMessages.few(reward.nome, left);
  for (const { id: userId } of await staffWith(tx, 'clube', reward.unit)) {
    await notifyPerson(tx, at, { userId, category: 'aviso', ...text, path: routes.manager.clubReward(rewardId) });
  }
}

/** Hands codes over to members who waited for one, the oldest redemption first. */
export async function deliverCodes(school: School): Promise<void> {
  const { db, log } = school;
  const waiting = await db
    .selectFrom('redemptions')
    .innerJoin('rewards', 'rewards.id', 'redemptions.reward_id')
    .selectAll('redemptions')
    .where('rewards.entrega', '=', 'digital')
    .where('redemptions.desconto_centavos', 'is', null)
    .where(sql<boolean>`redemptions.status in ('solicitado', 'aprovado', 'pronto')`)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('reward_codes')
          .select('reward_codes.id')
          .whereRef('reward_codes.reward_id', '=', 'redemptions.reward_id')
          .where('reward_codes.usado_em', 'is', null),
      ),
    )
    .orderBy('redemptions.id')
    .limit(AT_ONCE)
    .execute();
  const work = { job: 'deliverCodes', idOf: ({ id }: RedemptionRow) => id };
  const handed = await oneByOne(log, waiting, work, (redemption) =>
    db
      .transaction()
      .execute((tx) => handCodeOver(tx, school, redemption))
      .catch(passRefusal),
  );
  if (handed === AT_ONCE) school.wake();
}

/** Ignores a refusal: the staff or the member was faster. */
function passRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}
