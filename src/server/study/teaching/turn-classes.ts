import type { z } from 'zod';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import type { endClassInput } from './inputs.ts';
import { readSchoolClass } from './school-class.ts';
import { classIn } from './school-classes.ts';

/** Classes begin on their first day, and end after their last one, by the zone of their unit. */
export async function turnClasses({ db, now, config }: School): Promise<void> {
  const zones = await db.selectFrom('companies').select('timezone').distinct().execute();
  for (const { timezone } of zones) {
    // A unit of a franchise's host may stand there without a zone.
    const today = dayIn(zoneOr(timezone, config.SCHOOL_TIME_ZONE), now());
    const units = db.selectFrom('companies').select('id').where('timezone', '=', timezone);
    await db
      .updateTable('turmas')
      .set({ status: 'ativa' })
      .where('status', '=', 'futura')
      .where('inicio', '<=', today)
      .where('company_id', 'in', units)
      .execute();
    await db
      .updateTable('turmas')
      .set({ status: 'concluida' })
      .where('status', '=', 'ativa')
      .where('fim', '<', today)
      .where('company_id', 'in', units)
      .execute();
  }
}

/** Closes a class, stops it, or opens it again. @throws Refusal 404, 409 when it is so already, or its last day is over */
export async function setClassState(ctx: Ctx, { id, status }: z.output<typeof endClassInput>) {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await classIn(tx, ctx.reach, id);
    if (!row) throw notFound('Não encontramos esta turma na sua escola.');
    if (row.status === status) throw conflict('A turma já está assim.', 'class_settled');
    const today = dayIn(row.timezone, ctx.now());
    if (status === 'ativa' && row.fim < today) throw conflict('Mude antes o último dia da turma.', 'class_over');
    const turned = status === 'ativa' && row.inicio > today ? 'futura' : status;
    await tx.updateTable('turmas').set({ status: turned }).where('id', '=', id).execute();
    await audit({ ...ctx, db: tx }, 'class-state', `class:${id}`, {
      antes: { situacao: row.status },
      depois: { situacao: turned },
    });
  });
  return readSchoolClass(ctx, id);
}
