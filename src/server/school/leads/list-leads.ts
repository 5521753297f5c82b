import type { z } from 'zod';
import type { ParsedInput } from '#lib/contract/core.ts';
import type * as leads from '#lib/contract/leads.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { countsOf, countUpTo } from '../../core/db/counts.ts';
import { audit } from '../../core/http/audit.ts';
import { csvFile } from '../../core/http/csv.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import type { FileAnswer } from '../../core/http/file-answer.ts';
import { countLeads } from './count-leads.ts';
import type { listLeadsInput } from './inputs.ts';
import { leadsCsv } from './leads-csv.ts';
import { presentLead } from './present.ts';
import { filtered, leadsIn, scopeOf, withNames } from './queries.ts';

/** More lines than any school reads in a spreadsheet. */
const MAX_LINES = 10_000;

/** The contacts of the units in reach, the newest first; of those that are due, the oldest step first. */
export async function listLeads(ctx: Ctx, { limit, offset, ...filter }: z.output<typeof listLeadsInput>) {
  const { db, reach } = ctx;
  const scope = await scopeOf(db, reach);
  const today = dayIn(ctx.session.timeZone, ctx.now());
  const query = filtered(leadsIn(db, scope), filter, today);
  const chosen = { unidade: filter.unidade, q: filter.q };
  const ofUnit = filtered(leadsIn(db, scope), chosen, today);
  const [rows, total, states, { hoje }] = await Promise.all([
    withNames(query)
      .$if(filter.hoje === true, (due) => due.orderBy('leads.proximo_em'))
      .orderBy('leads.enviado_em', 'desc')
      .orderBy('leads.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    countUpTo(db, query, { limit, offset }),
    ofUnit
      .select(['leads.status', ({ fn }) => fn.countAll<number | string>().as('many')])
      .groupBy('leads.status')
      .execute(),
    countLeads(db, reach, today, chosen),
  ]);
  return {
    items: rows.map(presentLead),
    total,
    limit,
    offset,
    /** Of the unit in the filter, whatever the rest of it says. */
    contagens: countsOf(states),
    /** Whose next step is due. */
    para_hoje: hoje,
    /** Those of the reader. */
    unidades: scope.units.map(({ id, nome }) => ({ id, nome })),
  };
}

/** The filtered contacts as a table. The log says who took them along. */
export async function downloadLeads(
  ctx: Ctx,
  filter: ParsedInput<typeof leads.downloadLeads>['query'],
): Promise<FileAnswer> {
  const scope = await scopeOf(ctx.db, ctx.reach);
  const zone = ctx.session.timeZone;
  const rows = await withNames(filtered(leadsIn(ctx.db, scope), filter, dayIn(zone, ctx.now())))
    .orderBy('leads.enviado_em', 'desc')
    .orderBy('leads.id', 'desc')
    .limit(MAX_LINES)
    .execute();
  await audit(ctx, 'lead-export', `school:${ctx.session.escolaId ?? 0}`, { depois: { contatos: rows.length } });
  return csvFile('contatos', leadsCsv(rows.map(presentLead), zone));
}
