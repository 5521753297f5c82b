import type { ParsedInput } from '#lib/contract/core.ts';
import type * as promo from '#lib/contract/promo.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { issueToVisitor } from '../english-test/issue-certificate.ts';
import type { PublicCtx } from '../http/ctx.ts';
import { keepLead } from './queries.ts';

type Body = ParsedInput<typeof promo.createLead>['body'];

/**
 * Stores a person who wants to hear from the school. The same telephone on the same page is one lead a day. With a
 * visitor's test (`teste_id`), it issues the certificate in the given name.
 *
 * @throws Refusal 404 when the test is not a visitor's, 429 for too many.
 */
export async function createLead(ctx: PublicCtx, body: Body): Promise<{ id: number }> {
  const { config, now, db } = ctx;
  await ctx.limits.take('lead-address', ctx.caller.address);
  const at = now();
  const instant = at.toISOString();
  return db.transaction().execute(async (tx) => {
    if (body.teste_id) await issueToVisitor(tx, ctx, body.teste_id, body.nome);
    const id = await keepLead(tx, {
      pagina: body.pagina,
      nome: body.nome,
      telefone: body.telefone,
      email: body.email ?? null,
      cidade: body.cidade,
      unidade_id: body.unidade_id ?? null,
      indicacao_code: body.indicacao_code ?? null,
      consentimento_em: instant,
      utm: body.utm ? JSON.stringify(body.utm) : null,
      english_test: body.teste_id ?? null,
      dia: dayIn(config.SCHOOL_TIME_ZONE, at),
      created_at: instant,
    });
    return { id };
  });
}
