import type { NewApiKey, SyncTable } from '#lib/contract/sync.schema.ts';
import type { ChangeKind } from '#lib/contract/sync-changes.schema.ts';
import type { Units } from '#lib/rules/people/rights.ts';
import { holdsAll, rightsIn } from '#lib/rules/people/team.ts';
import { CHANGE_KINDS, changeKinds } from '#lib/rules/sync/changes.ts';
import { SYNC_TABLES, syncTables } from '#lib/rules/sync/tables.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import type { Db } from '../../core/db/connection.ts';
import { onePage } from '../../core/db/keyset.ts';
import { ownSchool } from '../../core/http/access.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, forbidden, invalid, notFound } from '../../core/http/refusal.ts';
import { newKey } from '../../identity/auth/key-session.ts';
import { hashSecret } from '../../identity/auth/tokens.ts';

const MAX_KEYS = 50;

const keysOf = (db: Db, escolaId: number) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .selectAll('api_keys')
    .select('users.full_name as maker')
    .where('api_keys.escola_id', '=', escolaId);

type Row = Awaited<ReturnType<ReturnType<typeof keysOf>['execute']>>[number];

/** The school's keys whose units are all in reach, and the options for a new key. */
export async function listKeys(ctx: Ctx) {
  const { db, session } = ctx;
  const units = await unitsOfSchool(db, ownSchool(session));
  const rows = await keysOf(db, ownSchool(session)).orderBy('api_keys.id', 'desc').execute();
  const items = rows.filter((row) => isReachedKey(ctx, row)).map((row) => present(row, units));
  return {
    ...onePage(items),
    unidades: units
      .filter(({ id, encerrada_em }) => encerrada_em === null && (ctx.reach.units?.includes(id) ?? true))
      .map(({ id, nome }) => ({ id, nome })),
    tabelas: SYNC_TABLES.filter((table) => session.rights.has(syncTables[table].right)),
    leituras: CHANGE_KINDS.filter((kind) => session.rights.has(changeKinds[kind].right)),
    // Whether the user may create a key for the whole school, including future units.
    escola_inteira: ctx.reach.units === null,
  };
}

/**
 * Creates a key, with a log entry. The school stores only its hash; only this answer contains the key.
 *
 * @throws Refusal 403 for more than the user holds, 409 for too many keys, 422 for units of another school
 */
