import { Guardian } from '#lib/contract/account.schema.ts';
import type { Db } from '../db/connection.ts';
import { isMinor } from '../notices/guardian.ts';
import { OWN_CONTRACT } from './open-bill.ts';

/** Whoever owes what a contract says, as papers name them. */
export interface ContractPayer {
  nome: string;
  /** Digits alone; null where the school does not know it. */
  cpf: string | null;
}

interface Contract {
  responsavel: string;
  full_name: string;
  cpf: string | null;
  birth_date: string | null;
  guardian: string | null;
}

/** Whether two names are of one person, however they are written. */
export const isSame = (one: string, other: string) =>
  one.trim().localeCompare(other.trim(), 'pt-BR', { sensitivity: 'base' }) === 0;

/**
 * Who pays by a contract: whom it names, else the guardian of a minor, else the student.
 *
 * @param day on which the age counts, `YYYY-MM-DD`.
 */
export function payerByContract(contract: Contract, day: string): ContractPayer {
  const { responsavel, full_name, cpf } = contract;
  const guardian = contract.guardian === null ? null : Guardian.parse(JSON.parse(contract.guardian));
  if (responsavel !== OWN_CONTRACT && !isSame(responsavel, full_name)) {
    return { nome: responsavel, cpf: guardian && isSame(guardian.full_name, responsavel) ? guardian.cpf : null };
  }
  if (guardian && isMinor(contract, day)) return { nome: guardian.full_name, cpf: guardian.cpf };
  return { nome: full_name, cpf };
}

/** What the contract of a bill says of who pays and what for. */
export const contractOfBill = (db: Db, contratoId: number) =>
  db
    .selectFrom('contratos')
    .innerJoin('users', 'users.id', 'contratos.user_id')
    .select(['contratos.descricao', 'contratos.responsavel', 'contratos.origem'])
    .select(['users.full_name', 'users.cpf', 'users.birth_date', 'users.guardian'])
    .where('contratos.id', '=', contratoId)
    .executeTakeFirstOrThrow();
