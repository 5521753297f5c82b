import type { ChangeKind } from '#lib/contract/sync-changes.schema.ts';
import type { NewWebhook, Replay } from '#lib/contract/sync-webhooks.schema.ts';
import { holdsAll, rightsIn } from '#lib/rules/people/team.ts';
import { changeKinds } from '#lib/rules/sync/changes.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import { onePage } from '../../core/db/keyset.ts';
import { ownSchool } from '../../core/http/access.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';
import { conflict, forbidden, invalid, notFound } from '../../core/http/refusal.ts';
import { decryptText, encryptText } from '../../core/ports/encrypted-text.ts';
import { isOwnNetwork } from '../../core/ports/own-network.ts';
import { ownOrigins } from '../../messages/devices/endpoint-policy.ts';
import { isReachedKey, openKeys, unitsOfKey } from './manage-keys.ts';
import { numberAllChanges } from './number-changes.ts';
import { deliveryOf } from './queue-webhooks.ts';
import { WEBHOOK_PURPOSE } from './send-webhooks.ts';
import { newWebhookSecret } from './sign-webhook.ts';

const MAX_WEBHOOKS = 20;
const MAX_LISTED = 100;
/** How long both secrets are valid, so that the receiver can switch. */
const BOTH_MS = DAY_MS;

const webhooksOf = (db: Db, escolaId: number) =>
  db
    .selectFrom('webhooks')
    .innerJoin('api_keys', 'api_keys.id', 'webhooks.key_id')
    .selectAll('webhooks')
    .select(['api_keys.nome', 'api_keys.unidades'])
    .select(({ selectFrom, fn }) =>
      selectFrom('webhook_deliveries')
        .select(fn.countAll<number | string>().as('count'))
        .whereRef('webhook_id', '=', 'webhooks.id')
        .where('status', '=', 'na_fila')
        .as('waiting'),
    )
    .where('webhooks.escola_id', '=', escolaId);
type Row = Awaited<ReturnType<ReturnType<typeof webhooksOf>['execute']>>[number];

/** The webhooks of keys whose units are all in reach, and the keys that may get one. */
export async function listWebhooks(ctx: Ctx) {
  const rows = await webhooksOf(ctx.db, ownSchool(ctx.session)).orderBy('webhooks.id', 'desc').execute();
  const keys = await openKeys(ctx);
  const items = rows.filter((row) => isReachedKey(ctx, row)).map((row) => present(ctx, row));
  return {
    ...onePage(items),
    chaves: keys.flatMap(({ id, nome, leituras, unidades }) => {
      const readable = kindsOf(leituras).filter((kind) => mayTell(ctx, [kind], unidades));
      return readable.length > 0 ? [{ id, nome, leituras: readable }] : [];
    }),
  };
}

/**
 * Adds a webhook, with a log entry. It is notified of changes from now on.
 *
 * @throws Refusal 403 for more than the user holds, 409 for too many, 422 for a forbidden address
 */
