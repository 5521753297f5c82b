import { Guardian } from '#lib/contract/account.schema.ts';
import type { Pagador } from '#lib/contract/exchange.schema.ts';
import { isMinor } from '#lib/rules/account/birth-date.ts';
import type { Db } from '../../core/db/connection.ts';
import { civilName } from '../../core/db/people.ts';
import { OWN_CONTRACT } from './open-bill.ts';

/** The person who owes a contract's amount, with the name for documents. */
export interface ContractPayer {
  nome: string;
  /** Digits only; null when the school does not know it. */
  cpf: string | null;
}

interface Contract {
  responsavel: string;
  /** The name for documents. */
  full_name: string;
  /** The displayed name. */
  called?: string;
  cpf: string | null;
  birth_date: string | null;
  guardian: string | null;
  /** The payer of an exchange, as its payment stores it. */
  pagador?: string | null;
}

/** Whether two names mean one person, in any spelling. */
export const isSame = (one: string, other: string) =>
  one.trim().localeCompare(other.trim(), 'pt-BR', { sensitivity: 'base' }) === 0;

const isOwn = (name: string, { full_name, called = full_name }: Pick<Contract, 'full_name' | 'called'>) =>
  isSame(name, full_name) || isSame(name, called);

const guardianOf = ({ guardian }: Contract): Guardian | null =>
  guardian === null ? null : Guardian.parse(JSON.parse(guardian));

/**
 * The payer of a contract: the exchange's payer, otherwise the contract's payer, otherwise a minor's guardian, otherwise the
 * student.
 *
 * @param day the day for the student's age, `YYYY-MM-DD`.
 */
export function payerByContract(contract: Contract, day: string): ContractPayer {
  const { responsavel, full_name, cpf } = contract;
  if (contract.pagador) {
    const payer = JSON.parse(contract.pagador) as Pagador;
    return { nome: payer.full_name, cpf: payer.cpf };
  }
  const guardian = guardianOf(contract);
  if (responsavel !== OWN_CONTRACT && !isOwn(responsavel, contract)) {
    return { nome: responsavel, cpf: guardian && isSame(guardian.full_name, responsavel) ? guardian.cpf : null };
  }
  if (guardian && isMinor(contract.birth_date, day)) return { nome: guardian.full_name, cpf: guardian.cpf };
  return { nome: full_name, cpf };
}

type Contracted = Contract & { phone: string | null };

/** The telephone of a contract's payer; null if unknown. @param day `YYYY-MM-DD` */
export function payerPhone(contract: Contracted, day: string): string | null {
  const { nome } = payerByContract(contract, day);
  const guardian = guardianOf(contract);
  if (guardian && isSame(nome, guardian.full_name)) return guardian.phone || null;
  return isOwn(nome, contract) ? contract.phone : null;
}

const contracts = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('contratos')
    .innerJoin('users', 'users.id', 'contratos.user_id')
    .leftJoin('parcelas as exchanged', (join) =>
      join.onRef('exchanged.contrato_id', '=', 'contratos.id').on('exchanged.cambio_id', 'is not', null),
    )
    .leftJoin('cambio_pagamentos', 'cambio_pagamentos.id', 'exchanged.cambio_id')
    .select(['contratos.id', 'contratos.descricao', 'contratos.responsavel', 'contratos.origem'])
    .select('cambio_pagamentos.pagador')
    .select([
      civilName.as('full_name'),
      'users.full_name as called',
      'users.cpf',
      'users.birth_date',
      'users.guardian',
      'users.phone',
    ])
    .where('contratos.id', 'in', ids);

/** The contract of a bill: its payer and its purpose. */
export const contractOfBill = (db: Db, contratoId: number) => contracts(db, [contratoId]).executeTakeFirstOrThrow();

/** The telephones of some contracts' payers. @param day `YYYY-MM-DD` */
export async function payerPhones(db: Db, ids: readonly number[], day: string): Promise<Map<number, string | null>> {
  const rows = ids.length > 0 ? await contracts(db, ids).execute() : [];
  return new Map(rows.map((row) => [row.id, payerPhone(row, day)]));
}
