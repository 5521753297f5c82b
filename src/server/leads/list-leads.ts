import type { CallAnswer, ParsedInput } from '#lib/contract/core.ts';
import type * as leads from '#lib/contract/leads.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { countUpTo } from '../db/count-up-to.ts';
import { countsOf } from '../db/counts-of.ts';
import { zoneOfUnit } from '../db/people.ts';
import { audit } from '../http/audit.ts';
import { csvFile } from '../http/csv.ts';
import type { Ctx } from '../http/ctx.ts';
import type { FileAnswer } from '../http/file-answer.ts';
import { countLeads } from './count-leads.ts';
import { leadsCsv } from './leads-csv.ts';
import { presentLead } from './present.ts';
import { filtered, leadsIn, scopeOf, withNames } from './queries.ts';

/** More lines than any school reads in a spreadsheet. */
const MAX_LINES = 10_000;

const zoneOfReader = ({ db, config, session }: Ctx) => zoneOfUnit(db, config, session.companyId);

/** The contacts of the units in reach, the newest first; of those that are due, the oldest step first. */
export async function listLeads(
  ctx: Ctx,
  { limit, offset, ...filter }: ParsedInput<typeof leads.listLeads>['query'],
): Promise<CallAnswer<typeof leads.listLeads>> {
  const { db, reach } = ctx;
  const [scope, zone] = await Promise.all([scopeOf(db, reach), zoneOfReader(ctx)]);
  const today = dayIn(zone, ctx.now());
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
      .select(['leads.estado as status', ({ fn }) => fn.countAll<number | string>().as('many')])
      .groupBy('leads.estado')
      .execute(),
    countLeads(db, reach, today, chosen),
  ]);
  return {
    items: rows.map(presentLead),
    total,
    limit,
    offset,
    contagens: countsOf(states),
    para_hoje: hoje,
    unidades: scope.units.map(({ id, nome }) => ({ id, nome })),
  };
}

/** The filtered contacts as a table. The log says who took them along. */
export async function downloadLeads(
  ctx: Ctx,
  filter: ParsedInput<typeof leads.downloadLeads>['query'],
): Promise<FileAnswer> {
  const [scope, zone] = await Promise.all([scopeOf(ctx.db, ctx.reach), zoneOfReader(ctx)]);
  const rows = await withNames(filtered(leadsIn(ctx.db, scope), filter, dayIn(zone, ctx.now())))
    .orderBy('leads.enviado_em', 'desc')
    .orderBy('leads.id', 'desc')
    .limit(MAX_LINES)
    .execute();
  await audit(ctx, 'lead-export', `school:${ctx.session.escolaId ?? 0}`, { depois: { contatos: rows.length } });
  return csvFile('contatos', leadsCsv(rows.map(presentLead), zone));
}
