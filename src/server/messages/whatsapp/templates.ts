import { firstName } from '#lib/format/text.ts';
import {
  filledIn,
  type WhatsappKind,
  type WhatsappVariable,
  whatsappDigits,
  whatsappVariables,
} from '#lib/rules/whatsapp/template.ts';
import { whatsappReason } from '#lib/words/whatsapp.ts';
import { whatsappKindNames, whatsappPanel } from '#lib/words/whatsapp-panel.ts';
import { within } from '../../core/db/reach.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { codeOf, decryptSecrets, sendMessage } from './api.ts';
import { heard } from './numbers.ts';
import { messageOf } from './send.ts';

/** A template of a unit in reach, with its number. @throws Refusal 404 */
async function templateIn({ db, reach }: Pick<Ctx, 'db' | 'reach'>, id: number) {
  const row = await db
    .selectFrom('whatsapp_templates')
    .innerJoin('whatsapp_numbers', 'whatsapp_numbers.id', 'whatsapp_templates.number_id')
    .innerJoin('companies', 'companies.id', 'whatsapp_numbers.company_id')
    .$call(within(reach))
    .selectAll('whatsapp_templates')
    .select(['whatsapp_numbers.phone_number_id', 'whatsapp_numbers.ajustes', 'companies.id as unit', 'companies.nome'])
    .where('whatsapp_templates.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('Não encontramos este modelo na sua escola.');
  return row;
}

/** The variables of a form, for each slot of a template. @throws Refusal 422 for the first missing one */
function variablesFor(slots: readonly string[], chosen: readonly (WhatsappVariable | null | undefined)[]) {
  return slots.map((slot, at) => {
    const variable = chosen[at];
    if (!variable) throw invalid(`Escolha o que vai em {{${slot}}}.`, { [`v${at + 1}`]: 'Escolha o que vai aqui' });
    return variable;
  });
}

/** Assigns a template to a kind of notice, replacing another. @throws Refusal 404, 409 for an unusable one, 422 */
export async function useTemplate(
  ctx: Ctx,
  {
    id,
    kind,
    variables,
  }: { id: number; kind: WhatsappKind; variables: readonly (WhatsappVariable | null | undefined)[] },
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await templateIn({ ...ctx, db: tx }, id);
    if (row.unfit !== null || row.status !== 'APPROVED')
      throw conflict('Só um modelo aprovado, com variáveis apenas no texto, pode ser usado.', 'unfit_template');
    const chosen = JSON.stringify(variablesFor(JSON.parse(row.slots), variables));
    await tx
      .insertInto('whatsapp_uses')
      .values({ number_id: row.number_id, kind, template_id: id, variables: chosen })
      .onConflict((known) => known.columns(['number_id', 'kind']).doUpdateSet({ template_id: id, variables: chosen }))
      .execute();
    await audit({ ...ctx, db: tx }, 'whatsapp-use', `unit:${row.unit}`, {
      depois: { aviso: whatsappKindNames[kind], modelo: row.name },
    });
  });
}

/** Removes all uses of a template. @throws Refusal 404 */
export async function dropTemplate(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await templateIn({ ...ctx, db: tx }, id);
    await tx.deleteFrom('whatsapp_uses').where('template_id', '=', id).execute();
    await audit({ ...ctx, db: tx }, 'whatsapp-use', `unit:${row.unit}`, { antes: { modelo: row.name } });
  });
}

/**
 * Sends a template to the user's own telephone, with an example in its variables.
 *
 * @throws Refusal 404, 409 with Meta's reason, 422 without a telephone, 503 if Meta does not answer
 */
export async function testTemplate(ctx: Ctx, id: number) {
  await ctx.limits.take('push-test', `user:${ctx.session.userId}`);
  const row = await templateIn(ctx, id);
  const secrets = decryptSecrets(ctx.tokens, row.ajustes);
  if (!secrets) throw conflict(whatsappPanel.lostKey, 'lost_key');
  const { phone, full_name } = await ctx.db
    .selectFrom('users')
    .select(['phone', 'full_name'])
    .where('id', '=', ctx.session.userId)
    .executeTakeFirstOrThrow();
  if (!phone) throw invalid(whatsappPanel.noPhone);
  const uses = await ctx.db
    .selectFrom('whatsapp_uses')
    .select('variables')
    .where('template_id', '=', id)
    .executeTakeFirst();
  const slots = JSON.parse(row.slots) as string[];
  const variables = uses
    ? (JSON.parse(uses.variables) as WhatsappVariable[])
    : slots.map((_slot, at) => whatsappVariables[at % whatsappVariables.length] ?? 'titulo');
  const values = {
    ...{ nome: firstName(full_name), escola: row.nome, titulo: 'Teste do portal', link: 'https://portal.example' },
    texto: 'É só um teste: nenhuma aula mudou.',
  };
  const { answer, id: sent } = await heard(() =>
    sendMessage(ctx, secrets, row.phone_number_id, {
      to: { to: whatsappDigits(phone) },
      message: messageOf({ ...row, variables: JSON.stringify(variables) }, values),
      token: 'teste',
    }),
  );
  if (sent === null) {
    const code = codeOf(answer);
    throw conflict(`A Meta não aceitou o teste: ${whatsappReason(code, null)}.`, 'refused');
  }
  return { texto: filledIn(row.body, slots, variables, values) };
}
