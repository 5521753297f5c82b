import type { Insertable } from 'kysely';
import { payWithCard } from '../../src/lib/contract/finance.ts';
import { unitOfPerson } from '../../src/server/core/db/people.ts';
import type { BankCalendar } from '../../src/server/money/finance/bank-days.ts';
import type { Schema } from '../../src/server/tables.ts';
import { addAccount } from './accounts.ts';
import { cardBody } from './card-body.ts';
import { withKey } from './points.ts';
import type { Sent, TestSchool } from './school.ts';

/** The calendar of the demo's units in São Paulo, without holidays of their own. */
export const saoPaulo: BankCalendar = { uf: 'SP', holidays: new Set() };

/** A person with some open installments of 100 reais, the first due in five years. */
export async function addDebtor(
  portal: TestSchool,
  installments: Partial<Insertable<Schema['parcelas']>>[] = [{}],
): Promise<{ id: number; bills: number[] }> {
  const { id } = await addAccount(portal);
  return { id, bills: (await addBills(portal, id, installments)).map((row) => row.id) };
}

/** A debtor with or without a known CPF under a contract of their own, since a payment provider needs the payer. */
export async function addPayer<Cpf extends string | null>(
  portal: TestSchool,
  cpf: Cpf,
  installments: Partial<Insertable<Schema['parcelas']>>[],
): Promise<{ id: number; bills: number[]; bill: number; cpf: Cpf }> {
  const { id, bills } = await addDebtor(portal, installments);
  const { db } = portal.school;
  await db.updateTable('users').set({ cpf }).where('id', '=', id).execute();
  await db.updateTable('contratos').set({ responsavel: 'O próprio aluno' }).where('user_id', '=', id).execute();
  return { id, bills, bill: bills[0] ?? 0, cpf };
}

/** Installments of 100 reais for a person, the first due in five years. */
export async function addBills(
  { school: { db } }: Pick<TestSchool, 'school'>,
  id: number,
  installments: Partial<Insertable<Schema['parcelas']>>[] = [{}],
): Promise<{ id: number }[]> {
  const contract = await db
    .insertInto('contratos')
    .values({ user_id: id, descricao: 'Curso', inicio: '2026-01-01', fim: '2031-12-31', responsavel: 'Pessoa' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return db
    .insertInto('parcelas')
    .values(
      installments.map((overrides, index) => ({
        contrato_id: contract.id,
        user_id: id,
        company_id: unitOfPerson(id),
        descricao: `Mensalidade ${index + 1}`,
        numero: index + 1,
        total: installments.length,
        competencia: '2031-01',
        vencimento: '2031-01-10',
        valor_centavos: 10_000,
        desconto_centavos: 0,
        multa_centavos: 0,
        juros_centavos: 0,
        status: 'aberta' as const,
        pago_em: null,
        forma: null,
        parcelas_max: 6,
        ...overrides,
      })),
    )
    .returning('id')
    .execute();
}

/** Pays a bill by card, by default with a new key. */
export const payByCard = (
  portal: TestSchool,
  bill: number,
  number: string,
  { installments = 1, assinatura, ...sent }: Sent & { key?: string; installments?: number; assinatura?: string },
) =>
  portal.call(
    payWithCard,
    { params: { id: bill }, query: { assinatura }, body: cardBody(number, installments) },
    withKey(sent),
  );

/** The rows that show whether money moved once. */
export async function booksOf(portal: TestSchool, bill: number) {
  const { db } = portal.school;
  const charges = await db
    .selectFrom('charges')
    .innerJoin('charge_items', 'charge_items.charge_id', 'charges.id')
    .selectAll('charges')
    .where('charge_items.parcela_id', '=', bill)
    .orderBy('charges.id')
    .execute();
  const taken = await db
    .selectFrom('sandbox_charges')
    .selectAll()
    .where('status', '=', 'paid')
    .where('reference', 'in', [...charges.map(({ txid }) => txid), '-'])
    .execute();
  const row = await db.selectFrom('parcelas').selectAll().where('id', '=', bill).executeTakeFirstOrThrow();
  const refunds = await db
    .selectFrom('refunds')
    .selectAll()
    .where('charge_id', 'in', [...charges.map(({ id }) => id), 0])
    .orderBy('id')
    .execute();
  return { bill: row, charges, taken, refunds };
}