export async function createKey(ctx: Ctx, input: NewApiKey) {
  const { session, now } = ctx;
  const escola_id = ownSchool(session);
  const units = await unitsOfSchool(ctx.db, escola_id);
  if (input.unidades?.some((requested) => !units.some(({ id }) => id === requested))) {
    throw invalid('Escolha unidades da sua escola.', { unidades: 'Escolha ao menos uma unidade da escola' });
  }
  if (input.tabelas.length + input.leituras.length === 0) {
    throw invalid('Escolha o que a chave abre.', { tabelas: 'Escolha ao menos uma tabela, ou algo que ela lê' });
  }
  // The creator of a key must also be able to see and end it.
  const opened = [
    ...input.tabelas.map((table) => syncTables[table]),
    ...input.leituras.map((kind) => changeKinds[kind]),
  ];
  const rights = ['equipe' as const, ...opened.map(({ right }) => right)];
  if (!holdsAll(session.rights, rightsIn(rights, input.unidades))) {
    throw forbidden('Uma chave abre só o que também está no seu acesso: escolha menos tabelas ou unidades.');
  }
  const chave = newKey();
  const at = now();
  const id = await ctx.db.transaction().execute(async (tx) => {
    await requireRoom(tx, escola_id);
    const made = await tx
      .insertInto('api_keys')
      .values({
        ...{
          escola_id,
          user_id: session.userId,
          nome: input.nome,
          key_hash: hashSecret(chave),
          final: chave.slice(-4),
        },
        tabelas: JSON.stringify([...new Set(input.tabelas)]),
        leituras: JSON.stringify([...new Set(input.leituras)]),
        unidades: input.unidades && JSON.stringify([...new Set(input.unidades)]),
        created_at: at.toISOString(),
        expires_at: input.dias === null ? null : new Date(at.getTime() + input.dias * DAY_MS).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit({ ...ctx, db: tx }, 'key-create', `api-key:${made.id}`, { depois: deedOf(input, units) });
    return made.id;
  });
  return { ...present(await readKey(ctx, id), units), chave };
}

/** Ends a key at once, with a log entry. Idempotent. @throws Refusal 404 */
export async function endKey(ctx: Ctx, id: number) {
  const { nome } = await readKey(ctx, id);
  await ctx.db.transaction().execute(async (tx) => {
    const ended = await tx
      .updateTable('api_keys')
      .set({ ended_at: ctx.now().toISOString() })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (ended) await audit({ ...ctx, db: tx }, 'key-end', `api-key:${id}`, { antes: { nome } });
  });
  return present(await readKey(ctx, id), await unitsOfSchool(ctx.db, ownSchool(ctx.session)));
}

/** Valid keys in reach. */
export async function openKeys(ctx: Ctx): Promise<Pick<Row, 'id' | 'nome' | 'leituras' | 'unidades'>[]> {
  const rows = await keysOf(ctx.db, ownSchool(ctx.session))
    .where('api_keys.ended_at', 'is', null)
    .where((where) =>
      where.or([where('api_keys.expires_at', 'is', null), where('api_keys.expires_at', '>', ctx.now().toISOString())]),
    )
    .orderBy('api_keys.id', 'desc')
    .execute();
  return rows.filter((row) => isReachedKey(ctx, row));
}

async function requireRoom(tx: Db, escolaId: number): Promise<void> {
  const { count } = await tx
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('escola_id', '=', escolaId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_KEYS) throw conflict(`A escola tem ${MAX_KEYS} chaves: encerre as que não usa mais.`);
}

async function readKey(ctx: Ctx, id: number): Promise<Row> {
  const row = await keysOf(ctx.db, ownSchool(ctx.session)).where('api_keys.id', '=', id).executeTakeFirst();
  if (!row || !isReachedKey(ctx, row)) throw notFound('Esta chave não existe na sua escola.');
  return row;
}

/** Staff limited to some units do not see keys that reach other units. */
export function isReachedKey({ reach }: Pick<Ctx, 'reach'>, { unidades }: Pick<Row, 'unidades'>): boolean {
  if (reach.units === null) return true;
  return unitsOfKey(unidades)?.every((unit) => reach.units?.includes(unit)) ?? false;
}

export const unitsOfKey = (text: string | null): Units => (text === null ? null : (JSON.parse(text) as number[]));

const unitsOfSchool = (db: Db, escolaId: number) =>
  db
    .selectFrom('companies')
    .select(['id', 'nome', 'encerrada_em'])
    .where('escola_id', '=', escolaId)
    .where('id', '<>', BLOCKED_COMPANY_ID)
    .orderBy('nome')
    .orderBy('id')
    .execute();

const deedOf = (
  { nome, tabelas, leituras, unidades, dias }: NewApiKey,
  units: readonly { id: number; nome: string }[],
) => ({
  nome,
  tabelas: tabelas.join(', '),
  leituras: leituras.join(', '),
  unidades:
    unidades === null
      ? 'toda a escola'
      : units
          .filter(({ id }) => unidades.includes(id))
          .map((unit) => unit.nome)
          .join(', '),
  dias,
});

function present(row: Row, units: readonly { id: number; nome: string }[]) {
  const own = unitsOfKey(row.unidades);
  return {
    id: row.id,
    nome: row.nome,
    // The last letters of the key, to tell it from others.
    final: row.final,
    tabelas: JSON.parse(row.tabelas) as SyncTable[],
    // Kinds of changes that it reads.
    leituras: JSON.parse(row.leituras) as ChangeKind[],
    // Null: the whole school.
    unidades: own && units.filter(({ id }) => own.includes(id)),
    criada_por: row.maker,
    criada_em: row.created_at,
    // Null: valid until it is ended.
    vale_ate: row.expires_at,
    ultimo_uso: row.last_used_at,
    encerrada_em: row.ended_at,
  };
}
