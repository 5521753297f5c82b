import type { Step } from '../migrate.ts';

/** Rows of imports that look like somebody who has an account without an enrolment: the school decides. */
export const enrolmentProposals: Step = {
  name: '0036-enrolment-proposals',
  async up(db, { table, required, references }) {
    await table(db, 'enrolment_proposals')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('company_id', 'integer', references('companies.id'))
      .addColumn('matricula', 'varchar(20)', required)
      .addColumn('dados', 'text', required)
      .addColumn('criado_em', 'varchar(30)', required)
      .execute();
    const key = db.schema.createIndex('enrolment_proposals_key').on('enrolment_proposals');
    await key.columns(['company_id', 'matricula']).unique().execute();
    await db.schema.createIndex('enrolment_proposals_user').on('enrolment_proposals').columns(['user_id']).execute();
  },
};
