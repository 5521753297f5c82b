import type { Engine } from '../connection.ts';

/**
 * Change feed of contacts without a unit: each school that sees such a contact in its list is notified, under unit 0. Once the
 * contact has a unit, its school is notified as usual, and the other schools are notified that the contact left (0119).
 */
export function openContactTriggers(engine: Engine): string[] {
  const open = `${noteOf('new')} from schools where ${SEES('new')} and new.unidade_id is null
    on conflict (kind, assunto, fonte, escola_id, company_id) do update set pos = null`;
  const left = `update sync_changes set pos = null
    where kind = 'contatos' and assunto = new.id and company_id = 0 and new.unidade_id is not null`;
  return engine === 'sqlite' ? sqlite(open, left) : postgres(open, left);
}

/** A contact of a brand without a unit is visible to the schools of that brand; a contact of no brand to all schools. */
const SEES = (row: string) => `(${row}.lugar = 'marca:*' or ${row}.lugar = 'marca:' || schools.marca)`;

const noteOf = (row: string) => `insert into sync_changes (kind, assunto, fonte, escola_id, company_id)
  select 'contatos', ${row}.id, 'leads', schools.id, 0`;

const COLUMNS = [
  ...['nome', 'telefone', 'email', 'cidade', 'unidade_id', 'status', 'motivo', 'proximo_em'],
  ...['aluno_user_id', 'enviado_em'],
];

function sqlite(open: string, left: string): string[] {
  const differs = COLUMNS.map((column) => `old.${column} is not new.${column}`).join(' or ');
  return [
    `create trigger sync_open_contacts_added after insert on leads begin ${open}; end`,
    `create trigger sync_open_contacts_changed after update of ${COLUMNS.join(', ')} on leads when ${differs}
      begin ${open}; ${left}; end`,
  ];
}

function postgres(open: string, left: string): string[] {
  const differs = COLUMNS.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');
  return [
    `create function sync_open_contacts() returns trigger language plpgsql as $$ begin ${open}; ${left}; return null; end $$`,
    'create trigger sync_open_contacts_added after insert on leads for each row execute function sync_open_contacts()',
    `create trigger sync_open_contacts_changed after update of ${COLUMNS.join(', ')} on leads for each row
      when (${differs}) execute function sync_open_contacts()`,
  ];
}
