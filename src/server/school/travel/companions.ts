import { foldText } from '#lib/format/text.ts';
import { birthProblem } from '#lib/rules/account/birth-date.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { travelMessages } from '#lib/words/travel.ts';
import type { School } from '../../core/http/ctx.ts';

export interface Companion {
  nome: string;
  cpf?: string;
  birth_date?: string;
}

/** Whether two entries are the same person: the same CPF, or the same name without two different CPFs. */
const isSame = (a: Companion, b: Companion) =>
  a.cpf && b.cpf ? a.cpf === b.cpf : foldText(a.nome) === foldText(b.nome);

/**
 * The problems of a student's companions.
 *
 * @param today `YYYY-MM-DD`
 * @returns messages by field, `acompanhantes.0.cpf`
 */
export function companionProblems(
  holder: Companion,
  companions: readonly Companion[],
  { max, today }: { max: number; today: string },
): Record<string, string> {
  const problems: Record<string, string> = {};
  if (companions.length > max) problems.acompanhantes = travelMessages.tooManyCompanions(max);
  for (const [index, each] of companions.entries()) {
    const field = `acompanhantes.${index}`;
    if (isSame(holder, each)) problems[`${field}.nome`] = travelMessages.companionIsHolder;
    else if (companions.slice(0, index).some((other) => isSame(other, each))) {
      problems[`${field}.nome`] = travelMessages.companionTwice;
    }
    const birth = each.birth_date ? birthProblem(each.birth_date, today) : null;
    if (birth) problems[`${field}.birth_date`] = birth;
  }
  return problems;
}

/** Whether both lists name the same people, in any order. */
export function areSame(
  known: readonly { nome: string; cpf: string | null; birth_date: string | null }[],
  requested: readonly Companion[],
): boolean {
  const textOf = (each: { nome: string; cpf?: string | null; birth_date?: string | null }) =>
    JSON.stringify([each.nome, each.cpf ?? null, each.birth_date ?? null]);
  return JSON.stringify(known.map(textOf).toSorted()) === JSON.stringify(requested.map(textOf).toSorted());
}

/** Deletes companions' CPF and birth date some days after a campaign ends, also those of returned tickets. */
export async function forgetCompanions({ config, db, now }: School): Promise<void> {
  const before = new Date(now().getTime() - config.RETENTION_DAYS.companions * DAY_MS).toISOString();
  await db
    .updateTable('travel_tickets')
    .set({ cpf: null, birth_date: null })
    .where(({ or, eb }) => or([eb('cpf', 'is not', null), eb('birth_date', 'is not', null)]))
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('cancelado_em', 'is not', null),
        eb(
          'campaign_id',
          'in',
          selectFrom('travel_campaigns')
            .select('travel_campaigns.id')
            .where('fim', '<', before.slice(0, 10))
            .where((campaign) => campaign.or([campaign('evento_em', 'is', null), campaign('evento_em', '<', before)])),
        ),
      ]),
    )
    .execute();
}
