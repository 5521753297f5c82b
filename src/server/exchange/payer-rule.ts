import { isBirthDate, isUnderAge } from '#lib/birth-date.ts';
import { ADULT_AGE } from '#lib/constants.ts';
import type { Pagador } from '#lib/contract/exchange.schema.ts';
import type { Db } from '../db/connection.ts';
import { conflict, invalid } from '../http/refusal.ts';

/**
 * Refuses a payer who may send no money abroad: nobody under age does in the own name, and for a student under age the
 * guardian of the registration pays.
 *
 * @param today the school's day, `YYYY-MM-DD`.
 * @throws Refusal 409 `no_guardian`, 422 by field.
 */
export async function requirePayer(tx: Db, userId: number, pagador: Pagador, today: string): Promise<void> {
  if (!isBirthDate(pagador.birth_date, today)) {
    throw invalid('Confira a data de nascimento.', { 'pagador.birth_date': 'Data inválida' });
  }
  if (isUnderAge(pagador.birth_date, today)) {
    throw invalid('Quem tem menos de 18 anos não envia dinheiro ao exterior: use os dados do responsável.', {
      'pagador.birth_date': `Quem paga precisa ter ${ADULT_AGE} anos`,
    });
  }
  const { birth_date, guardian } = await tx
    .selectFrom('users')
    .select(['birth_date', 'guardian'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
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
