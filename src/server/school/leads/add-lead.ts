import type { z } from 'zod';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { once } from '../../core/http/once.ts';
import { requireOpenUnit } from '../../core/http/open-unit.ts';
import { conflict, invalid } from '../../core/http/refusal.ts';
import { takeLead } from '../../messages/contacts/take-lead.ts';
import type { addLeadInput } from './inputs.ts';
import { leadsIn, noteEntries, type Scope, scopeOf } from './queries.ts';

/**
 * Records a lead who came to the office, at the counter or by telephone. A telephone that the school knows is the same lead, with
 * another history entry.
 *
 * @throws Refusal as `once`; 422 for a unit out of reach, without a unit if the reader has several, and for a closed one; 409 for
 *   a telephone of a lead at another unit, out of reach, which is not changed.
 */
export async function addLead(
  ctx: Ctx,
  input: z.output<typeof addLeadInput>,
): Promise<{ id: number; isFirst: boolean }> {
  const { nome, telefone, email, unidade_id, origem, nota } = input;
  const { userId, timeZone } = ctx.session;
  const at = ctx.now();
  return once(ctx, 'lead-add', input, async (tx) => {
    const scope = await scopeOf(tx, ctx.reach);
    const { units } = scope;
    const open = units.filter(({ encerrada_em }) => encerrada_em === null);
    const unit = unidade_id === undefined ? open.length === 1 && open[0] : units.find(({ id }) => id === unidade_id);
    if (!unit) throw invalid('Escolha uma unidade da sua escola.', { unidade_id: 'Escolha uma unidade' });
    await requireOpenUnit(tx, unit.id);
    const { id, isFirst, event } = await takeLead(
      tx,
      {
        ...{
          nome,
          telefone,
          email: email ?? null,
          pagina: origem,
          marca: unit.marca,
          cidade: unit.cidade,
          unidade: unit,
        },
        ...{ indicacao_code: null, utm: null, english_test: null, hasUnits: true },
        ...{ por: userId, dia: dayIn(timeZone, at) },
      },
      at,
    );
    if (!isFirst) await requireReach(tx, scope, id);
    if (nota) {
      const em = at.toISOString();
      await noteEntries(tx, id, { at: em, por: userId }, [{ kind: 'nota', texto: nota }]);
      await tx.updateTable('leads').set({ mudou_em: em }).where('id', '=', id).execute();
    }
    // The same form again on the same day adds nothing except its note.
    if (event !== null || nota) await audit({ ...ctx, db: tx }, 'lead-add', `lead:${id}`);
    return { id, isFirst };
  });
}

/** A user who cannot open a lead must not change it. The refusal rolls the transaction back. */
async function requireReach(tx: Db, scope: Scope, id: number): Promise<void> {
  if (await leadsIn(tx, scope).select('leads.id').where('leads.id', '=', id).executeTakeFirst()) return;
  const known = await tx
    .selectFrom('leads')
    .leftJoin('companies', 'companies.id', 'leads.unidade_id')
    .select('companies.nome')
    .where('leads.id', '=', id)
    .executeTakeFirstOrThrow();
  const who = known.nome === null ? 'Outra unidade' : `A unidade ${known.nome}`;
  throw conflict(`${who} já tem um contato com este telefone.`, 'lead_twin');
}
