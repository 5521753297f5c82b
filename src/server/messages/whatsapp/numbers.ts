import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { API_PREFIX } from '#lib/contract/core.ts';
import { receiveWhatsappWebhook } from '#lib/contract/whatsapp.ts';
import { whatsappConsequence } from '#lib/rules/whatsapp/errors.ts';
import { templateParts, type WhatsappVariable } from '#lib/rules/whatsapp/template.ts';
import { whatsappFieldNames, whatsappPanel } from '#lib/words/whatsapp-panel.ts';
import type { Db } from '../../core/db/connection.ts';
import { type Reach, within } from '../../core/db/reach.ts';
import { audit, changeOf } from '../../core/http/audit.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';
import { publicUrl } from '../../core/http/public-url.ts';
import { conflict, invalid, notFound, unavailable } from '../../core/http/refusal.ts';
import { type WhatsappAnswer, WhatsappSilent } from '../../core/ports/whatsapp.ts';
import type { Schema } from '../../tables.ts';
import {
  codeOf,
  decryptSecrets,
  encryptSecrets,
  isWrongSecret,
  listTemplates,
  type NumberSecrets,
  readNumber,
  subscribe,
} from './api.ts';

export type NumberRow = Selectable<Schema['whatsapp_numbers']>;

/** The number of a unit in reach, with the unit. */
const numbersIn = ({ db, reach }: Pick<Ctx, 'db' | 'reach'>) =>
  db
    .selectFrom('whatsapp_numbers')
    .innerJoin('companies', 'companies.id', 'whatsapp_numbers.company_id')
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .$call(within(reach))
    .selectAll('whatsapp_numbers')
    .select(['companies.nome', 'schools.marca']);

/** @throws Refusal 404, also for another school's unit and for a unit without a number */
export async function numberOfUnit(ctx: Pick<Ctx, 'db' | 'reach'>, unitId: number) {
  const row = await numbersIn(ctx).where('whatsapp_numbers.company_id', '=', unitId).executeTakeFirst();
  if (!row) throw notFound('Esta unidade não tem número de WhatsApp ligado.');
  return row;
}

/** The number of stopped numbers in reach, which need somebody to act. */
export async function countStopped(db: Db, reach: Reach): Promise<number> {
  const rows = await numbersIn({ db, reach }).where('whatsapp_numbers.trouble', 'is not', null).execute();
  return rows.length;
}

/**
 * The number of a unit for the panel, with its templates; null without a number. Its only secret is the webhook's verification
 * word.
 */
export async function readUnitNumber(ctx: Ctx, unitId: number) {
  const row = await numbersIn(ctx).where('whatsapp_numbers.company_id', '=', unitId).executeTakeFirst();
  if (!row) return null;
  const [templates, uses, people] = await Promise.all([
    ctx.db
      .selectFrom('whatsapp_templates')
      .selectAll()
      .where('number_id', '=', row.id)
      .orderBy('name')
      .orderBy('id')
      .execute(),
    ctx.db.selectFrom('whatsapp_uses').selectAll().where('number_id', '=', row.id).orderBy('kind').execute(),
    ctx.db
      .selectFrom('whatsapp_optins')
      .select(({ fn }) => fn.countAll<number | string>().as('many'))
      .where('number_id', '=', row.id)
      .where('status', '=', 'ativa')
      .executeTakeFirstOrThrow(),
  ]);
  const secrets = decryptSecrets(ctx.tokens, row.ajustes);
  return {
    numero: row.display,
    conta: row.account_id,
    identificacao: row.phone_number_id,
    parado: secrets ? row.trouble : ('token' as const),
    ouvido_em: row.heard_at,
    lido_em: row.templates_at,
    pessoas: Number(people.many),
    utility_centavos: row.utility_centavos,
    marketing_centavos: row.marketing_centavos,
    /** The webhook's address, to be entered in the app of Meta. */
    endereco: publicUrl(ctx.config, row.marca) + webhookPath(row.id),
    palavra: secrets?.word ?? null,
    modelos: templates.map((each) => ({
      id: each.id,
      nome: each.name,
      idioma: each.language,
      categoria: each.category,
      situacao: each.status,
      texto: each.body,
      variaveis: JSON.parse(each.slots) as string[],
      serve: each.unfit === null,
      usos: uses
        .filter(({ template_id }) => template_id === each.id)
        .map(({ kind, variables }) => ({ kind, variaveis: JSON.parse(variables) as WhatsappVariable[] })),
    })),
  };
}

