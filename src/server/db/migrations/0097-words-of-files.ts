import type { Step } from '../migrate.ts';

const imported = [
  'users',
  'parcelas',
  'turmas',
  'turma_alunos',
  'user_books',
  'notas',
  'companies',
  'products',
  'rewards',
];

/** What the office's file last said of a row, as prints; and when a person's data last changed in the portal (0121). */
export const wordsOfFiles: Step = {
  name: '0097-words-of-files',
  async up(db) {
    for (const name of imported) await db.schema.alterTable(name).addColumn('imported', 'text').execute();
    await db.schema.alterTable('users').addColumn('changed_at', 'varchar(30)').execute();
  },
};
