import type { z } from 'zod';
import { formatDay } from '#lib/format/dates.ts';
import { leadStates } from '#lib/words/leads.ts';
import { noteLeadAnswered, undoLeadAnswered } from '../../club/credit-lead.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import { audit, type Values } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { type EachAnswer, onceForEach } from '../../core/http/once-each.ts';
import { requireOpenUnit } from '../../core/http/open-unit.ts';
import { conflict, invalid } from '../../core/http/refusal.ts';
import { readUndoToken } from '../../core/http/undo.ts';
import { placeOfSchool } from '../../messages/contacts/take-lead.ts';
import type { updateLeadsInput } from './inputs.ts';
import { leadsIn, type NamedLead, noteEntries, type Scope, scopeOf, withNames } from './queries.ts';
import { leadIn, ownersOf } from './read-lead.ts';

type Input = z.output<typeof updateLeadsInput>;
type Entries = Parameters<typeof noteEntries>[3][number][];
type Change = Partial<
  Pick<NamedLead, 'status' | 'motivo' | 'responsavel_user_id' | 'unidade_id' | 'lugar'> &
    Pick<NamedLead, 'proximo_em' | 'proximo_hora' | 'proximo_passo'>
>;

/** The previous state that `undoLeads` needs. */
interface Before {
  id: number;
  /** The previous values of the changed fields. */
  was: Change & Pick<NamedLead, 'mudou_em'>;
  /** When it changed; the undo checks that it has not changed since. */
  at: string;
  /** The history entries that it added. */
  entries: number[];
  /** The referral that was moved with it. */
  referral?: number;
}

const CALL = 'lead-update';

/** Records what the staff does about some leads; each is done or refused separately. */
export const updateLeads = (ctx: Ctx, input: Input): Promise<EachAnswer> =>
  onceForEach<Before>(ctx, CALL, input, (tx, id) => updateLead(ctx, tx, id, input));

/**
 * Updates a lead; an unchanged one gets no history entry.
 *
 * @throws Refusal 404 for another school's lead, 409 for the state of an enrolled one, for one that is in none of the states
 *   `de`, and for a unit whose school already has the telephone; 422 for an owner or unit out of reach, and for a closed unit.
 */
async function updateLead(ctx: Ctx, tx: Db, id: number, input: Input): Promise<Before | null> {
  const scope = await scopeOf(tx, ctx.reach);
  // Locked first, so that `de` and the undo refer to the current state.
  await locked(tx, leadsIn(tx, scope).select('leads.id').where('leads.id', '=', id), 'hold').execute();
  const lead = await leadIn(tx, scope, id);
  if (input.de && !input.de.includes(lead.status)) {
    throw conflict(`Este contato já está em “${leadStates[lead.status].name}”.`, 'lead_moved');
  }
  const entries: Entries = [];
  const change = {
    ...stateOf(lead, input, entries),
    ...stepOf(lead, input, entries),
    ...(await ownerOf(tx, ctx.session.userId, lead, input, entries)),
    ...(await unitOf(tx, scope, lead, input, entries)),
  };
  if (input.nota) entries.push({ kind: 'nota', texto: input.nota });
  if (entries.length === 0) return null;
  const at = ctx.now();
  const em = at.toISOString();
  const unit = scope.units.find(({ id }) => id === (change.unidade_id ?? lead.unidade_id));
  let referral: number | null = null;
  if (unit && (change.status === 'em_contato' || change.status === 'visita_marcada')) {
    const { telefone, email } = lead;
    const school = { telefone, email, escolaId: unit.escola_id };
    referral = await noteLeadAnswered(tx, school, { at, porUserId: ctx.session.userId });
  }
  const made = await noteEntries(tx, id, { at: em, por: ctx.session.userId }, entries);
  await tx
    .updateTable('leads')
    .set({ ...change, mudou_em: em })
    .where('id', '=', id)
    .execute();
  await audit({ ...ctx, db: tx }, 'lead-update', `lead:${id}`, changesOf(lead, change));
  const names = Object.keys(change) as (keyof Change)[];
  const was = Object.fromEntries(names.map((name) => [name, lead[name]])) as Change;
  return {
    id,
    was: { ...was, mudou_em: lead.mudou_em },
    at: em,
    entries: made,
    ...(referral !== null && { referral }),
  };
}

/**
 * Undoes the sender's changes of leads within the last minute: previous values are restored, and history entries deleted. Leads
 * that changed since are skipped.
 */
