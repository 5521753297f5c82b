import type { z } from 'zod';
import { LeadState } from '#lib/contract/leads.schema.ts';
import { pageName } from '#lib/rules/leads/source.ts';
import { shiftDay } from '#lib/rules/time/days.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { dayIn, weekdayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { countsOf } from '../../core/db/counts.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import type { boardInput } from './inputs.ts';
import { presentLead } from './present.ts';
import { ENDED, filtered, leadsIn, openUnits, type Scope, scopeOf, withNames } from './queries.ts';

const MAX_CARDS = 50;
/** How many days an ended lead stays on the board. */
const SHOWN_DAYS = 30;
const SOURCE_DAYS = 90;
const MAX_SOURCES = 4;
const WEEK = 7;

/** The leads by stage: those with a next step first, by its day, then the newest. Ended leads stay for a month. */
export async function readBoard(ctx: Ctx, filter: z.output<typeof boardInput>) {
  const { db, reach } = ctx;
  const scope = await scopeOf(db, reach);
  const today = dayIn(ctx.session.timeZone, ctx.now());
  const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS).toISOString();
  const shown = () =>
    filtered(leadsIn(db, scope), filter, today).where((where) =>
      where.or([where('leads.status', 'not in', [...ENDED]), where('leads.mudou_em', '>=', daysAgo(SHOWN_DAYS))]),
    );
  const [states, origens, ...stages] = await Promise.all([
    shown()
      .select(['leads.status', ({ fn }) => fn.countAll<number | string>().as('many')])
      .groupBy('leads.status')
      .execute(),
    sourcesOf(db, scope, daysAgo(SOURCE_DAYS)),
    ...LeadState.options.map((estado) =>
      withNames(shown().where('leads.status', '=', estado))
        .orderBy(({ fn, val }) => fn.coalesce('leads.proximo_em', val('9')))
        .orderBy(({ fn, val }) => fn.coalesce('leads.proximo_hora', val('9')))
        .orderBy('leads.mudou_em', 'desc')
        .orderBy('leads.id', 'desc')
        .limit(MAX_CARDS)
        .execute(),
    ),
  ]);
  return {
    items: stages.flat().map(presentLead),
    contagens: countsOf(states),
    origens,
    /** The days from today on, each with the first letters of its name. */
    semana: Array.from({ length: WEEK }, (_, at) => {
      const dia = shiftDay(today, at);
      return { dia, nome: weekdayIn('UTC', new Date(dia)).slice(0, 3) };
    }),
    unidades: openUnits(scope),
  };
}

/** The sources of people who first came in the last days: their number, and how many enrolled. */
async function sourcesOf(db: Db, scope: Scope, since: string) {
  const rows = await leadsIn(db, scope)
    .where('leads.created_at', '>=', since)
    .select(['leads.pagina', ({ fn }) => fn.countAll<number | string>().as('many')])
    .select(({ fn }) => fn.count<number | string>('leads.aluno_user_id').as('enrolled'))
    .groupBy('leads.pagina')
    .orderBy('many', 'desc')
    .orderBy('leads.pagina')
    .limit(MAX_SOURCES)
    .execute();
  return rows.map(({ pagina, many, enrolled }) => ({
    origem: pageName(pagina),
    contatos: Number(many),
    matriculas: Number(enrolled),
  }));
}
