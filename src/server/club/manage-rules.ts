import type { z } from 'zod';
import type { RuleCode } from '#lib/contract/club.schema.ts';
import { audit } from '../core/http/audit.ts';
import type { Ctx } from '../core/http/ctx.ts';
import { requireProofAbove } from '../core/http/proof.ts';
import { forbidden } from '../core/http/refusal.ts';
import type { updatePointRuleInput } from './inputs.ts';
import { type Rule, ruleOf, rulesOf } from './rules.ts';

const present = ({ path, ...rule }: Rule) => rule;

/** The rules of the manager's own school. */
export async function listPointRules({ db, session }: Ctx) {
  return (await rulesOf(db, session.escolaId)).map(present);
}

/** Changes a rule of the manager's own school. Earned points stay. @throws Refusal 403 without a school */
export async function updatePointRule(
  ctx: Ctx,
  codigo: RuleCode,
  input: Omit<z.output<typeof updatePointRuleInput>, 'codigo'>,
) {
  const { escolaId, userId } = ctx.session;
  if (escolaId === null) throw forbidden('As regras são de cada escola: entre com uma conta ligada a uma escola.');
  const { pontos, periodo, limite, validade_dias, ativo } = await ruleOf(ctx.db, escolaId, codigo);
  if (input.ativo && (input.pontos > pontos || !ativo)) await requireProofAbove(ctx, ctx.db, { pontos: input.pontos });
  const columns = {
    pontos: input.pontos,
    periodo: input.periodo,
    limite: input.limite ?? null,
    validade_dias: input.validade_dias ?? null,
    ativo: input.ativo,
    atualizado_em: ctx.now().toISOString(),
    por_user_id: userId,
  };
  await ctx.db
    .insertInto('point_rules')
    .values({ escola_id: escolaId, codigo, ...columns })
    .onConflict((known) => known.columns(['escola_id', 'codigo']).doUpdateSet(columns))
    .execute();
  const { atualizado_em, por_user_id, ...depois } = columns;
  await audit(ctx, 'point-rule-update', `point-rule:${codigo}`, {
    antes: { pontos, periodo, limite, validade_dias, ativo },
    depois,
  });
  return present(await ruleOf(ctx.db, escolaId, codigo));
}