export async function undoLeads(ctx: Ctx, token: string) {
  const before = readUndoToken<Before[]>(ctx, CALL, token);
  return ctx.db.transaction().execute(async (tx) => {
    const scope = await scopeOf(tx, ctx.reach);
    const undone: number[] = [];
    for (const { id, was, at, entries, referral } of before) {
      const lead = await withNames(leadsIn(tx, scope)).where('leads.id', '=', id).executeTakeFirst();
      if (!lead || (was.lugar && (await hasTwin(tx, lead, was.lugar)))) continue;
      const same = tx.updateTable('leads').set(was).where('id', '=', id).where('mudou_em', '=', at);
      // Somebody changed it since, or it was already undone.
      if ((await same.executeTakeFirst()).numUpdatedRows === 0n) continue;
      await tx.deleteFrom('lead_events').where('lead_id', '=', id).where('id', 'in', entries).execute();
      if (referral) await undoLeadAnswered(tx, referral, at);
      await audit({ ...ctx, db: tx }, 'lead-update', `lead:${id}`, changesOf(lead, was));
      undone.push(id);
    }
    return { ids: undone };
  });
}

function stateOf(lead: NamedLead, { estado, motivo }: Input, entries: Entries): Change {
  if (!estado || estado === lead.status) return {};
  if (lead.status === 'matriculado') throw conflict('Este contato já se matriculou.', 'lead_enrolled');
  const why = estado === 'perdido' ? (motivo ?? null) : null;
  entries.push({ kind: 'estado', status: estado, texto: why });
  return {
    status: estado,
    motivo: why,
    ...(estado === 'perdido' && { proximo_em: null, proximo_hora: null, proximo_passo: null }),
  };
}

function stepOf(lead: NamedLead, { proximo_em, proximo_hora, proximo_passo }: Input, entries: Entries): Change {
  if (proximo_em === undefined) return {};
  const step = {
    proximo_em,
    proximo_hora: proximo_em === null ? null : (proximo_hora ?? null),
    proximo_passo: proximo_em === null ? null : (proximo_passo ?? null),
  };
  if (Object.entries(step).every(([name, value]) => lead[name as keyof typeof step] === value)) return {};
  const when = proximo_em && [formatDay(proximo_em), step.proximo_hora].filter(Boolean).join(' ');
  entries.push({ kind: 'passo', texto: when && [when, step.proximo_passo].filter(Boolean).join(': ') });
  return step;
}

async function ownerOf(
  tx: Db,
  userId: number,
  lead: NamedLead,
  { responsavel_id }: Input,
  entries: Entries,
): Promise<Change> {
  if (responsavel_id === undefined || responsavel_id === lead.responsavel_user_id) return {};
  const owners = responsavel_id === null ? [] : await ownersOf(tx, lead, userId);
  const owner = owners.find(({ id }) => id === responsavel_id);
  if (responsavel_id !== null && !owner) {
    throw invalid('Escolha alguém da equipe desta unidade.', { responsavel_id: 'Escolha alguém da equipe' });
  }
  entries.push({ kind: 'responsavel', texto: owner?.nome ?? null });
  return { responsavel_user_id: responsavel_id };
}

/**
 * The unit of a user with a single unit who starts working on a lead without a unit: the lead is assigned to it, so that nobody
 * else calls the same person.
 */
function takerOf({ units }: Scope, lead: NamedLead, { estado, responsavel_id }: Input): number | undefined {
  const begins = estado === 'em_contato' || estado === 'visita_marcada' || Boolean(responsavel_id);
  const open = units.filter(({ encerrada_em }) => encerrada_em === null);
  return lead.unidade_id === null && begins && open.length === 1 ? open[0]?.id : undefined;
}

async function unitOf(tx: Db, scope: Scope, lead: NamedLead, input: Input, entries: Entries): Promise<Change> {
  const unidade_id = input.unidade_id ?? takerOf(scope, lead, input);
  if (unidade_id === undefined || unidade_id === lead.unidade_id) return {};
  const unit = scope.units.find(({ id }) => id === unidade_id);
  if (!unit) throw invalid('Escolha uma unidade da sua escola.', { unidade_id: 'Escolha uma unidade' });
  await requireOpenUnit(tx, unit.id);
  const lugar = placeOfSchool(unit);
  if (await hasTwin(tx, lead, lugar))
    throw conflict('Esta escola já tem um contato com este telefone. Busque por ele na lista.', 'lead_twin');
  entries.push({ kind: 'unidade', texto: unit.nome });
  return { unidade_id, lugar };
}

/** Whether another contact with the telephone is at a place. */
const hasTwin = async (tx: Db, { id, telefone }: NamedLead, lugar: string): Promise<boolean> =>
  (await tx
    .selectFrom('leads')
    .select('id')
    .where('telefone', '=', telefone)
    .where('lugar', '=', lugar)
    .where('id', '!=', id)
    .executeTakeFirst()) !== undefined;

/** The change for the log: names and days, without free texts. */
function changesOf(lead: NamedLead, change: Change): { antes?: Values; depois?: Values } {
  const fields = (['status', 'responsavel_user_id', 'unidade_id', 'proximo_em'] as const).filter(
    (name) => change[name] !== undefined && change[name] !== lead[name],
  );
  if (fields.length === 0) return {};
  const pick = (from: Change): Values =>
    Object.fromEntries(fields.map((name) => [name === 'status' ? 'estado' : name, from[name] ?? null]));
  return { antes: pick(lead), depois: pick(change) };
}
