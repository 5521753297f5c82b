import { sql } from 'kysely';
import type { Step } from '../migrate.ts';
import { lockTables } from './lock-tables.ts';
import { noteChanges, type Watched } from './note-changes.ts';

/**
 * What changed in the portal, for other systems (0119): one row for each thing, unit and table. Triggers note a change, so
 * that no way of writing can forget it. `pos` is null until a reader has numbered the change.
 *
 * Each table notes in rows of its own: who holds such a row holds the row that changed, so two writers that change things in
 * another order never wait for each other here.
 */
export const syncDown: Step = {
  name: '0095-sync-down',
  async up(db, { engine, table, required, references }) {
    if (engine === 'postgres') {
      const tables =
        'companies, drive_users, users, turmas, turma_alunos, parcelas, refunds, pedidos, leads, ausencias';
      await lockTables(db, [
        ['api_keys', 'access exclusive'],
        [tables, 'share row exclusive'],
      ]);
    }
    await db.schema
      .alterTable('api_keys')
      .addColumn('leituras', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
    await table(db, 'sync_changes')
      .addColumn('tipo', 'varchar(12)', required)
      .addColumn('assunto', 'integer', required)
      .addColumn('fonte', 'varchar(12)', required)
      .addColumn('escola_id', 'integer', references('schools.id'))
      .addColumn('company_id', 'integer', required)
      .addColumn('pos', 'integer')
      .addColumn('em', 'varchar(30)')
      .addUniqueConstraint('sync_changes_key', ['tipo', 'assunto', 'fonte', 'escola_id', 'company_id'])
      .execute();
    await db.schema
      .createTable('sync_heads')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('epoca', 'varchar(36)', required)
      .addColumn('pos', 'integer', required)
      .execute();
    await db.schema.createIndex('sync_changes_pos').on('sync_changes').columns(['escola_id', 'pos']).execute();
    await db.schema
      .createIndex('sync_changes_new')
      .on('sync_changes')
      .columns(['id'])
      .where(sql.ref('pos'), 'is', null)
      .execute();
    await noteChanges(db, engine, watched);
  },
};

const OF_CLASS = '(select company_id from turmas where id = ROW.turma_id)';
const OF_PLACE = `(select turmas.company_id from turma_alunos join turmas on turmas.id = turma_alunos.turma_id
  where turma_alunos.id = ROW.turma_aluno_id)`;

const watched: readonly Watched[] = [
  {
    tipo: 'pessoas',
    table: 'users',
    columns: [
      ...['full_name', 'email', 'phone', 'cpf', 'birth_date', 'cep', 'street', 'street_number', 'complement'],
      ...['district', 'city', 'state', 'guardian', 'updated_at', 'drive_user_id'],
    ],
    things: 'select ROW.id as id',
    // Other systems are told of students alone.
    unit: "(select company_id from drive_users where id = ROW.drive_user_id and papel = 'aluno')",
  },
  {
    tipo: 'pessoas',
    table: 'drive_users',
    columns: ['company_id', 'matricula', 'papel', 'encerrado_em'],
    things: 'select users.id from users where users.drive_user_id = ROW.id',
    unit: "(case when ROW.papel = 'aluno' then ROW.company_id end)",
    events: 'update',
  },
  {
    tipo: 'turmas',
    table: 'turmas',
    columns: [
      'company_id',
      'livro_id',
      'professor_user_id',
      'nome',
      'modalidade',
      'sala',
      'inicio',
      'fim',
      'status',
      'lugares',
    ],
    things: 'select ROW.id as id',
    unit: 'ROW.company_id',
  },
  {
    tipo: 'matriculas',
    table: 'turma_alunos',
    columns: ['turma_id', 'user_id', 'status', 'desde', 'ate'],
    things: 'select ROW.id as id',
    unit: OF_CLASS,
  },
  {
    tipo: 'parcelas',
    table: 'parcelas',
    columns: [
      ...['user_id', 'company_id', 'contrato_id', 'descricao', 'numero', 'total', 'competencia', 'vencimento'],
      ...['valor_centavos', 'desconto_centavos', 'credito_centavos', 'abatimento_centavos', 'status', 'pago_em'],
      ...['forma', 'charge_id'],
    ],
    things: 'select ROW.id as id',
    unit: 'ROW.company_id',
  },
  {
    tipo: 'parcelas',
    table: 'refunds',
    columns: ['status', 'valor_centavos'],
    things: 'select ROW.parcela_id as id where ROW.parcela_id is not null',
    unit: '(select company_id from parcelas where id = ROW.parcela_id)',
    events: 'insert and update',
  },
  {
    tipo: 'pedidos',
    table: 'pedidos',
    columns: ['user_id', 'company_id', 'status', 'total_centavos', 'entrega_tipo', 'pago_em', 'cancelado_em'],
    things: 'select ROW.id as id',
    unit: 'ROW.company_id',
  },
  {
    tipo: 'contatos',
    table: 'leads',
    columns: [
      ...['nome', 'telefone', 'email', 'cidade', 'unidade_id', 'estado', 'motivo', 'proximo_em'],
      ...['aluno_user_id', 'enviado_em'],
    ],
    things: 'select ROW.id as id',
    unit: 'ROW.unidade_id',
  },
  {
    tipo: 'faltas',
    table: 'ausencias',
    columns: ['motivo', 'status', 'decidida_em'],
    things: 'select ROW.id as id',
    unit: OF_PLACE,
  },
];
