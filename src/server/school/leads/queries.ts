import { type Selectable, sql } from 'kysely';
import type { LeadFilter } from '#lib/contract/leads.schema.ts';
import { officeSources } from '#lib/rules/leads/contact.ts';
import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import type { Db } from '../../core/db/connection.ts';
import { folded, hasWords } from '../../core/db/people-by-name.ts';
import { unitCity } from '../../core/db/units.ts';
import { type Reach, within } from '../../core/http/access.ts';
import type { Schema } from '../../tables.ts';

/** States without due steps. */
export const ENDED = ['matriculado', 'perdido'] as const;
/** Fewer digits would match everybody. */
const FEWEST_DIGITS = 4;
const HISTORY = 200;

/** The contacts that a member of staff reaches. */
export interface Scope {
  units: {
    id: number;
    escola_id: number;
    nome: string;
    marca: 'knn' | 'phenom';
    cidade: string;
    encerrada_em: string | null;
  }[];
  /** The place keys of leads without a unit in reach; null: every lead. */
  places: string[] | null;
}

/** The leads of the units in reach. Leads without a unit are visible to all staff of their brand, so that somebody answers. */
export async function scopeOf(db: Db, reach: Reach): Promise<Scope> {
  const units = await db
    .selectFrom('companies')
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['companies.id', 'companies.escola_id', 'companies.nome', 'schools.marca', 'companies.encerrada_em'])
    .select(unitCity.as('cidade'))
    .where('companies.id', '!=', BLOCKED_COMPANY_ID)
    .$call(within(reach))
    .orderBy('companies.nome')
    .orderBy('companies.id')
    .execute();
  if (units.length === 0) return { units, places: [] };
  if (reach.units === null && reach.escolaId === null) return { units, places: null };
  return { units, places: ['marca:*', ...new Set(units.map(({ marca }) => `marca:${marca}`))] };
}

/** The units to which the reader may assign a lead. @param known its current unit */
export const openUnits = ({ units }: Scope, known: number | null = null): { id: number; nome: string }[] =>
  units.flatMap(({ id, nome, encerrada_em }) => (encerrada_em === null || id === known ? [{ id, nome }] : []));

/** The leads in a scope. An empty list would be invalid SQL, and no unit has the id 0. */
export const leadsIn = (db: Db, { units, places }: Scope) =>
  db
    .selectFrom('leads')
    .$if(places !== null, (query) =>
      query.where((where) =>
        where.or([
          where('leads.unidade_id', 'in', [0, ...units.map(({ id }) => id)]),
          where('leads.lugar', 'in', ['', ...(places ?? [])]),
        ]),
      ),
    );

type Leads = ReturnType<typeof leadsIn>;

/** Leads whose next step is due. @param today `YYYY-MM-DD` */
export const dueIn = (query: Leads, today: string): Leads =>
  query.where('leads.proximo_em', '<=', today).where('leads.status', 'not in', [...ENDED]);

/** Contacts that fit a filter. @param today `YYYY-MM-DD` */
export function filtered(query: Leads, { q, estado, unidade, sem_unidade, hoje }: LeadFilter, today: string): Leads {
  let narrowed = query;
  if (estado) narrowed = narrowed.where('leads.status', '=', estado);
  if (unidade) narrowed = narrowed.where('leads.unidade_id', '=', unidade);
  if (sem_unidade) narrowed = narrowed.where('leads.unidade_id', 'is', null);
  if (hoje) narrowed = dueIn(narrowed, today);
  const digits = q?.replace(/\D/g, '').replace(/^55(?=\d{10,11}$)/, '') ?? '';
  if (!q) return narrowed;
  return narrowed.where((where) =>
    where.or([
      hasWords(q, folded('leads.nome')),
      ...(digits.length >= FEWEST_DIGITS ? [where('leads.telefone', 'like', `%${digits}%`)] : []),
    ]),
  );
}

/**
 * The member of the school who referred a lead: from the referral with its telephone, otherwise the owner of the code that it
 * submitted.
 */
const referrer = sql<string | null>`coalesce(
  (select member.full_name from referrals join users as member on member.id = referrals.user_id
    where referrals.telefone = leads.telefone and referrals.status <> 'recusada'
      and leads.lugar = 'escola:' || member.school_id),
  (select member.full_name from club_codes join users as member on member.id = club_codes.user_id
    where club_codes.codigo = upper(leads.indicacao_code) and leads.lugar = 'escola:' || member.school_id))`;

/** Contacts with the names of unit and owner, the result of the level test, and how often each wrote. */
export const withNames = (query: Leads) =>
  query
    .leftJoin('companies as unit', 'unit.id', 'leads.unidade_id')
    .leftJoin('users as owner', 'owner.id', 'leads.responsavel_user_id')
    .leftJoin('english_tests as test', 'test.id', 'leads.english_test')
    .selectAll('leads')
    .select(['unit.nome as unidade', 'owner.full_name as responsavel', 'test.result as teste'])
    .select(referrer.as('indicado_por'))
    .select(({ selectFrom }) =>
      selectFrom('lead_events')
        .whereRef('lead_events.lead_id', '=', 'leads.id')
        .where('lead_events.kind', '=', 'envio')
        .where('lead_events.pagina', 'not in', [...officeSources])
        .select(({ fn }) => fn.countAll<number | string>().as('envios'))
        .as('envios'),
    );

export type LeadRow = Selectable<Schema['leads']>;
export type NamedLead = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>;

/** The last entries of a history, the newest first. */
export const historyOf = (db: Db, leadId: number) =>
  db
    .selectFrom('lead_events')
    .leftJoin('users', 'users.id', 'lead_events.por_user_id')
    .selectAll('lead_events')
    .select('users.full_name as quem')
    .where('lead_id', '=', leadId)
    .orderBy('lead_events.id', 'desc')
    .limit(HISTORY)
    .execute();

export type HistoryRow = Awaited<ReturnType<typeof historyOf>>[number];

type Entry = Pick<Schema['lead_events'], 'kind'> & { texto?: string | null; status?: LeadRow['status'] };

/** Records actions of a member of staff in the history. @returns the ids of the entries */
export async function noteEntries(
  tx: Db,
  leadId: number,
  { at, por }: { at: string; por: number },
  entries: readonly Entry[],
): Promise<number[]> {
  if (entries.length === 0) return [];
  const row = { lead_id: leadId, created_at: at, por_user_id: por };
  const made = await tx
    .insertInto('lead_events')
    .values(entries.map(({ kind, texto = null, status = null }) => ({ ...row, kind, texto, status })))
    .returning('id')
    .execute();
  return made.map(({ id }) => id);
}
