import type { z } from 'zod';
import { formatDay } from '#lib/format/dates.ts';
import type { Db } from '../../core/db/connection.ts';
import { audit, type Values } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { requireOpenUnit } from '../../core/http/open-unit.ts';
import { conflict, invalid } from '../../core/http/refusal.ts';
import type { moveLeadsInput, updateLeadInput } from './inputs.ts';
import { leadsIn, type NamedLead, noteEntries, type Scope, scopeOf } from './queries.ts';
import { leadIn, ownersOf, readLead } from './read-lead.ts';
import { placeOfSchool } from './take-lead.ts';

type Input = z.output<typeof updateLeadInput>;
type Entries = Parameters<typeof noteEntries>[3][number][];
type Change = Partial<
  Pick<NamedLead, 'status' | 'motivo' | 'responsavel_user_id' | 'unidade_id' | 'lugar' | 'proximo_em' | 'proximo_passo'>
>;

/**
 * Notes what the staff does about a contact. What stays as it was leaves no entry.
 *
 * @throws Refusal 404 for another school's, 409 for the state of an enrolled one, and for a unit whose school knows the
 *   telephone already; 422 for an owner or unit out of reach, and for a closed unit.
 */
export async function updateLead(ctx: Ctx, input: Input) {
  const { id, nota } = input;
  await ctx.db.transaction().execute(async (tx) => {
    const scope = await scopeOf(tx, ctx.reach);
    const lead = await leadIn(tx, scope, id);
    const entries: Entries = [];
    const change = {
      ...stateOf(lead, input, entries),
      ...stepOf(lead, input, entries),
      ...(await ownerOf(tx, ctx.session.userId, lead, input, entries)),
      ...(await unitOf(tx, scope, lead, input, entries)),
    };
    if (nota) entries.push({ kind: 'nota', texto: nota });
    if (entries.length === 0) return;
    const at = ctx.now().toISOString();
    await noteEntries(tx, id, { at, por: ctx.session.userId }, entries);
    await tx
      .updateTable('leads')
      .set({ ...change, mudou_em: at })
      .where('id', '=', id)
      .execute();
    await audit({ ...ctx, db: tx }, 'lead-update', `lead:${id}`, changesOf(lead, change));
  });
  return readLead(ctx, id);
}

function stateOf(lead: NamedLead, { estado, motivo }: Input, entries: Entries): Change {
  if (!estado || estado === lead.status) return {};
  if (lead.status === 'matriculado') throw conflict('Este contato já se matriculou.', 'lead_enrolled');
  const why = estado === 'perdido' ? (motivo ?? null) : null;
  entries.push({ kind: 'estado', status: estado, texto: why });
  return { status: estado, motivo: why, ...(estado === 'perdido' && { proximo_em: null, proximo_passo: null }) };
}

function stepOf(lead: NamedLead, { proximo_em, proximo_passo }: Input, entries: Entries): Change {
  if (proximo_em === undefined) return {};
  const step = { proximo_em, proximo_passo: proximo_em === null ? null : (proximo_passo ?? null) };
  if (step.proximo_em === lead.proximo_em && step.proximo_passo === lead.proximo_passo) return {};
  const said = proximo_em && [formatDay(proximo_em), proximo_passo].filter(Boolean).join(': ');
  entries.push({ kind: 'passo', texto: said });
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

async function unitOf(
  tx: Db,
  { units }: Scope,
  lead: NamedLead,
  { unidade_id }: Input,
  entries: Entries,
): Promise<Change> {
  if (unidade_id === undefined || unidade_id === lead.unidade_id) return {};
  const unit = units.find(({ id }) => id === unidade_id);
  if (!unit) throw invalid('Escolha uma unidade da sua escola.', { unidade_id: 'Escolha uma unidade' });
  await requireOpenUnit(tx, unit.id);
  const lugar = placeOfSchool(unit);
  const twin = await tx
    .selectFrom('leads')
    .select('id')
    .where('telefone', '=', lead.telefone)
    .where('lugar', '=', lugar)
    .where('id', '!=', lead.id)
    .executeTakeFirst();
  if (twin) throw conflict('Esta escola já tem um contato com este telefone. Busque por ele na lista.', 'lead_twin');
  entries.push({ kind: 'unidade', texto: unit.nome });
  return { unidade_id, lugar };
}

/** What the log tells: names and days, no words of the staff. */
function changesOf(lead: NamedLead, change: Change): { antes?: Values; depois?: Values } {
  const fields = (['status', 'responsavel_user_id', 'unidade_id', 'proximo_em'] as const).filter(
    (name) => change[name] !== undefined && change[name] !== lead[name],
  );
  if (fields.length === 0) return {};
  // The log calls the state `estado`.
  const pick = (from: Change): Values =>
    Object.fromEntries(fields.map((name) => [name === 'status' ? 'estado' : name, from[name] ?? null]));
  return { antes: pick(lead), depois: pick(change) };
}

/** Says of new contacts that somebody talks to them, or takes that back; others stay as they are. */
export async function moveLeads(ctx: Ctx, { ids, estado }: z.output<typeof moveLeadsInput>) {
  return ctx.db.transaction().execute(async (tx) => {
    const from = estado === 'novo' ? 'em_contato' : 'novo';
    const rows = await leadsIn(tx, await scopeOf(tx, ctx.reach))
      .select('leads.id')
      .where('leads.id', 'in', ids)
      .where('leads.status', '=', from)
      .orderBy('leads.id')
      .execute();
    const at = ctx.now().toISOString();
    for (const { id } of rows) {
      await noteEntries(tx, id, { at, por: ctx.session.userId }, [{ kind: 'estado', status: estado }]);
      await tx.updateTable('leads').set({ status: estado, mudou_em: at }).where('id', '=', id).execute();
      await audit({ ...ctx, db: tx }, 'lead-update', `lead:${id}`, { antes: { estado: from }, depois: { estado } });
    }
    return { ids: rows.map(({ id }) => id) };
  });
}
