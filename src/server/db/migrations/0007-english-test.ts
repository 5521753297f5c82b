import type { Step } from '../migrate.ts';

/** Level tests: who takes one, what was asked and answered. */
export const englishTest: Step = {
  name: '0007-english-test',
  async up(db, { required, flag, referencesOrNull }) {
    await db.schema
      .createTable('english_tests')
      .addColumn('id', 'varchar(36)', (column) => column.primaryKey())
      .addColumn('user_id', 'integer', referencesOrNull('users.id'))
      .addColumn('resume_token', 'varchar(60)', required)
      .addColumn('convite', 'varchar(100)')
      .addColumn('offered', 'varchar(20)')
      .addColumn('started_at', 'varchar(30)', required)
      .addColumn('finished_at', 'varchar(30)')
      .addColumn('result', 'text')
      .execute();
    await db.schema.createIndex('english_tests_user').on('english_tests').columns(['user_id', 'started_at']).execute();
    await db.schema
      .createTable('english_answers')
      .addColumn('test_id', 'varchar(36)', (column) =>
        column.notNull().references('english_tests.id').onDelete('cascade'),
      )
      .addColumn('position', 'integer', required)
      .addColumn('item_id', 'varchar(20)', required)
      .addColumn('answer', 'varchar(10)', required)
      .addColumn('is_right', 'integer', flag)
      .addColumn('tempo_ms', 'integer', required)
      .addColumn('answered_at', 'varchar(30)', required)
      .addPrimaryKeyConstraint('english_answers_pk', ['test_id', 'position'])
      .addUniqueConstraint('english_answers_once', ['test_id', 'item_id'])
      .execute();
  },
};
