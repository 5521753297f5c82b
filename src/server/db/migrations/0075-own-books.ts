import type { Step } from '../migrate.ts';

/**
 * Books that a school writes itself: whose they are, their versions and files, uploads before they are installed, and
 * batches of printed codes. A book of the franchise has no school. What a version took out of a book goes to its archive,
 * a book of its own that nobody holds, so what students did with it stays.
 */
export const ownBooks: Step = {
  name: '0075-own-books',
  async up(db, { table, required, references, referencesOrNull }) {
    // A book goes with its school, and an archive with its book.
    await db.schema
      .alterTable('livros')
      .addColumn('escola_id', 'integer', (column) => column.references('schools.id').onDelete('cascade'))
      .execute();
    await db.schema
      .alterTable('livros')
      .addColumn('arquivo_de', 'integer', (column) => column.references('livros.id').onDelete('cascade'))
      .execute();
    await db.schema.createIndex('livros_escola').on('livros').columns(['escola_id']).execute();
    await db.schema.createIndex('livros_arquivo').on('livros').columns(['arquivo_de']).execute();
    await table(db, 'livro_versoes')
      .addColumn('livro_id', 'integer', references('livros.id'))
      .addColumn('versao', 'integer', required)
      .addColumn('digest', 'varchar(64)', required)
      .addColumn('mudancas', 'text', required)
      .addColumn('instalada_em', 'varchar(30)', required)
      .addColumn('instalada_por', 'integer', referencesOrNull('users.id'))
      .addUniqueConstraint('livro_versoes_once', ['livro_id', 'versao'])
      .execute();
    await table(db, 'livro_arquivos')
      .addColumn('livro_id', 'integer', references('livros.id'))
      .addColumn('caminho', 'varchar(120)', required)
      .addColumn('chave', 'varchar(80)', (column) => column.notNull().unique())
      .addColumn('mime', 'varchar(40)', required)
      .addColumn('tamanho_bytes', 'integer', required)
      .addColumn('sha256', 'varchar(64)', required)
      .execute();
    await db.schema.createIndex('livro_arquivos_book').on('livro_arquivos').columns(['livro_id']).execute();
    await table(db, 'livro_envios')
      .addColumn('escola_id', 'integer', references('schools.id'))
      .addColumn('chave', 'varchar(80)')
      .addColumn('nome', 'varchar(200)', required)
      .addColumn('resultado', 'text', required)
      .addColumn('enviado_em', 'varchar(30)', required)
      .addColumn('enviado_por', 'integer', referencesOrNull('users.id'))
      .execute();
    await table(db, 'livro_lotes')
      .addColumn('livro_id', 'integer', references('livros.id'))
      .addColumn('company_id', 'integer', references('companies.id'))
      .addColumn('quantidade', 'integer', required)
      .addColumn('criado_em', 'varchar(30)', required)
      .addColumn('criado_por', 'integer', referencesOrNull('users.id'))
      .addColumn('baixado_em', 'varchar(30)')
      .execute();
    await db.schema
      .alterTable('user_books')
      .addColumn('lote_id', 'integer', referencesOrNull('livro_lotes.id'))
      .execute();
    await db.schema.createIndex('user_books_batch').on('user_books').columns(['lote_id']).execute();
  },
};
