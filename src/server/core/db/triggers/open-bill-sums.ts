import type { Engine } from '../connection.ts';

/** The key of a sum: properties shared by open bills that accrue the same amount each day. */
export const OPEN_BILL_KEY = [
  'company_id',
  'vencimento',
  'valor_centavos',
  'desconto_centavos',
  'sem_encargos',
  'kind',
] as const;

/** The sums over those bills. */
export const OPEN_BILL_SUMS = ['bills', 'reduced_centavos', 'pago_parcial_centavos'] as const;

/**
 * Sums of open bills by unit, day and amount: their number, reductions and partial payments. So the total of all open bills of a
 * school reads one row for each group of equal bills, not each bill. `slot`: see `pointSumTriggers`.
 */
export const openBillTriggers = (engine: Engine): string[] => (engine === 'sqlite' ? sqlite() : postgres());

/** Each open bill in the columns of the sums. */
export const OPEN_BILLS = `select ${kindOf('parcelas')}, ${amountsOf('parcelas', '+')}
  from parcelas where parcelas.status = 'aberta'`;

/** Fills the sums of an existing database. */
export const addOpenBills = `${insert('0', OPEN_BILL_SUMS.map((sum) => `sum(${sum})`).join(', '))}
  from (${OPEN_BILLS}) as open group by ${OPEN_BILL_KEY.join(', ')}`;

const COLUMNS = [
  ...['status', 'company_id', 'vencimento', 'valor_centavos', 'desconto_centavos', 'sem_encargos'],
  ...['pedido_id', 'cambio_id', 'usa_pagamento_id', 'credito_centavos', 'abatimento_centavos', 'pago_parcial_centavos'],
];

function kindOf(row: string): string {
  const own = ['vencimento', 'valor_centavos', 'desconto_centavos', 'sem_encargos'].map((name) => `${row}.${name}`);
  return `coalesce(${row}.company_id, 0) as company_id, ${own.join(', ')},
    case when ${row}.pedido_id is not null or ${row}.cambio_id is not null then 'venda'
      when ${row}.usa_pagamento_id is not null then 'viagem' else 'curso' end as kind`;
}

function amountsOf(row: string, sign: '+' | '-'): string {
  return `${sign}1 as bills, ${sign}(${row}.credito_centavos + ${row}.abatimento_centavos) as reduced_centavos,
    ${sign}${row}.pago_parcial_centavos as pago_parcial_centavos`;
}

function insert(slot: string, sums: string): string {
  return `insert into open_bill_sums (${OPEN_BILL_KEY.join(', ')}, slot, ${OPEN_BILL_SUMS.join(', ')})
    select ${OPEN_BILL_KEY.join(', ')}, ${slot}, ${sums}`;
}

const add = (row: 'old' | 'new', sign: '+' | '-', slot: string) => `${insert(slot, OPEN_BILL_SUMS.join(', '))}
  from (select ${kindOf(row)}, ${amountsOf(row, sign)}) as bill where ${row}.status = 'aberta'
  on conflict (${OPEN_BILL_KEY.join(', ')}, slot) do update set
    ${OPEN_BILL_SUMS.map((sum) => `${sum} = open_bill_sums.${sum} + excluded.${sum}`).join(', ')}`;

/** A group without open bills. */
export const NO_OPEN_BILLS = OPEN_BILL_SUMS.map((sum) => `${sum} = 0`).join(' and ');

function sqlite(): string[] {
  const gone = `delete from open_bill_sums where company_id = coalesce(old.company_id, 0)
    and vencimento = old.vencimento and ${NO_OPEN_BILLS}`;
  const trigger = (name: string, when: string, ...steps: string[]) =>
    `create trigger open_bill_${name} after ${when} begin ${steps.map((step) => `${step};`).join(' ')} end`;
  const differs = COLUMNS.map((column) => `old.${column} is not new.${column}`).join(' or ');
  return [
    trigger('added', "insert on parcelas when new.status = 'aberta'", add('new', '+', '0')),
    trigger('gone', "delete on parcelas when old.status = 'aberta'", add('old', '-', '0'), gone),
    trigger(
      'changed',
      `update of ${COLUMNS.join(', ')} on parcelas when (old.status = 'aberta' or new.status = 'aberta') and (${differs})`,
      add('old', '-', '0'),
      add('new', '+', '0'),
      gone,
    ),
  ];
}

function postgres(): string[] {
  const trigger = (name: string, when: string, condition: string, ...steps: string[]) => [
    `create function open_bill_${name}() returns trigger language plpgsql as $$ begin
      ${steps.map((step) => `${step};`).join(' ')} return null; end $$`,
    `create trigger open_bill_${name} after ${when} on parcelas for each row when (${condition})
      execute function open_bill_${name}()`,
  ];
  const slot = 'pg_backend_pid()';
  const differs = COLUMNS.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');
  return [
    ...trigger('added', 'insert', "new.status = 'aberta'", add('new', '+', slot)),
    ...trigger('gone', 'delete', "old.status = 'aberta'", add('old', '-', slot)),
    ...trigger(
      'changed',
      `update of ${COLUMNS.join(', ')}`,
      `(old.status = 'aberta' or new.status = 'aberta') and (${differs})`,
      add('old', '-', slot),
      add('new', '+', slot),
    ),
  ];
}
