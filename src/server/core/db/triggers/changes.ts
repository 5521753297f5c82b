import type { Engine } from '../connection.ts';

/**
 * The change feed for other systems (0119): one row for each thing, unit and table. Triggers record changes, so no code path can
 * forget it. `pos` is null until a reader has numbered the change.
 *
 * Each source table has rows of its own here: a writer that locks such a row already holds the lock on the changed row. So two writers
 * that change things in different orders never deadlock here.
 */
export const changesTriggers = (engine: Engine): string[] => watched.flatMap((each) => changeTriggers(engine, each));

const OF_CLASS = '(select company_id from turmas where id = ROW.turma_id)';
const OF_LESSON = `(select turmas.company_id from aulas join turmas on turmas.id = aulas.turma_id
  where aulas.id = ROW.aula_id)`;
const OF_PLACE = `(select turmas.company_id from turma_alunos join turmas on turmas.id = turma_alunos.turma_id
  where turma_alunos.id = ROW.turma_aluno_id)`;

const watched: readonly Watched[] = [
  {
    kind: 'pessoas',
    table: 'users',
    columns: [
      ...['full_name', 'email', 'phone', 'cpf', 'birth_date', 'cep', 'street', 'street_number', 'complement'],
      ...['district', 'city', 'state', 'guardian', 'updated_at', 'drive_user_id'],
    ],
    things: 'select ROW.id as id',
    // Only changes of students are exported to other systems.
    unit: "(select company_id from drive_users where id = ROW.drive_user_id and papel = 'aluno')",
  },
  {
    kind: 'pessoas',
    table: 'drive_users',
    columns: ['company_id', 'matricula', 'papel', 'encerrado_em'],
    things: 'select users.id from users where users.drive_user_id = ROW.id',
    unit: "(case when ROW.papel = 'aluno' then ROW.company_id end)",
    events: 'update',
  },
  {
    kind: 'turmas',
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
    kind: 'matriculas',
    table: 'turma_alunos',
    columns: ['turma_id', 'user_id', 'status', 'desde', 'ate'],
    things: 'select ROW.id as id',
    unit: OF_CLASS,
  },
  {
    kind: 'parcelas',
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
    kind: 'parcelas',
    table: 'refunds',
    columns: ['status', 'valor_centavos'],
    things: 'select ROW.parcela_id as id where ROW.parcela_id is not null',
    unit: '(select company_id from parcelas where id = ROW.parcela_id)',
    events: 'insert and update',
  },
  {
    kind: 'pedidos',
    table: 'pedidos',
    columns: ['user_id', 'company_id', 'status', 'total_centavos', 'entrega_tipo', 'pago_em', 'cancelado_em'],
    things: 'select ROW.id as id',
    unit: 'ROW.company_id',
  },
  {
    kind: 'contatos',
    table: 'leads',
    columns: [
      ...['nome', 'telefone', 'email', 'cidade', 'unidade_id', 'status', 'motivo', 'proximo_em'],
      ...['aluno_user_id', 'enviado_em'],
    ],
    things: 'select ROW.id as id',
    unit: 'ROW.unidade_id',
  },
  {
    kind: 'faltas',
    table: 'ausencias',
    columns: ['motivo', 'status', 'decidida_em'],
    things: 'select ROW.id as id',
    unit: OF_PLACE,
  },
  {
    kind: 'chamadas',
    table: 'aulas',
    columns: ['turma_id', 'numero', 'inicio', 'fim', 'cancelada_em', 'chamada_em'],
    things: 'select ROW.id as id',
    unit: '(select company_id from turmas where id = ROW.turma_id)',
  },
  {
    kind: 'chamadas',
    table: 'presencas',
    columns: ['status', 'atraso'],
    things: 'select ROW.aula_id as id',
    unit: OF_LESSON,
    events: 'insert and update',
    isExportedWhenDeleted: true,
  },
];

/** A table whose rows concern things that other systems are notified of. */
interface Watched {
  kind: string;
  table: string;
  /** Columns whose change is exported to other systems. */
  columns: readonly string[];
  /** SQL: the things that a row of this table concerns. `ROW` stands for the row. */
  things: string;
  /** SQL: the unit of the thing. */
  unit: string;
  /** Set for a table other than the thing's own: its rows are inserted and updated, and never end the thing. */
  events?: 'update' | 'insert and update';
  /** Whether deleting a row of such a table counts as a change of the thing. */
  isExportedWhenDeleted?: true;
}

/** Triggers that note changes of a table. */
const changeTriggers = (engine: Engine, watched: Watched): string[] =>
  engine === 'sqlite' ? sqlite(watched) : postgres(watched);

const of = (row: string, text: string) => text.replaceAll('ROW', row);

/** A thing without a unit has no school: nobody is notified of it. */
const schoolOf = ({ unit }: Watched, row: string) =>
  of(row, `(select companies.escola_id from companies where companies.id = ${unit})`);

/** A change that was numbered already gets a new number. Each write locks its row, so no reader numbers it too early. */
const noteAt = (each: Watched, row: 'new' | 'old', condition = '', thing: 'new' | 'old' = 'new') =>
  `insert into sync_changes (kind, assunto, fonte, escola_id, company_id)
    select '${each.kind}', thing.id, '${each.table}', place.school, place.unit
    from (${of(thing, each.things)}) as thing,
      (select ${schoolOf(each, row)} as school, ${of(row, each.unit)} as unit) as place
    where place.school is not null ${condition}
    on conflict (kind, assunto, fonte, escola_id, company_id) do update set pos = null`;

const noteAdded = (each: Watched) => [noteAt(each, 'new')];

/** A reader who saw the thing in its previous unit gets notified that it left. */
const noteChanged = (each: Watched) => [
  noteAt(each, 'new'),
  noteAt(each, 'old', `and place.unit <> coalesce(${of('new', each.unit)}, -1)`),
];

const forget = ({ kind }: Watched) => `update sync_changes set pos = null where kind = '${kind}' and assunto = old.id`;

const whenGone = (each: Watched) => (each.events ? noteAt(each, 'old', '', 'old') : forget(each));

const nameOf = ({ kind, table }: Watched, event: string) => `sync_${kind}_${table}_${event}`;

function sqlite(each: Watched): string[] {
  const { table, columns, events } = each;
  const trigger = (event: string, when: string, body: readonly string[]) =>
    `create trigger ${nameOf(each, event)} after ${when} begin ${body.map((statement) => `${statement};`).join(' ')} end`;
  const differs = columns.map((column) => `old.${column} is not new.${column}`).join(' or ');
  return [
    ...(events === 'update' ? [] : [trigger('added', `insert on ${table}`, noteAdded(each))]),
    trigger('changed', `update of ${columns.join(', ')} on ${table} when ${differs}`, noteChanged(each)),
    ...(events && !each.isExportedWhenDeleted ? [] : [trigger('gone', `delete on ${table}`, [whenGone(each)])]),
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
    ...(events && !each.isExportedWhenDeleted ? [] : trigger('gone', `delete on ${table}`, [whenGone(each)])),
  ];
}
