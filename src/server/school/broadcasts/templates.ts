import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Template, TemplateInput } from '#lib/contract/broadcasts.schema.ts';
import { broadcastMessages } from '#lib/words/broadcasts.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import { sharedWays } from '../../money/finance/accounts.ts';
import type { Schema } from '../../tables.ts';
import { readersInReach } from './access.ts';
import { builtInTemplates } from './built-in-templates.ts';
import { refuseWith, wrongWords } from './check-broadcast.ts';

/** Texts of the user's school by name, then those of the portal. @throws Refusal 403 */
export async function listTemplates(ctx: Ctx): Promise<Template[]> {
  const { escolaId } = readersInReach(ctx);
  const rows = await ctx.db
    .selectFrom('sending_templates')
    .selectAll()
    .$if(escolaId !== null, (query) => query.where('escola_id', '=', escolaId))
    .orderBy('nome')
    .orderBy('id')
    .execute();
  return [...rows.map(present), ...builtInTemplates(await sharedWays(ctx, ctx.reach))];
}

/** Stores a text for the user's school; an admin's text is for admins only. @throws Refusal 403, 422 by field, 429 */
export async function createTemplate(ctx: Ctx, body: z.output<typeof TemplateInput>): Promise<Template> {
  const { escolaId: escola_id } = readersInReach(ctx);
  await ctx.limits.take('broadcast', `user:${ctx.session.userId}`);
  refuseWith(wrongWords(body));
  const { nome, title, link, category } = body;
  const row = await ctx.db
    .insertInto('sending_templates')
    .values({ escola_id, nome, title, body: body.body, link, category, created_at: ctx.now().toISOString() })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(ctx, 'template-create', `template:${row.id}`, { depois: { nome, title } });
  return present(row);
}

/** @throws Refusal 403, 404 for texts of other schools and of the portal */
export async function deleteTemplate(ctx: Ctx, id: number): Promise<{ detail: string }> {
  const { escolaId } = readersInReach(ctx);
  const gone = await ctx.db
    .deleteFrom('sending_templates')
    .where('id', '=', id)
    .$if(escolaId !== null, (query) => query.where('escola_id', '=', escolaId))
    .returning('nome')
    .executeTakeFirst();
  if (!gone) throw notFound(broadcastMessages.unknownTemplate);
  await audit(ctx, 'template-delete', `template:${id}`, { antes: { nome: gone.nome } });
  return { detail: broadcastMessages.templateDeleted };
}

const present = (row: Selectable<Schema['sending_templates']>): Template => ({
  id: row.id,
  nome: row.nome,
  title: row.title,
  body: row.body,
  link: row.link,
  category: row.category,
  is_own: true,
});
