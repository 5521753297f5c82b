import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { School } from '../../core/http/ctx.ts';

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
