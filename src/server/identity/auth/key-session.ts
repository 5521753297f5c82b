import type { Rights, Units } from '#lib/rules/people/rights.ts';
import { ADMIN_ACTION_ID } from '#lib/rules/people/roles.ts';
import { MINUTE_MS } from '#lib/rules/time/spans.ts';
import { zoneOr } from '#lib/rules/time/zones.ts';
import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import type { Db } from '../../core/db/connection.ts';
import { people } from '../../core/db/people.ts';
import { prepared } from '../../core/db/prepared.ts';
import type { School, Session } from '../../core/http/ctx.ts';
import { Refusal } from '../../core/http/refusal.ts';
import { readRights } from './read-rights.ts';
import { hashSecret, newSecret } from './tokens.ts';

/** Distinguishes a key from a person's token. */
const PREFIX = 'chave_';
const USED_EVERY_MS = MINUTE_MS;

export const newKey = (): string => PREFIX + newSecret();
export const isKey = (token: string): boolean => token.startsWith(PREFIX);

const keys = (db: Db) =>
  db
    .selectFrom('api_keys')
    .select([
      'id',
      'escola_id',
      'user_id',
      'tabelas',
      'leituras',
      'unidades',
      'expires_at',
      'last_used_at',
      'ended_at',
    ]);
const keyByHash = prepared((db, hash: string) => keys(db).where('key_hash', '=', hash));
type KeyRow = Awaited<ReturnType<typeof keyByHash>>[number];
const makerWithActions = prepared((db, id: number) =>
  people(db)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .leftJoin('user_actions', 'user_actions.user_id', 'users.id')
    .select(['users.is_blocked', 'users.is_club', 'drive_users.company_id', 'companies.escola_id', 'schools.marca'])
    .select(['companies.timezone', 'companies.venda_direta_allow', 'user_actions.action_id'])
    .where('users.id', '=', id),
);

const ended = () =>
  new Refusal(401, 'Esta chave não vale mais. Peça outra a quem cuida da equipe da escola.', { code: 'key_ended' });

/**
 * The session of another system's key. It has the current reach of its creator, within the units of the key: if the creator is
 * blocked or loses the right `equipe`, the key stops working.
 *
 * @throws Refusal 401
 */
export async function sessionOfKey(school: School, token: string): Promise<Session> {
  const { db, now } = school;
  const [key] = await keyByHash(db, hashSecret(token));
  const session = await sessionBehind(school, key);
  const used = key?.last_used_at ?? null;
  if (used === null || now().getTime() - Date.parse(used) >= USED_EVERY_MS) {
    await db
      .updateTable('api_keys')
      .set({ last_used_at: now().toISOString() })
      .where('id', '=', key?.id ?? 0)
      .execute();
  }
  return session;
}

/** The session of a key by its id, for work that the portal starts itself. @throws Refusal 401 */
export const sessionBehindKey = async (school: School, id: number): Promise<Session> =>
  sessionBehind(school, await keys(school.db).where('id', '=', id).executeTakeFirst());

async function sessionBehind({ db, config, now }: School, key: KeyRow | undefined): Promise<Session> {
  const at = now();
  if (!key || key.ended_at !== null) throw ended();
  if (key.expires_at !== null && Date.parse(key.expires_at) <= at.getTime()) throw ended();
  const rows = await makerWithActions(db, key.user_id);
  const [maker] = rows;
  const isOut = !maker || maker.is_blocked || maker.company_id === BLOCKED_COMPANY_ID;
  if (isOut || maker.escola_id !== key.escola_id) throw ended();
  const actionIds = new Set(rows.flatMap(({ action_id }) => (action_id === null ? [] : [action_id])));
  const rights = await readRights(db, { userId: key.user_id, actionIds, companyId: maker.company_id });
  if (!rights.has('equipe')) throw ended();
  return {
    userId: key.user_id,
    tokenId: `key:${key.id}`,
    scope: 'key',
    key: { id: key.id, tables: JSON.parse(key.tabelas) as string[], reads: JSON.parse(key.leituras) as string[] },
    bookId: null,
    companyId: maker.company_id,
    timeZone: zoneOr(maker.timezone, config.SCHOOL_TIME_ZONE),
    escolaId: maker.escola_id,
    marca: maker.marca,
    isClub: maker.is_club,
    vendaDiretaAllow: maker.venda_direta_allow ?? false,
    // A key created by an admin is limited to its school.
    actionIds: new Set([...actionIds].filter((id) => id !== ADMIN_ACTION_ID)),
    rights: withinUnits(rights, key.unidades === null ? null : (JSON.parse(key.unidades) as number[])),
    isStaff: true,
    hasFactor: false,
    needsFactor: false,
    ownDataOnly: false,
    seenAt: at.getTime(),
    // The key itself is the authentication.
    reauthenticatedAt: at.getTime(),
  };
}

/** Rights limited to these units. */
function withinUnits(rights: Rights, units: Units): Rights {
  if (units === null) return rights;
  return new Map(
    [...rights].map(([right, held]) => [right, held === null ? units : held.filter((unit) => units.includes(unit))]),
  );
}
