import { Guardian } from '#lib/contract/account.schema.ts';
import type { Pagador } from '#lib/contract/exchange.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import { isMinor } from '../../messages/inbox/guardian.ts';
import { OWN_CONTRACT } from './open-bill.ts';

/** The person who owes a contract's amount, with the name for papers. */
export interface ContractPayer {
  nome: string;
  /** Digits only; null when the school does not know it. */
  cpf: string | null;
}

interface Contract {
  responsavel: string;
  full_name: string;
  cpf: string | null;
  birth_date: string | null;
  guardian: string | null;
  /** The payer of an exchange, as its payment stores it. */
  pagador?: string | null;
}

/** Whether two names mean one person, in any spelling. */
export const isSame = (one: string, other: string) =>
  one.trim().localeCompare(other.trim(), 'pt-BR', { sensitivity: 'base' }) === 0;

/**
 * Who pays by a contract: the exchange's payer, else the contract's payer, else a minor's guardian, else the student.
 *
 * @param day the day for the student's age, `YYYY-MM-DD`.
 */
export function payerByContract(contract: Contract, day: string): ContractPayer {
  const { responsavel, full_name, cpf } = contract;
  if (contract.pagador) {
    const payer = JSON.parse(contract.pagador) as Pagador;
    return { nome: payer.full_name, cpf: payer.cpf };
  }
  const guardian = contract.guardian === null ? null : Guardian.parse(JSON.parse(contract.guardian));
  if (responsavel !== OWN_CONTRACT && !isSame(responsavel, full_name)) {
    return { nome: responsavel, cpf: guardian && isSame(guardian.full_name, responsavel) ? guardian.cpf : null };
  }
  if (guardian && isMinor(contract, day)) return { nome: guardian.full_name, cpf: guardian.cpf };
  return { nome: full_name, cpf };
}

/** The telephone of who pays a person's bills: a minor's are the guardian's matter. @param day `YYYY-MM-DD` */
export function payerPhone(
  { guardian, birth_date, phone }: { guardian: string | null; birth_date: string | null; phone: string | null },
  day: string,
): string | null {
  if (!isMinor({ birth_date }, day) || guardian === null) return phone;
  return (JSON.parse(guardian) as { phone?: string | null }).phone ?? phone;
}

/** The contract of a bill: its payer and its purpose. */
export const contractOfBill = (db: Db, contratoId: number) =>
  db
    .selectFrom('contratos')
    .innerJoin('users', 'users.id', 'contratos.user_id')
    .leftJoin('parcelas as exchanged', (join) =>
      join.onRef('exchanged.contrato_id', '=', 'contratos.id').on('exchanged.cambio_id', 'is not', null),
    )
    .leftJoin('cambio_pagamentos', 'cambio_pagamentos.id', 'exchanged.cambio_id')
    .select(['contratos.descricao', 'contratos.responsavel', 'contratos.origem', 'cambio_pagamentos.pagador'])
    .select(['users.full_name', 'users.cpf', 'users.birth_date', 'users.guardian', 'users.phone'])
    .where('contratos.id', '=', contratoId)
    .executeTakeFirstOrThrow();
