import type { Pagador } from '#lib/contract/exchange.schema.ts';
import { ADULT_AGE, birthProblem, isUnderAge } from '#lib/rules/account/birth-date.ts';
import { exchangeMessages } from '#lib/words/exchange.ts';
import type { Db } from '../../core/db/connection.ts';
import { conflict, invalid } from '../../core/http/refusal.ts';
import { isSame } from '../finance/contract-payer.ts';

/**
 * Refuses a payer who may not send money abroad. A minor may not pay in their own name: the guardian of the
 * registration pays. A student of unknown age may not pay in their own name either.
 *
 * @param today the school's day, `YYYY-MM-DD`.
 * @throws Refusal 409 `no_guardian` or `no_birth_date`, 422 by field.
 */
export async function requirePayer(tx: Db, userId: number, pagador: Pagador, today: string): Promise<void> {
  const problem = birthProblem(pagador.birth_date, today);
  if (problem) throw invalid('Confira a data de nascimento.', { 'pagador.birth_date': problem });
  if (isUnderAge(pagador.birth_date, today)) {
    throw invalid('Quem tem menos de 18 anos não envia dinheiro ao exterior: use os dados do responsável.', {
      'pagador.birth_date': `Quem paga precisa ter ${ADULT_AGE} anos`,
    });
  }
  const { birth_date, guardian, ...student } = await tx
    .selectFrom('users')
    .select(['birth_date', 'guardian', 'full_name', 'cpf'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (birth_date === null && isStudent(pagador, student)) throw conflict(exchangeMessages.ageUnknown, 'no_birth_date');
  if (birth_date === null || !isUnderAge(birth_date, today)) return;
  const { cpf } = JSON.parse(guardian ?? '{}') as { cpf?: string };
  if (!cpf) {
    throw conflict('Quem paga por um aluno menor é o responsável. Peça à secretaria que o cadastre.', 'no_guardian');
  }
  if (pagador.cpf !== cpf) {
    throw invalid('Quem paga por um aluno menor é o responsável do cadastro: use os dados dele.', {
      'pagador.cpf': 'Use o CPF do responsável',
    });
  }
}

/** By the CPF, or by the name when the school knows no CPF. */
const isStudent = (pagador: Pagador, { full_name, cpf }: { full_name: string; cpf: string | null }): boolean =>
  cpf === null ? isSame(pagador.full_name, full_name) : pagador.cpf === cpf;