const webhookPath = (id: number) => API_PREFIX + receiveWhatsappWebhook.path.replace('{numero}', String(id));

interface Connection {
  id: number;
  phone_number_id: string;
  account_id: string;
  token: string;
  app_secret: string;
}

/**
 * Connects a number to a unit, or replaces the keys of its number, after Meta accepted them. Opt-ins are kept if the number is
 * the same.
 *
 * @throws Refusal 404, 409 for a number of another unit, 422 if Meta refuses, 503 if it does not answer
 */
export async function connectNumber(ctx: Ctx, { id: unitId, token, app_secret, ...provided }: Connection) {
  const unit = await ctx.db
    .selectFrom('companies')
    .$call(within(ctx.reach))
    .select('id')
    .where('id', '=', unitId)
    .executeTakeFirst();
  if (!unit) throw notFound('Não encontramos esta unidade na sua escola.');
  const known = await numbersIn(ctx).where('whatsapp_numbers.company_id', '=', unitId).executeTakeFirst();
  // People opted in to that number, so it has to be disconnected first.
  if (known && known.phone_number_id !== provided.phone_number_id)
    throw invalid(whatsappPanel.otherNumber, { phone_number_id: 'A unidade tem outro número ligado' });
  const word = (known && decryptSecrets(ctx.tokens, known.ajustes)?.word) || randomBytes(12).toString('base64url');
  const secrets: NumberSecrets = { token, appSecret: app_secret, word };
  const { display, templates } = await heard(async () => {
    const number = await readNumber(ctx, secrets, provided.phone_number_id);
    if (number.display === null) throw refusalOf(number.answer, 'phone_number_id');
    const listed = await listTemplates(ctx, secrets, provided.account_id);
    if (!listed.templates) throw refusalOf(listed.answer, 'account_id');
    const subscribed = await subscribe(ctx, secrets, provided.account_id);
    if (subscribed.status !== 200) throw refusalOf(subscribed, 'account_id');
    return { display: number.display, templates: listed.templates };
  });
  const at = ctx.now().toISOString();
  await ctx.db.transaction().execute(async (tx) => {
    const other = await tx
      .selectFrom('whatsapp_numbers')
      .select('id')
      .where('phone_number_id', '=', provided.phone_number_id)
      .where('company_id', '<>', unitId)
      .executeTakeFirst();
    if (other) throw conflict(whatsappPanel.taken, 'number_taken');
    const now = { ...provided, display, ajustes: encryptSecrets(ctx.tokens, secrets), trouble: null, held_until: null };
    const { id } = await tx
      .insertInto('whatsapp_numbers')
      .values({ ...now, company_id: unitId, created_at: at, heard_at: null, failures: 0, templates_at: at })
      .onConflict((row) => row.column('company_id').doUpdateSet({ ...now, failures: 0, templates_at: at }))
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeTemplates(tx, id, templates);
    await audit({ ...ctx, db: tx }, 'whatsapp-connect', `unit:${unitId}`, { depois: { numero: display } });
  });
}

/** @throws Refusal 503 if Meta does not answer */
export async function heard<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof WhatsappSilent) throw unavailable(whatsappPanel.silent);
    throw error;
  }
}

/** Maps a refusal of Meta to the form field that caused it. */
function refusalOf(answer: WhatsappAnswer | null, otherwise: 'phone_number_id' | 'account_id') {
  const code = answer && codeOf(answer);
  if (!answer || answer.status >= 500 || answer.status === 429) return unavailable(whatsappPanel.silent);
  const isToken = code === 0 || code === 190 || answer.status === 401;
  const field = isWrongSecret(answer) ? 'app_secret' : isToken ? 'token' : otherwise;
  const why = {
    app_secret: 'A Meta diz que esta chave não é do aplicativo do token',
    token: 'A Meta não aceitou este token',
    phone_number_id: 'A Meta não mostra este número a este token',
    account_id: 'A Meta não mostra esta conta a este token',
  }[field];
  return invalid(`${whatsappFieldNames[field]}: ${why}.`, { [field]: why });
}

