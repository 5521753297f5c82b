import type { Step } from '../migrate.ts';

/** Travel campaigns, who takes part, and the tickets that are checked at the door. */
export const travel: Step = {
  name: '0021-travel',
  async up(db, { table, required, flag, references, referencesOrNull }) {
    await table(db, 'travel_campaigns')
      // null: of the whole network.
      .addColumn('escola_id', 'integer', (column) => column.references('schools.id'))
      .addColumn('slug', 'varchar(120)', required)
      .addColumn('nome', 'varchar(120)', required)
      .addColumn('destino', 'varchar(120)', required)
      .addColumn('descricao', 'text', required)
      .addColumn('regulamento', 'text', required)
      .addColumn('imagem_url', 'varchar(300)', required)
      .addColumn('imagem_chave', 'varchar(80)', (column) => column.unique())
      .addColumn('imagem_mime', 'varchar(100)')
      .addColumn('imagem_bytes', 'integer')
      .addColumn('inicio', 'varchar(10)', required)
      .addColumn('fim', 'varchar(10)', required)
      .addColumn('evento_em', 'varchar(30)')
      .addColumn('local', 'varchar(160)')
      // Days of enrolment and of the event are those of this zone, whoever reads them.
      .addColumn('timezone', 'varchar(60)', required)
      .addColumn('vagas', 'integer')
      .addColumn('max_acompanhantes', 'integer', required)
      .addColumn('publicada', 'integer', flag)
      .addColumn('criada_em', 'varchar(30)', required)
      .addColumn('atualizada_em', 'varchar(30)', required)
      .execute();
    await db.schema
      .createIndex('travel_campaigns_school')
      .on('travel_campaigns')
      .columns(['escola_id', 'publicada'])
      .execute();
    await table(db, 'travel_participations')
      .addColumn('campaign_id', 'integer', references('travel_campaigns.id'))
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('status', 'varchar(12)', required)
      .addColumn('regulamento_aceito_em', 'varchar(30)', required)
      .addColumn('criada_em', 'varchar(30)', required)
      .addColumn('cancelada_em', 'varchar(30)')
      // Two taps at once join once.
      .addUniqueConstraint('travel_participations_one', ['campaign_id', 'user_id'])
      .execute();
    await db.schema.createIndex('travel_participations_user').on('travel_participations').column('user_id').execute();
    await table(db, 'travel_tickets')
      .addColumn('campaign_id', 'integer', references('travel_campaigns.id'))
      // Both null: made in bulk, for a guest without an account.
      .addColumn('participation_id', 'integer', (column) =>
        column.references('travel_participations.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'integer', (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('nome', 'varchar(120)', required)
      .addColumn('cpf', 'varchar(11)')
      .addColumn('birth_date', 'varchar(10)')
      .addColumn('is_companion', 'integer', flag)
      .addColumn('lote', 'integer')
      .addColumn('codigo', 'varchar(20)', (column) => column.notNull().unique())
      .addColumn('criado_em', 'varchar(30)', required)
      .addColumn('cancelado_em', 'varchar(30)')
      .addColumn('usado_em', 'varchar(30)')
      .addColumn('usado_por_user_id', 'integer', referencesOrNull('users.id'))
      // Of the scan that used it: the same scan sent again is told the same.
      .addColumn('leitura_chave', 'varchar(64)')
      .execute();
    await db.schema
      .createIndex('travel_tickets_campaign')
      .on('travel_tickets')
      .columns(['campaign_id', 'id'])
      .execute();
    await db.schema.createIndex('travel_tickets_user').on('travel_tickets').column('user_id').execute();
    await db.schema.createIndex('travel_tickets_of').on('travel_tickets').column('participation_id').execute();
  },
};