export async function createWebhook(ctx: Ctx, { url, chave_id, eventos }: NewWebhook) {
  refuseAddress(ctx, url);
  const key = (await openKeys(ctx)).find(({ id }) => id === chave_id);
  const read = key ? kindsOf(key.leituras) : [];
  if (!key || eventos.some((kind) => !read.includes(kind))) {
    throw invalid('Escolha uma chave que lê o que o endereço vai receber.', {
      chave_id: 'Esta chave não lê tudo isso',
    });
  }
  requireRights(ctx, eventos, key.unidades);
  const segredo = newWebhookSecret();
  const { pos } = await numberAllChanges(ctx);
  const id = await ctx.db.transaction().execute(async (tx) => {
    const escola_id = ownSchool(ctx.session);
    const others = await tx.selectFrom('webhooks').select('id').where('escola_id', '=', escola_id).execute();
    if (others.length >= MAX_WEBHOOKS) throw conflict(`A escola tem ${MAX_WEBHOOKS} endereços: remova os que não usa.`);
    const made = await tx
      .insertInto('webhooks')
      .values({
        ...{ escola_id, key_id: key.id, url, eventos: JSON.stringify([...new Set(eventos)]), pos },
        ...{ segredo: encryptText(ctx.tokens, WEBHOOK_PURPOSE, segredo), created_at: ctx.now().toISOString() },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const depois = { endereco: originOf(url), chave: key.nome, eventos: eventos.join(', ') };
    await audit({ ...ctx, db: tx }, 'webhook-create', `api-key:${key.id}`, { depois });
    return made.id;
  });
  return { ...present(ctx, await readWebhook(ctx, id)), segredo };
}

/** A webhook with its last deliveries. @throws Refusal 404 */
export async function getWebhook(ctx: Ctx, id: number) {
  const row = await readWebhook(ctx, id);
  const rows = await ctx.db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', id)
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute();
  const entregas = rows.map((each) => ({
    // `codigo` is the `webhook-id` of each try; `status` that of the last answer, or `erro` the reason why there was none.
    ...{ id: each.id, codigo: each.codigo, evento: each.kind, assunto: each.assunto, estado: each.status },
    ...{ status: each.http_status, erro: each.erro, tentativas: each.attempts, criada_em: each.created_at },
    ...{ ultima_em: each.last_at, proxima_em: each.status === 'na_fila' ? each.due_at : null },
    ...{ endereco_id: id, pode_repetir: each.status !== 'na_fila' && row.stopped_at === null },
  }));
  return { ...present(ctx, row), entregas };
}

/** Creates a new secret, with a log entry; the previous one stays valid for a day. @throws Refusal 403, 404 */
export async function renewSecret(ctx: Ctx, id: number) {
  const row = await readWebhook(ctx, id);
  requireRights(ctx, kindsOf(row.eventos), row.unidades);
  const segredo = newWebhookSecret();
  await ctx.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('webhooks')
      .set({
        segredo: encryptText(ctx.tokens, WEBHOOK_PURPOSE, segredo),
        segredo_anterior: row.segredo,
        anterior_ate: new Date(ctx.now().getTime() + BOTH_MS).toISOString(),
      })
      .where('id', '=', id)
      .execute();
    const depois = { endereco: originOf(row.url) };
    await audit({ ...ctx, db: tx }, 'webhook-secret', `api-key:${row.key_id}`, { depois });
  });
  return { ...present(ctx, await readWebhook(ctx, id)), segredo };
}

/** Queues a test. @throws Refusal 404, 409 for a stopped webhook */
export async function testWebhook(ctx: Ctx, id: number) {
  const row = await readWebhook(ctx, id);
  if (row.stopped_at !== null) throw conflict('Este endereço está parado: retome antes de testar.');
  const at = ctx.now().toISOString();
  await ctx.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('webhook_deliveries')
      .values(deliveryOf(id, { kind: 'teste', assunto: 0, em: at }, at))
      .execute();
    const depois = { endereco: originOf(row.url) };
    await audit({ ...ctx, db: tx }, 'webhook-test', `api-key:${row.key_id}`, { depois });
  });
  ctx.wake();
  return present(ctx, await readWebhook(ctx, id));
}

/** Sends again what was delivered or failed: one message, or all since an instant. @returns how many */
export async function replayWebhook(ctx: Ctx, id: number, what: Replay): Promise<{ entregas: number }> {
  const row = await readWebhook(ctx, id);
  if (row.stopped_at !== null) throw conflict('Este endereço está parado: retome antes de repetir.');
  const at = ctx.now().toISOString();
  const entregas = await ctx.db.transaction().execute(async (tx) => {
    const again = await tx
      .updateTable('webhook_deliveries')
      .set({ status: 'na_fila', attempts: 0, due_at: at, queued_at: at, claimed_until: null })
      .where('webhook_id', '=', id)
      .where('status', '<>', 'na_fila')
      .$call((query) =>
        'entrega' in what ? query.where('id', '=', what.entrega) : query.where('created_at', '>=', what.desde),
      )
      .returning('id')
      .execute();
    if ('entrega' in what && again.length === 0) throw notFound('Esta entrega não existe, ou já está na fila.');
    const depois = { endereco: originOf(row.url), entregas: again.length };
    await audit({ ...ctx, db: tx }, 'webhook-replay', `api-key:${row.key_id}`, { depois });
    return again.length;
  });
  ctx.wake();
  return { entregas };
}

/** Resumes a stopped webhook: it is notified of the changes meanwhile. @throws Refusal 404 */
export async function resumeWebhook(ctx: Ctx, id: number) {
  const row = await readWebhook(ctx, id);
  const at = ctx.now().toISOString();
  await ctx.db.transaction().execute(async (tx) => {
    const cleared = {
      stopped_at: null,
      stop_reason: null,
      failing_since: null,
      held_until: null,
      failures: 0,
      gone: 0,
    };
    await tx.updateTable('webhooks').set(cleared).where('id', '=', id).execute();
    await tx
      .updateTable('webhook_deliveries')
      .set({ due_at: at, queued_at: at, attempts: 0, claimed_until: null })
      .where('webhook_id', '=', id)
      .where('status', '=', 'na_fila')
      .execute();
    await audit({ ...ctx, db: tx }, 'webhook-resume', `api-key:${row.key_id}`, {
      depois: { endereco: originOf(row.url) },
    });
  });
  ctx.wake();
  return present(ctx, await readWebhook(ctx, id));
}

