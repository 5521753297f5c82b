import type { z } from 'zod';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { brandOfHost } from '../../core/http/public-url.ts';
import { notifyOfLead } from '../../messages/contacts/notify-of-lead.ts';
import { takeLead } from '../../messages/contacts/take-lead.ts';
import { issueToLead } from '../english-test/issue-certificate.ts';
import type { createLeadInput } from './inputs.ts';
import { listUnits, nearestUnits, unitFor, unitsOf } from './promo-school.ts';

type Body = z.output<typeof createLeadInput>;

/**
 * Stores a person who wants to be contacted, and notifies the staff. With a visitor's test (`teste_id`), it issues the
 * certificate in the given name, if its level has one. A visitor without a chosen unit gets the matching one (`unitFor`); if none
 * matches, the nearest units are notified (`nearestUnits`).
 *
 * @throws Refusal 404 when the test is not a visitor's, 409 while it is unfinished, 429 for too many.
 */
export async function createLead(ctx: PublicCtx, body: Body): Promise<{ id: number; unidade_id: number | null }> {
  const { config, now, db, caller } = ctx;
  await ctx.limits.take('lead-address', caller.address);
  const at = now();
  const marca = body.marca ?? brandOfHost(ctx);
  return db.transaction().execute(async (tx) => {
    if (body.teste_id) await issueToLead(tx, ctx, body.teste_id, body.nome);
    const cidade = body.cidade ?? null;
    const units = await unitsOf(tx, marca);
    const named = body.unidade_id === undefined ? [] : await listUnits(tx);
    const unidade =
      named.find(({ id }) => id === body.unidade_id) ?? unitFor(units, { cidade, telefone: body.telefone });
    const taken = await takeLead(
      tx,
      {
        pagina: body.pagina,
        marca,
        nome: body.nome,
        telefone: body.telefone,
        email: body.email ?? null,
        cidade: cidade ?? unidade?.cidade ?? '',
        unidade,
        hasUnits: units.some((unit) => unit.marca === marca),
        indicacao_code: body.indicacao_code ?? null,
        utm: body.utm ? JSON.stringify(body.utm) : null,
        english_test: body.teste_id ?? null,
        dia: dayIn(config.SCHOOL_TIME_ZONE, at),
      },
      at,
    );
    const isTaken = taken.unidade_id !== null;
    await notifyOfLead(tx, taken, isTaken ? units : nearestUnits(units, { cidade, telefone: body.telefone }), at);
    return { id: taken.id, unidade_id: taken.unidade_id };
  });
}
