import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/** What the club promises and keeps: who a friend became, what a discount is worth and pays, the code of a digital reward. */
export const clubKeptWords: Step = {
  name: '0033-club-kept-words',
  async up(db, { flag, referencesOrNull }) {
    await db.schema
      .alterTable('referrals')
      .addColumn('amigo_user_id', 'integer', referencesOrNull('users.id'))
      .execute();
    // Somebody may have been credited for two contracts before: the first one counts.
    await sql`update referrals set amigo_user_id = (select user_id from contratos where contratos.id = referrals.contrato_id)
      where contrato_id is not null and not exists (
        select 1 from referrals as other
        join contratos as theirs on theirs.id = other.contrato_id
        where other.id < referrals.id
          and theirs.user_id = (select user_id from contratos where contratos.id = referrals.contrato_id)
      )`.execute(db);
    await db.schema.createIndex('referrals_amigo').unique().on('referrals').columns(['amigo_user_id']).execute();
    await db.schema.alterTable('rewards').addColumn('desconto_centavos', 'integer').execute();
    await db.schema.alterTable('redemptions').addColumn('codigo_digital', 'varchar(200)').execute();
    await db.schema.alterTable('redemptions').addColumn('desconto_centavos', 'integer').execute();
    await db.schema
      .alterTable('redemptions')
      .addColumn('parcela_id', 'integer', referencesOrNull('parcelas.id'))
      .execute();
    await db.schema.createIndex('redemptions_parcela').on('redemptions').columns(['parcela_id']).execute();
    await db.schema.alterTable('parcelas').addColumn('credito_centavos', 'integer', flag).execute();
  },
};
