import type { z } from 'zod';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';
import { type EachAnswer, onceForEach } from '../../core/http/once-each.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { readUndoToken } from '../../core/http/undo.ts';
import type { Schema } from '../../tables.ts';
import { notifyOfBeginning } from '../pedagogico/teacher-notices.ts';
import type { updateClassesInput } from './inputs.ts';
import { notifyOfLevel } from './level-notices.ts';
import { classIn } from './school-classes.ts';

/**
 * Starts classes on their first day and notifies their teachers, and ends classes after their last day and notifies students who
 * passed, by the zone of their unit.
 */
export async function advanceClasses({ db, now, config }: School): Promise<void> {
  const zones = await db.selectFrom('companies').select('timezone').distinct().execute();
  for (const { timezone } of zones) {
    // A unit of a franchise's host may be stored without a valid zone.
    const today = dayIn(zoneOr(timezone, config.SCHOOL_TIME_ZONE), now());
    const units = db.selectFrom('companies').select('id').where('timezone', '=', timezone);
    await db.transaction().execute(async (tx) => {
      const begun = await tx
        .updateTable('turmas')
        .set({ status: 'ativa' })
        .where('status', '=', 'futura')
        .where('inicio', '<=', today)
        .where('company_id', 'in', units)
        .returning(['id', 'nome', 'professor_user_id'])
        .execute();
      for (const each of begun) await notifyOfBeginning(tx, now(), each);
    });
    await db.transaction().execute(async (tx) => {
      const ended = await tx
        .updateTable('turmas')
        .set({ status: 'concluida' })
        .where('status', '=', 'ativa')
        .where('fim', '<', today)
        .where('company_id', 'in', units)
        .returning('id')
        .execute();
      for (const { id } of ended) await notifyOfLevel(tx, now(), id);
    });
  }
}

interface Before {
  id: number;
  was: Status;
  /** When it was stopped before. */
  stopped: string | null;
  /** The state after the action; the undo checks that nobody changed it since. */
  now: Status;
}
type Status = Schema['turmas']['status'];

const CALL = 'class-state';

/**
 * Closes, stops or reopens some classes; each is done or refused separately.
 *
 * @throws Refusal as `onceForEach`: 404, 409 when it already is in that state, or its last day is over
 */
export const updateClasses = (ctx: Ctx, input: z.output<typeof updateClassesInput>): Promise<EachAnswer> =>
  onceForEach<Before>(ctx, CALL, input, async (tx, id) => {
    const { status } = input;
    const row = await classIn(tx, ctx.reach, id);
    if (!row) throw notFound('Não encontramos esta turma na sua escola.');
    if (row.status === status) throw conflict('A turma já está assim.', 'class_settled');
    const today = dayIn(row.timezone, ctx.now());
    if (status === 'ativa' && row.fim < today) throw conflict('Mude antes o último dia da turma.', 'class_over');
    const now = status === 'ativa' && row.inicio > today ? 'futura' : status;
    const stopped = status === 'ativa' ? null : (row.parada_em ?? ctx.now().toISOString());
    await setState({ ...ctx, db: tx }, id, { was: row.status, now, stopped });
    return { id, was: row.status, stopped: row.parada_em, now };
  });

/** Restores the previous state of classes that the sender changed within the last minute. */
export async function undoClasses(ctx: Ctx, token: string) {
  const before = readUndoToken<Before[]>(ctx, CALL, token);
  return ctx.db.transaction().execute(async (tx) => {
    const undone: number[] = [];
    for (const { id, was, stopped, now } of before) {
      if ((await classIn(tx, ctx.reach, id))?.status !== now) continue;
      await setState({ ...ctx, db: tx }, id, { was: now, now: was, stopped });
      undone.push(id);
    }
    return { ids: undone };
  });
}

async function setState(ctx: Ctx, id: number, { was, now, stopped }: Omit<Before, 'id'>): Promise<void> {
  await ctx.db.updateTable('turmas').set({ status: now, parada_em: stopped }).where('id', '=', id).execute();
  await audit(ctx, 'class-state', `class:${id}`, { antes: { situacao: was }, depois: { situacao: now } });
}
