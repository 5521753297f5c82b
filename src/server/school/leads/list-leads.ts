import type { z } from 'zod';
import type { ParsedInput } from '#lib/contract/core.ts';
import type * as leads from '#lib/contract/leads.ts';
import { formatDate, formatDay, formatTime } from '#lib/format/dates.ts';
import { campaignOf } from '#lib/rules/leads/contact.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { leadStates } from '#lib/words/leads.ts';
import { countsOf, countUpTo } from '../../core/db/counts.ts';
import { cutPage, type Order, pageAfter } from '../../core/db/keyset.ts';
import { audit } from '../../core/http/audit.ts';
import { csv, csvFile } from '../../core/http/csv.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import type { FileAnswer } from '../../core/http/file-answer.ts';
import { countLeads } from './count-leads.ts';
import type { listLeadsInput } from './inputs.ts';
import { type Lead, presentLead } from './present.ts';
import { filtered, leadsIn, openUnits, scopeOf, withNames } from './queries.ts';

/** Max. lines: more than a school reads in a spreadsheet. */
const MAX_LINES = 10_000;

const newest: Order = [
  ['leads.enviado_em', 'desc'],
  ['leads.id', 'desc'],
];

/** The leads of the units in reach, the newest first; leads with a due step by their step, the oldest first. */
export async function listLeads(ctx: Ctx, { limit, depois, ...filter }: z.output<typeof listLeadsInput>) {
  const { db, reach } = ctx;
  const scope = await scopeOf(db, reach);
  const today = dayIn(ctx.session.timeZone, ctx.now());
  const query = filtered(leadsIn(db, scope), filter, today);
  const chosen = { unidade: filter.unidade, sem_unidade: filter.sem_unidade, q: filter.q };
  const ofUnit = filtered(leadsIn(db, scope), chosen, today);
  const order: Order = filter.hoje ? [['leads.proximo_em', 'asc'], ...newest] : newest;
  const [found, total, states, { hoje }] = await Promise.all([
    pageAfter(withNames(query), order, { depois, limit }).execute(),
    countUpTo(db, query, { limit, offset: 0 }),
    ofUnit
      .select(['leads.status', ({ fn }) => fn.countAll<number | string>().as('many')])
      .groupBy('leads.status')
      .execute(),
    countLeads(db, reach, today, chosen),
  ]);
  const { rows, next } = cutPage(found, limit, ({ proximo_em, enviado_em, id }) =>
    filter.hoje ? [proximo_em ?? '', enviado_em, id] : [enviado_em, id],
  );
  return {
    items: rows.map(presentLead),
    total,
    next,
    /** Counts for the filtered unit, without the other filters. */
    contagens: countsOf(states),
    /** The number of leads whose next step is due. */
    para_hoje: hoje,
    /** The reader's units. */
    unidades: openUnits(scope),
  };
}

/** The filtered leads as a table. The download is logged. */
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

/** The contacts for spreadsheets. @param timeZone of the school */
const leadsCsv = (leads: readonly Lead[], timeZone: string): string =>
  csv([
    ['Nome', 'Telefone', 'E-mail', 'Cidade', 'Página', 'Marca', 'Campanha', 'Unidade', 'Estado', 'Motivo'].concat([
      'Responsável',
      'Próximo passo',
      'Quando',
      'Enviado em',
      'Autorizou o contato em',
    ]),
    ...leads.map((each) => [
      each.nome,
      each.telefone_escrito,
      each.email ?? '',
      each.cidade,
      each.origem,
      each.marca_nome,
      campaignOf(each.utm) ?? '',
      each.unidade?.nome ?? '',
      leadStates[each.estado].name,
      each.motivo ?? '',
      each.responsavel?.nome ?? '',
      each.proximo_passo ?? '',
      each.proximo_em ? formatDay(each.proximo_em) : '',
      `${formatDate(each.enviado_em, timeZone)} ${formatTime(each.enviado_em, timeZone)}`,
      `${formatDate(each.consentimento_em, timeZone)} ${formatTime(each.consentimento_em, timeZone)}`,
    ]),
  ]);
