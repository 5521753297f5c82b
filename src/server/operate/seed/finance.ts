import { addMonths } from '#lib/rules/time/days.ts';
import type { Db } from '../../core/db/connection.ts';
import { unitOfPerson } from '../../core/db/people.ts';
import type { SeedClock } from './clock.ts';

const PRICE = 34_900;

export async function seedFinance(db: Db, clock: SeedClock): Promise<void> {
  const start = addMonths(clock.today, -5);
  const contract = (id: number, user_id: number, descricao: string, responsavel: string) => ({
    id,
    user_id,
    descricao,
    inicio: start,
    fim: addMonths(start, 12),
    responsavel,
  });
  await db
    .insertInto('contratos')
    .values([
      contract(1, 1, 'Inglês A2 · 2 vezes por semana', 'Ana Souza'),
      contract(2, 6, 'Inglês A2 · 2 vezes por semana', 'Sandra Nunes'),
      contract(3, 12, 'Phenom B2 Online', 'Nina Rocha'),
      contract(4, 16, 'Inglês A2 · 2 vezes por semana', 'Tiago Alencar'),
    ])
    .execute();
  await db
    .insertInto('parcelas')
    .values([
      ...installments(1, 1, clock),
      ...installments(2, 6, clock),
      ...installments(3, 12, clock),
      ...installments(4, 16, clock),
    ])
    .execute();
}

/** Twelve months: four paid, one overdue (Ana's), the next due in five days, the rest later. */
function installments(contrato_id: number, user_id: number, clock: SeedClock) {
  const next = clock.shift(clock.today, 5);
  return Array.from({ length: 12 }, (_, index) => {
    const vencimento = addMonths(next, index - 5);
    const isPaid = index < 4 || (index === 4 && user_id !== 1);
    const isOverdue = index === 4 && !isPaid;
    return {
      id: contrato_id * 100 + index + 1,
      contrato_id,
      user_id,
      company_id: unitOfPerson(user_id),
      descricao: `Mensalidade ${index + 1} de 12`,
      numero: index + 1,
      total: 12,
      competencia: vencimento.slice(0, 7),
      vencimento,
      valor_centavos: PRICE,
      desconto_centavos: isPaid || isOverdue ? 0 : 2_000,
      multa_centavos: 0,
      juros_centavos: 0,
      status: isPaid ? ('paga' as const) : ('aberta' as const),
      pago_em: isPaid ? clock.at(clock.shift(vencimento, -2), '11:20') : null,
      forma: isPaid ? (index % 2 === 0 ? ('pix' as const) : ('cartao' as const)) : null,
      parcelas_max: 6,
    };
  });
}