/** Disconnects the number of a unit: its queued messages are sent by push, otherwise by mail. @throws Refusal 404 */
export async function disconnectNumber(ctx: Ctx, unitId: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await numberOfUnit({ ...ctx, db: tx }, unitId);
    await tx.deleteFrom('whatsapp_numbers').where('id', '=', row.id).execute();
    await audit({ ...ctx, db: tx }, 'whatsapp-disconnect', `unit:${unitId}`, { antes: { numero: row.display } });
  });
}

interface Prices {
  utility_centavos: number | null;
  marketing_centavos: number | null;
}

/** Stores what Meta charges the unit for a message of each category, in centavos. @throws Refusal 404 */
export async function setPrices(ctx: Ctx, { id, ...prices }: Prices & { id: number }): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await numberOfUnit({ ...ctx, db: tx }, id);
    await tx.updateTable('whatsapp_numbers').set(prices).where('id', '=', row.id).execute();
    await audit({ ...ctx, db: tx }, 'whatsapp-prices', `unit:${id}`, changeOf(row, prices, Object.keys(prices)));
  });
}

/** Writes the listed templates: a template that is no longer listed is marked as missing, and its uses are suspended. */
async function writeTemplates(
  tx: Db,
  numberId: number,
  listed: NonNullable<Awaited<ReturnType<typeof listTemplates>>['templates']>,
): Promise<void> {
  await tx.updateTable('whatsapp_templates').set({ status: 'MISSING' }).where('number_id', '=', numberId).execute();
  for (const { components, parameter_format, name, language, ...each } of listed) {
    const { body, slots, unfit } = templateParts(components);
    const now = { ...each, format: parameter_format, body: body.slice(0, 1100), slots: JSON.stringify(slots), unfit };
    await tx
      .insertInto('whatsapp_templates')
      .values({ ...now, name, language, number_id: numberId })
      .onConflict((row) => row.columns(['number_id', 'name', 'language']).doUpdateSet(now))
      .execute();
  }
}

/**
 * Reads the templates of a number again. If Meta lists them, the number's trouble counts as resolved.
 *
 * @returns whether it did
 * @throws WhatsappSilent
 */
export async function refreshNumber(school: Pick<School, 'db' | 'tokens' | 'ports' | 'now'>, row: NumberRow) {
  const secrets = decryptSecrets(school.tokens, row.ajustes);
  if (!secrets) return false;
  const { answer, templates } = await listTemplates(school, secrets, row.account_id);
  const at = school.now().toISOString();
  const what = answer && whatsappConsequence(codeOf(answer), answer.status);
  const trouble = what?.kind === 'trouble' ? { trouble: what.trouble } : {};
  await school.db.transaction().execute(async (tx) => {
    if (templates) await writeTemplates(tx, row.id, templates);
    await tx
      .updateTable('whatsapp_numbers')
      .set({ templates_at: at, ...trouble, ...(templates && { trouble: null, held_until: null, failures: 0 }) })
      .where('id', '=', row.id)
      .execute();
  });
  return answer === null;
}

/** Encrypts again the secrets that were encrypted with the previous key. */
export async function sealNumbersAnew({ db, tokens }: Pick<School, 'db' | 'tokens'>): Promise<void> {
  for (const { id, ajustes } of await db.selectFrom('whatsapp_numbers').select(['id', 'ajustes']).execute()) {
    const opened = decryptSecrets(tokens, ajustes);
    if (!opened?.isOld) continue;
    const { isOld: _, ...secrets } = opened;
    await db
      .updateTable('whatsapp_numbers')
      .set({ ajustes: encryptSecrets(tokens, secrets) })
      .where('id', '=', id)
      .where('ajustes', '=', ajustes)
      .execute();
  }
}
