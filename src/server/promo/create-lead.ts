import type { ParsedInput } from '#lib/contract/core.ts';
import type * as promo from '#lib/contract/promo.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { issueToVisitor } from '../english-test/issue-certificate.ts';
import type { PublicCtx } from '../http/ctx.ts';
import { unitFor, unitsOf } from './find-units.ts';
import { keepLead } from './queries.ts';

type Body = ParsedInput<typeof promo.createLead>['body'];

/**
 * Stores a person who wants to hear from the school. The same telephone on the same page is one lead a day. With a
 * visitor's test (`teste_id`), it issues the certificate in the given name. A visitor who names no unit gets the one that
 * fits (`unitFor`).
 *
 * @throws Refusal 404 when the test is not a visitor's, 429 for too many.
 */
export async function createLead(ctx: PublicCtx, body: Body): Promise<{ id: number; unidade_id: number | null }> {
  const { config, now, db } = ctx;
  await ctx.limits.take('lead-address', ctx.caller.address);
  const at = now();
  const instant = at.toISOString();
  return db.transaction().execute(async (tx) => {
    if (body.teste_id) await issueToVisitor(tx, ctx, body.teste_id, body.nome);
    const cidade = body.cidade ?? null;
    const units = await unitsOf(tx, body.marca);
    const unit =
      body.unidade_id === undefined
        ? unitFor(units, { cidade, telefone: body.telefone })
        : units.find(({ id }) => id === body.unidade_id);
    const unidade_id = body.unidade_id ?? unit?.id ?? null;
    return keepLead(tx, {
      pagina: body.pagina,
      nome: body.nome,
      telefone: body.telefone,
      email: body.email ?? null,
      cidade: cidade ?? unit?.cidade ?? '',
      unidade_id,
      indicacao_code: body.indicacao_code ?? null,
      consentimento_em: instant,
      utm: body.utm ? JSON.stringify(body.utm) : null,
      english_test: body.teste_id ?? null,
      dia: dayIn(config.SCHOOL_TIME_ZONE, at),
      created_at: instant,
    });
  });
}
