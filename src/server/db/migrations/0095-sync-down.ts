import { type Kysely, sql } from 'kysely';
import type { Step } from '../migrate.ts';
import { lockTables } from './lock-tables.ts';

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
    for (const each of watched) {
      if (!each.events) await run(db, addAll(each));
      for (const statement of engine === 'sqlite' ? sqlite(each) : postgres(each)) await run(db, statement);
    }
  },
};

const run = (db: Kysely<unknown>, statement: string) => sql.raw(statement).execute(db);

interface Watched {
  tipo: string;
  table: string;
  /** Columns whose change other systems are told. */
  columns: readonly string[];
  /** SQL: the things that a row of this table is about. `ROW` stands for the row. */
  things: string;
  /** SQL: the unit of the thing. */
  unit: string;
  /** Rows of another table than that of the thing: they come and change, and never end it. */
  events?: 'update' | 'insert and update';
}

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

const of = (row: string, text: string) => text.replaceAll('ROW', row);

/** A thing without a unit has no school: nobody is told of it. */
const schoolOf = ({ unit }: Watched, row: string) =>
  of(row, `(select companies.escola_id from companies where companies.id = ${unit})`);

/** A change that was numbered already gets a number anew. Each write locks its row, so no reader numbers it too early. */
const noteAt = (each: Watched, row: 'new' | 'old', condition = '') =>
  `insert into sync_changes (tipo, assunto, fonte, escola_id, company_id)
    select '${each.tipo}', thing.id, '${each.table}', place.school, place.unit
    from (${of('new', each.things)}) as thing,
      (select ${schoolOf(each, row)} as school, ${of(row, each.unit)} as unit) as place
    where place.school is not null ${condition}
    on conflict (tipo, assunto, fonte, escola_id, company_id) do update set pos = null`;

const noteAdded = (each: Watched) => [noteAt(each, 'new')];

/** Who saw the thing in the unit of before learns that it left. */
const noteChanged = (each: Watched) => [
  noteAt(each, 'new'),
  noteAt(each, 'old', `and place.unit <> coalesce(${of('new', each.unit)}, -1)`),
];

const forget = ({ tipo }: Watched) => `update sync_changes set pos = null where tipo = '${tipo}' and assunto = old.id`;

/** What is there already is a change that nobody has read. */
const addAll = (each: Watched) => `insert into sync_changes (tipo, assunto, fonte, escola_id, company_id)
  select tipo, assunto, fonte, escola_id, company_id from (
    select '${each.tipo}' as tipo, ${each.table}.id as assunto, '${each.table}' as fonte, ${schoolOf(each, each.table)} as escola_id,
      ${of(each.table, each.unit)} as company_id
    from ${each.table}) as thing
  where escola_id is not null`;

const nameOf = ({ tipo, table }: Watched, event: string) => `sync_${tipo}_${table}_${event}`;

function sqlite(each: Watched): string[] {
  const { table, columns, events } = each;
  const trigger = (event: string, when: string, body: readonly string[]) =>
    `create trigger ${nameOf(each, event)} after ${when} begin ${body.map((statement) => `${statement};`).join(' ')} end`;
  const differs = columns.map((column) => `old.${column} is not new.${column}`).join(' or ');
  return [
    ...(events === 'update' ? [] : [trigger('added', `insert on ${table}`, noteAdded(each))]),
    trigger('changed', `update of ${columns.join(', ')} on ${table} when ${differs}`, noteChanged(each)),
    ...(events ? [] : [trigger('gone', `delete on ${table}`, [forget(each)])]),
  ];
}

function postgres(each: Watched): string[] {
  const { table, columns, events } = each;
  const trigger = (event: string, when: string, body: readonly string[], condition = '') => [
    `create function ${nameOf(each, event)}() returns trigger language plpgsql as $$ begin
      ${body.map((statement) => `${statement};`).join(' ')} return null; end $$`,
    `create trigger ${nameOf(each, event)} after ${when} for each row ${condition}
      execute function ${nameOf(each, event)}()`,
  ];
  const differs = columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');
  return [
    ...(events === 'update' ? [] : trigger('added', `insert on ${table}`, noteAdded(each))),
    ...trigger('changed', `update of ${columns.join(', ')} on ${table}`, noteChanged(each), `when (${differs})`),
    ...(events ? [] : trigger('gone', `delete on ${table}`, [forget(each)])),
  ];
}
