import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Template, TemplateInput } from '#lib/contract/broadcasts.schema.ts';
import type { Parcela } from '#lib/contract/finance.schema.ts';
import { routes } from '#lib/routes.ts';
import { broadcastMessages } from '#lib/words/broadcasts.ts';
import { methodsInWords } from '#lib/words/finance-methods.ts';
import { onePage } from '../../core/db/keyset.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { type EachAnswer, onceForEach } from '../../core/http/once-each.ts';
import { notFound } from '../../core/http/refusal.ts';
import { sharedMethods } from '../../money/finance/accounts.ts';
import type { Schema } from '../../tables.ts';
import { readersInReach } from './access.ts';
import { refuseWith, wrongWords } from './write-broadcast.ts';

/** Templates of the user's school by name, followed by the built-in ones. @throws Refusal 403 */
export async function listTemplates(ctx: Ctx) {
  const { escolaId } = readersInReach(ctx);
  const rows = await ctx.db
    .selectFrom('sending_templates')
    .selectAll()
    .$if(escolaId !== null, (query) => query.where('escola_id', '=', escolaId))
    .orderBy('nome')
    .orderBy('id')
    .execute();
  const items = [...rows.map(present), ...builtInTemplates(await sharedMethods(ctx, ctx.reach))];
  return onePage(items);
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

/** @throws Refusal as `onceForEach`: 403, 404 for texts of other schools and of the portal */
export const deleteTemplates = (ctx: Ctx, input: { ids: number[] }): Promise<EachAnswer> =>
  onceForEach<never>(ctx, 'template-delete', input, async (tx, id) => {
    const { escolaId } = readersInReach(ctx);
    const gone = await tx
      .deleteFrom('sending_templates')
      .where('id', '=', id)
      .$if(escolaId !== null, (query) => query.where('escola_id', '=', escolaId))
      .returning('nome')
      .executeTakeFirst();
    if (!gone) throw notFound(broadcastMessages.unknownTemplate);
    await audit({ ...ctx, db: tx }, 'template-delete', `template:${id}`, { antes: { nome: gone.nome } });
    return null;
  });

const present = (row: Selectable<Schema['sending_templates']>): Template => ({
  id: row.id,
  nome: row.nome,
  title: row.title,
  body: row.body,
  link: row.link,
  category: row.category,
  is_own: true,
});

/** Above every id of the database. */
const FIRST_ID = 2_000_000_001;

const textsFor = (methods: string | null): Omit<Template, 'id' | 'is_own'>[] => [
  {
    nome: 'Lembrete de aula',
    title: '{primeiro_nome}, hoje tem aula!',
    body: 'A turma {turma} espera por você. Chegue uns minutos antes e dê uma olhada na última lição.',
    link: routes.pedagogico.list(),
    category: 'aula',
  },
  {
    nome: 'Mudança de horário ou sala',
    title: 'Mudança na sua próxima aula',
    body: 'Oi, {primeiro_nome}! A próxima aula de {turma} muda de lugar ou de horário. Veja os detalhes no portal.',
    link: routes.onlineClasses.list(),
    category: 'aula',
  },
  {
    nome: 'Parcela perto do vencimento',
    title: 'Sua parcela vence em breve',
    body: `{primeiro_nome}, o próximo vencimento é {vencimento}. ${methods ? `Pelo portal você paga por ${methods} em um minuto.` : 'Veja o valor e os detalhes no portal.'}`,
    link: routes.finance.home(),
    category: 'financeiro',
  },
  {
    nome: 'Que tal voltar a estudar?',
    title: 'Sentimos sua falta, {primeiro_nome}',
    body: 'Dez minutos de prática já ajudam a acompanhar {turma}. Seus áudios e palavras estão onde você parou.',
    link: routes.pedagogico.list(),
    category: 'campanha',
  },
  {
    nome: 'Indique um amigo',
    title: 'Estudar junto vale pontos',
    body: 'Oi, {primeiro_nome}! Convide um amigo para a escola e ganhe pontos quando ele se matricular.',
    link: routes.club.earn(),
    category: 'clube',
  },
  {
    nome: 'Aviso da escola',
    title: 'Aviso da secretaria',
    body: 'Oi, {primeiro_nome}! Não teremos aula no feriado. As turmas voltam no dia útil seguinte, no horário de sempre.',
    link: routes.dashboard(),
    category: 'aviso',
  },
];

/** Built-in templates, which cannot be deleted. @param formas the payment methods in the portal */
const builtInTemplates = (formas: Parcela['formas']): readonly Template[] =>
  textsFor(methodsInWords(formas)).map((text, index) => ({ ...text, id: FIRST_ID + index, is_own: false }));
