import { dayIn } from '#lib/registration.ts';
import type { Db } from '../db/connection.ts';
import type { School } from '../http/ctx.ts';
import { conflict } from '../http/refusal.ts';
import { shiftDay } from './calendar.ts';
import type { RedemptionRow } from './present.ts';
import { redemptionKey } from './redeem-reward.ts';
import { reverseEntry } from './reverse-entry.ts';

type Status = RedemptionRow['status'];

/** What may follow each status. Nothing leaves the last two. */
const steps: Readonly<Record<Status, readonly Status[]>> = {
  solicitado: ['aprovado', 'pronto', 'entregue', 'cancelado'],
  aprovado: ['pronto', 'entregue', 'cancelado'],
  pronto: ['entregue', 'cancelado'],
  entregue: [],
  cancelado: [],
};

export const nextSteps = (status: Status): readonly Status[] => steps[status];

/** Whoever loses points by the school's word has so long to spend them. */
const GRACE_DAYS = 30;

interface Move {
  to: Status;
  at: Date;
  by: 'aluno' | 'equipe';
  motivo?: string;
  porUserId?: number;
}

/**
 * Moves a redemption on inside a transaction. One that is cancelled gives its points back by a reversal, and its piece to
 * the stock.
 *
 * @throws Refusal 409 where the step is not open, or another was faster.
 */
export async function moveRedemption(
  tx: Db,
  { config }: Pick<School, 'config'>,
  redemption: RedemptionRow,
  { to, at, by, motivo, porUserId }: Move,
): Promise<RedemptionRow> {
  const isOpen = by === 'equipe' ? nextSteps(redemption.status).includes(to) : redemption.status === 'solicitado';
  const moved = isOpen
    ? await tx
        .updateTable('redemptions')
        .set({
          status: to,
          atualizado_em: at.toISOString(),
          motivo: motivo ?? null,
          por_user_id: porUserId ?? null,
          ...(to === 'entregue' && { entregue_em: at.toISOString() }),
        })
        .where('id', '=', redemption.id)
        .where('status', '=', redemption.status)
        .returningAll()
        .executeTakeFirst()
    : undefined;
  if (!moved) throw conflict('Este pedido já mudou de situação. Atualize a página.', 'redemption_status');
  if (to !== 'cancelado') return moved;
  const entry = await tx
    .selectFrom('point_entries')
    .selectAll()
    .where('chave', '=', redemptionKey(redemption.id))
    .executeTakeFirstOrThrow();
  const today = dayIn(config.SCHOOL_TIME_ZONE, at);
  await reverseEntry(tx, entry, {
    at,
    // Points that a member takes back live no longer than they would have.
    atLeast: by === 'equipe' ? shiftDay(today, GRACE_DAYS) : today,
    ...(motivo !== undefined && { nota: motivo }),
    ...(porUserId !== undefined && { porUserId }),
  });
  await tx
    .updateTable('rewards')
    .set((eb) => ({ estoque: eb('estoque', '+', 1) }))
    .where('id', '=', redemption.reward_id)
    .execute();
  return moved;
}
