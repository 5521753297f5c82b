import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldOpenBills } from '../../src/server/money/finance/bill-list.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const UNITS = [101, 102];
const step = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    unit: fc.constantFrom(...UNITS, null),
    day: fc.constantFrom('2026-01-05', '2026-02-05'),
    status: fc.constantFrom('aberta' as const, 'paga' as const),
    sale: fc.constantFrom('pedido_id' as const, 'cambio_id' as const, 'usa_pagamento_id' as const, null),
  }),
  fc.record({
    kind: fc.constant('change' as const),
    bill: fc.nat(5),
    to: fc.oneof(
      fc.record({ status: fc.constantFrom('aberta' as const, 'em_processamento' as const, 'paga' as const) }),
      fc.record({ company_id: fc.constantFrom(...UNITS, null) }),
      fc.record({ vencimento: fc.constantFrom('2026-01-05', '2026-03-05') }),
      fc.record({ valor_centavos: fc.constantFrom(10_000, 20_000) }),
      fc.record({ desconto_centavos: fc.constantFrom(0, 500) }),
      fc.record({ credito_centavos: fc.constantFrom(0, 300), abatimento_centavos: fc.constantFrom(0, 700) }),
      fc.record({ pago_parcial_centavos: fc.constantFrom(0, 900) }),
      fc.record({ sem_encargos: fc.boolean() }),
      fc.record({ descricao: fc.constantFrom('Outra', 'Mais outra') }),
    ),
  }),
  fc.record({ kind: fc.constant('remove' as const), bill: fc.nat(5) }),
  fc.record({ kind: fc.constant('fold' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

describe.each(engines)('sums of open bills on %s', (engine) => {
  let portal: TestSchool;
  let number = 0;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  /** Sums of the triggers and of the bills; unit 0 means none. */
  async function sums() {
    const { db } = portal.school;
    const key = sql.raw('company_id, vencimento, valor_centavos, desconto_centavos, sem_encargos, kind');
    const stored = await sql<Record<string, unknown>>`select ${key}, sum(bills) as bills,
      sum(reduced_centavos) as reduced, sum(pago_parcial_centavos) as paid from open_bill_sums group by ${key}
      having sum(bills) <> 0 or sum(reduced_centavos) <> 0 or sum(pago_parcial_centavos) <> 0 order by ${key}`.execute(
      db,
    );
    const counted = await sql<Record<string, unknown>>`select coalesce(company_id, 0) as company_id, vencimento,
      valor_centavos, desconto_centavos, sem_encargos,
      case when pedido_id is not null or cambio_id is not null then 'venda'
        when usa_pagamento_id is not null then 'viagem' else 'curso' end as kind,
      count(*) as bills, sum(credito_centavos + abatimento_centavos) as reduced, sum(pago_parcial_centavos) as paid
      from parcelas where status = 'aberta' group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`.execute(db);
    const plain = ({ rows }: typeof stored) => rows.map((row) => Object.values(row).map(String));
    return { stored: plain(stored), counted: plain(counted) };
  }

  async function take(bills: number[], each: Step): Promise<void> {
    const { db } = portal.school;
    const id = 'bill' in each ? (bills[each.bill] ?? 0) : 0;
    if (each.kind === 'fold') return foldOpenBills(portal.school);
    if (each.kind === 'change') {
      await db.updateTable('parcelas').set(each.to).where('id', '=', id).execute();
    } else if (each.kind === 'remove') {
      await db.deleteFrom('parcelas').where('id', '=', id).execute();
    } else {
      const { unit, day, status, sale } = each;
      number += 1;
      const made = await db
        .insertInto('parcelas')
        .values({
          contrato_id: 1,
          user_id: 1,
          company_id: unit,
          descricao: 'Teste',
          numero: 1000 + number,
          total: 1,
          competencia: day.slice(0, 7),
          vencimento: day,
          valor_centavos: 10_000,
          status,
          ...(sale && { [sale]: number }),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      bills.push(made.id);
    }
  }

  it('sums of open bills are right in the seeded demo school', async () => {
    const { stored, counted } = await sums();
    expect(counted.length).toBeGreaterThan(0);
    expect(stored).toEqual(counted);
  });

  it('sums of open bills equal the bills after random acts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25, size: 'max' }), async (steps) => {
        const bills: number[] = [];
        for (const each of steps) await take(bills, each);
        const { stored, counted } = await sums();
        expect(stored).toEqual(counted);
        await portal.school.db
          .deleteFrom('parcelas')
          .where('id', 'in', [0, ...bills])
          .execute();
      }),
      { numRuns: engine === 'sqlite' ? 60 : 15 },
    );
  });

  it('paid bills leave no sum', async () => {
    const { db } = portal.school;
    await db.updateTable('parcelas').set({ status: 'paga' }).where('status', '=', 'aberta').execute();
    await foldOpenBills(portal.school);
    expect(await db.selectFrom('open_bill_sums').selectAll().execute()).toEqual([]);
  });
});
