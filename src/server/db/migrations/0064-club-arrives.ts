import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/** Codes that a school keeps for digital rewards, points for a group, bonus days of a rule, and what a point is worth. */
export const clubArrives: Step = {
  name: '0064-club-arrives',
  async up(db, { table, required, flag, references, referencesOrNull }) {
    await table(db, 'reward_codes')
      .addColumn('reward_id', 'integer', references('rewards.id'))
      .addColumn('codigo', 'varchar(200)', required)
      .addColumn('redemption_id', 'integer', referencesOrNull('redemptions.id'))
      .addColumn('usado_em', 'varchar(30)')
      .addColumn('adicionado_em', 'varchar(30)', required)
      .execute();
    const codes = db.schema.createIndex('reward_codes_once').on('reward_codes');
    await codes.columns(['reward_id', 'codigo']).unique().execute();
    const taken = db.schema.createIndex('reward_codes_taken').on('reward_codes');
    await taken.column('redemption_id').unique().execute();
    await sql.raw('create index reward_codes_free on reward_codes (reward_id, id) where usado_em is null').execute(db);

    await table(db, 'point_batches')
      .addColumn('escola_id', 'integer', (column) => column.references('schools.id').onDelete('cascade'))
      .addColumn('unidades', 'text')
      .addColumn('audience', 'text', required)
      .addColumn('alvo', 'varchar(200)', required)
      .addColumn('pontos', 'integer', required)
      .addColumn('motivo', 'varchar(200)', required)
      .addColumn('expira_em', 'varchar(10)')
      .addColumn('estado', 'varchar(12)', required)
      .addColumn('ate', 'integer', flag)
      .addColumn('dados', 'integer', flag)
      .addColumn('voltaram', 'integer', flag)
      .addColumn('criado_em', 'varchar(30)', required)
      .addColumn('por_user_id', 'integer', referencesOrNull('users.id'))
      .addColumn('concluido_em', 'varchar(30)')
      .addColumn('desfeito_em', 'varchar(30)')
      .execute();
    await sql
      .raw("create index point_batches_open on point_batches (id) where estado in ('dando', 'desfazendo')")
      .execute(db);

    await db.schema
      .createTable('club_settings')
      .addColumn('escola_id', 'integer', (column) => column.primaryKey().references('schools.id').onDelete('cascade'))
      .addColumn('mil_pontos_centavos', 'integer')
      .execute();
    for (const [name, type] of [
      ['bonus_vezes', 'integer'],
      ['bonus_de', 'varchar(10)'],
      ['bonus_ate', 'varchar(10)'],
    ] as const) {
      await db.schema.alterTable('point_rules').addColumn(name, type).execute();
    }
  },
};