/** Removes a webhook, with a log entry. @throws Refusal 404 */
export async function endWebhook(ctx: Ctx, id: number): Promise<Record<string, never>> {
  const row = await readWebhook(ctx, id);
  await ctx.db.transaction().execute(async (tx) => {
    const gone = await tx.deleteFrom('webhooks').where('id', '=', id).returning('id').executeTakeFirst();
    const antes = { endereco: originOf(row.url) };
    if (gone) await audit({ ...ctx, db: tx }, 'webhook-end', `api-key:${row.key_id}`, { antes });
  });
  return {};
}

/** Encrypts again the secrets that were encrypted with the previous key. */
export async function sealWebhooksAnew({ db, tokens }: Pick<School, 'db' | 'tokens'>): Promise<void> {
  for (const row of await db.selectFrom('webhooks').select(['id', 'segredo', 'segredo_anterior']).execute()) {
    const anew = (sealed: string | null) => {
      const opened = sealed === null ? null : decryptText(tokens, WEBHOOK_PURPOSE, sealed);
      return opened?.isOld ? encryptText(tokens, WEBHOOK_PURPOSE, opened.text) : sealed;
    };
    const [segredo, segredo_anterior] = [anew(row.segredo) ?? row.segredo, anew(row.segredo_anterior)];
    if (segredo === row.segredo && segredo_anterior === row.segredo_anterior) continue;
    await db
      .updateTable('webhooks')
      .set({ segredo, segredo_anterior })
      .where('id', '=', row.id)
      .where('segredo', '=', row.segredo)
      .execute();
  }
}

/** Only the origin: a path may hold a token of the receiver. */
const originOf = (url: string) => new URL(url).origin;

/** The portal calls these addresses, so they have to be public and use TLS. The settings list allowed internal ones. */
function refuseAddress({ config }: Ctx, text: string): void {
  const url = URL.parse(text);
  const refuse = (why: string) => invalid(why, { url: why });
  if (!url || !/^https?:$/.test(url.protocol)) throw refuse('Escreva o endereço inteiro, com https://.');
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    throw refuse('Use um endereço sem usuário, senha e sem “#”.');
  }
  if (ownOrigins(config.WEBHOOK_HOSTS).has(url.origin)) return;
  if (url.protocol !== 'https:') throw refuse('Use um endereço com https://.');
  if (isOwnNetwork(url.hostname)) throw refuse('Este endereço fica dentro da rede: peça a quem instala o portal.');
}

/** Creating a webhook or its secret must not give away more than the user may see. */
function requireRights(ctx: Ctx, kinds: readonly ChangeKind[], units: string | null): void {
  if (mayTell(ctx, kinds, units)) return;
  throw forbidden('Um endereço recebe só o que também está no seu acesso: escolha menos, ou outra chave.');
}
const mayTell = ({ session }: Ctx, kinds: readonly ChangeKind[], units: string | null) =>
  holdsAll(
    session.rights,
    rightsIn(
      kinds.map((kind) => changeKinds[kind].right),
      unitsOfKey(units),
    ),
  );

const kindsOf = (json: string) => JSON.parse(json) as ChangeKind[];

async function readWebhook(ctx: Ctx, id: number): Promise<Row> {
  const row = await webhooksOf(ctx.db, ownSchool(ctx.session)).where('webhooks.id', '=', id).executeTakeFirst();
  if (!row || !isReachedKey(ctx, row)) throw notFound('Este endereço não existe na sua escola.');
  return row;
}

function present({ now }: Pick<Ctx, 'now'>, row: Row) {
  const { stopped_at, stop_reason, anterior_ate } = row;
  return {
    id: row.id,
    url: row.url,
    eventos: kindsOf(row.eventos),
    // The key that defines its reach.
    chave: { id: row.key_id, nome: row.nome },
    criado_em: row.created_at,
    // Until then the previous secret is valid too.
    segredo_anterior_ate: anterior_ate !== null && anterior_ate > now().toISOString() ? anterior_ate : null,
    // Null: the last try succeeded.
    falha_desde: row.failing_since,
    // Why and since when it is stopped.
    parado: stopped_at === null || stop_reason === null ? null : { em: stopped_at, motivo: stop_reason },
    // The number of waiting deliveries.
    na_fila: Number(row.waiting ?? 0),
  };
}
