import { type Kysely, sql } from 'kysely';
import type { Step } from '../migrate.ts';
import type { Schema } from '../types.ts';
import { carryPointsOver } from './carry-points-over.ts';

/** The ledger of points as a double entry with lots that expire, its rules, referrals and redemptions. */
export const club: Step = {
  name: '0016-club',
  async up(db, { table, required, flag, references, referencesOrNull }) {
    for (const [name, type, build] of [
      ['saldo_apos', 'integer', flag],
      // The other account of the double entry.
      ['contra', 'varchar(12)', (column) => column.notNull().defaultTo('emissao')],
      ['regra', 'varchar(30)', (column) => column],
      ['estorno_de', 'integer', (column) => column],
      ['nota', 'varchar(200)', (column) => column],
      ['por_user_id', 'integer', (column) => column],
      ['chave', 'varchar(80)', (column) => column],
    ] satisfies [string, 'integer' | `varchar(${number})`, typeof required][]) {
      await db.schema.alterTable('point_entries').addColumn(name, type, build).execute();
    }
    const entries = (name: string) => db.schema.createIndex(name).on('point_entries');
    await entries('point_entries_chave').unique().columns(['chave']).execute();
    await entries('point_entries_estorno').unique().columns(['estorno_de']).execute();
    await entries('point_entries_page').columns(['user_id', 'id']).execute();
    await entries('point_entries_regra').columns(['user_id', 'regra', 'criado_em']).execute();
    await entries('point_entries_month').columns(['criado_em']).execute();
    await db.schema
      .createTable('point_balances')
      .addColumn('user_id', 'integer', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('saldo', 'integer', (column) => column.notNull().check(sql`saldo >= 0`))
      .addColumn('lancamentos', 'integer', required)
      .execute();
    await table(db, 'point_lots')
      .addColumn('entry_id', 'integer', references('point_entries.id'))
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('pontos', 'integer', required)
      .addColumn('restante', 'integer', (column) => column.notNull().check(sql`restante >= 0 and restante <= pontos`))
      .addColumn('expira_em', 'varchar(10)', required)
      .addColumn('criado_em', 'varchar(30)', required)
      .execute();
    await db.schema
      .createIndex('point_lots_open')
      .on('point_lots')
      .columns(['user_id', 'expira_em', 'id'])
      .where(sql.ref('restante'), '>', 0)
      .execute();
    await db.schema
      .createIndex('point_lots_expiry')
      .on('point_lots')
      .columns(['expira_em', 'user_id'])
      .where(sql.ref('restante'), '>', 0)
      .execute();
    await db.schema.createIndex('point_lots_entry').on('point_lots').columns(['entry_id']).execute();
    await db.schema
      .createTable('point_lot_uses')
      .addColumn('entry_id', 'integer', references('point_entries.id'))
      .addColumn('lot_id', 'integer', references('point_lots.id'))
      .addColumn('pontos', 'integer', required)
      .addPrimaryKeyConstraint('point_lot_uses_key', ['entry_id', 'lot_id'])
      .execute();
    // What a school set; what it did not set is in code.
    await db.schema
      .createTable('point_rules')
      .addColumn('escola_id', 'integer', references('schools.id'))
      .addColumn('codigo', 'varchar(30)', required)
      .addColumn('pontos', 'integer', required)
      .addColumn('periodo', 'varchar(10)', required)
      .addColumn('limite', 'integer')
      .addColumn('validade_dias', 'integer')
      .addColumn('ativo', 'integer', flag)
      .addColumn('atualizado_em', 'varchar(30)', required)
      .addColumn('por_user_id', 'integer', referencesOrNull('users.id'))
      .addPrimaryKeyConstraint('point_rules_key', ['escola_id', 'codigo'])
      .execute();
    // One row for each person, day of expiry and warning: so that it is written once.
    await db.schema
      .createTable('point_warnings')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('expira_em', 'varchar(10)', required)
      .addColumn('dias_antes', 'integer', required)
      .addColumn('criado_em', 'varchar(30)', required)
      .addPrimaryKeyConstraint('point_warnings_key', ['user_id', 'expira_em', 'dias_antes'])
      .execute();
    await db.schema.alterTable('users').addColumn('club_since', 'varchar(30)').execute();
    await sql`update users set club_since = created_at where is_club = 1`.execute(db);
    // null: of the whole network.
    await db.schema.alterTable('rewards').addColumn('escola_id', 'integer').execute();
    await db.schema.alterTable('rewards').addColumn('valido_de', 'varchar(10)').execute();
    await db.schema.alterTable('rewards').addColumn('imagem_chave', 'varchar(60)').execute();
    await db.schema.alterTable('rewards').addColumn('imagem_mime', 'varchar(40)').execute();
    await db.schema.alterTable('rewards').addColumn('imagem_bytes', 'integer').execute();
    await db.schema.createIndex('rewards_imagem').unique().on('rewards').columns(['imagem_chave']).execute();
    await table(db, 'redemptions')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('reward_id', 'integer', (column) => column.notNull().references('rewards.id'))
      .addColumn('pontos', 'integer', required)
      .addColumn('status', 'varchar(12)', required)
      .addColumn('codigo_retirada', 'varchar(12)', (column) => column.notNull().unique())
      .addColumn('pedido_em', 'varchar(30)', required)
      .addColumn('atualizado_em', 'varchar(30)', required)
      .addColumn('entregue_em', 'varchar(30)')
      .addColumn('motivo', 'varchar(200)')
      .addColumn('entrega', 'text')
      .addColumn('por_user_id', 'integer', referencesOrNull('users.id'))
      .execute();
    await db.schema.createIndex('redemptions_user').on('redemptions').columns(['user_id', 'id']).execute();
    await db.schema.createIndex('redemptions_reward').on('redemptions').columns(['reward_id', 'user_id']).execute();
    await db.schema
      .createTable('club_codes')
      .addColumn('user_id', 'integer', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('codigo', 'varchar(20)', (column) => column.notNull().unique())
      .execute();
    await table(db, 'referrals')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('canal', 'varchar(12)', required)
      .addColumn('nome', 'varchar(120)', required)
      .addColumn('telefone', 'varchar(11)', required)
      .addColumn('email', 'varchar(254)')
      .addColumn('cidade', 'varchar(80)')
      .addColumn('cpf', 'varchar(11)')
      .addColumn('status', 'varchar(12)', required)
      .addColumn('pontos_previstos', 'integer', required)
      .addColumn('contrato_id', 'integer', (column) => column.unique().references('contratos.id'))
      .addColumn('motivo', 'varchar(200)')
      .addColumn('consentimento_em', 'varchar(30)', required)
      // When the friend asked for contact, or the school spoke to the friend.
      .addColumn('pedido_em', 'varchar(30)')
      .addColumn('criado_em', 'varchar(30)', required)
      .execute();
    await db.schema.createIndex('referrals_user').on('referrals').columns(['user_id', 'id']).execute();
    // A friend counts once, whoever refers.
    for (const column of ['telefone', 'cpf']) {
      await db.schema
        .createIndex(`referrals_${column}`)
        .unique()
        .on('referrals')
        .columns([column])
        .where(sql.ref('status'), '<>', 'recusada')
        .execute();
    }
    await table(db, 'referral_history')
      .addColumn('referral_id', 'integer', references('referrals.id'))
      .addColumn('status', 'varchar(12)', required)
      .addColumn('em', 'varchar(30)', required)
      .addColumn('por_user_id', 'integer', referencesOrNull('users.id'))
      .execute();
    await db.schema.createIndex('referral_history_of').on('referral_history').columns(['referral_id', 'id']).execute();
    await db.schema.createIndex('users_phone').on('users').columns(['phone']).execute();
    await carryPointsOver(db as unknown as Kysely<Schema>);
  },
};
