import type { Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getFinance } from '../../src/lib/contract/finance.ts';
import { addMonths } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { unitOfPerson } from '../../src/server/core/db/people.ts';
import { lateFee, usualTerms } from '../../src/server/money/finance/amount-due.ts';
import type { Schema } from '../../src/server/tables.ts';
import { addAccount } from '../support/accounts.ts';
import { saoPaulo } from '../support/bills.ts';
import { allEngines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

const people = { ana: 1, bruno: 2, helena: 7 };
const zone = 'America/Sao_Paulo';
const nothing = { aberto_centavos: 0, vencido_centavos: 0, proximo_vencimento: null, proxima_parcela_id: null };

describe.each(allEngines)('finance on %s (API-36)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const read = (as: number, sent: Sent = {}) => portal.call(getFinance, {}, { as, ...sent });

  /** Somebody with a contract of 100 reais a month. */
  async function newDebtor(installments: Partial<Insertable<Schema['parcelas']>>[]) {
    const { db } = portal.school;
    const { id } = await addAccount(portal);
    const contract = await db
      .insertInto('contratos')
      .values({ user_id: id, descricao: 'Curso', inicio: '2026-01-01', fim: '2026-12-31', responsavel: 'Pessoa' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const made = await db
      .insertInto('parcelas')
      .values(
        installments.map((given, index) => ({
          contrato_id: contract.id,
          user_id: id,
          company_id: unitOfPerson(id),
          descricao: `Mensalidade ${index + 1}`,
          numero: index + 1,
          total: installments.length,
          competencia: '2026-01',
          vencimento: '2026-01-10',
          valor_centavos: 10_000,
          desconto_centavos: 0,
          multa_centavos: 0,
          juros_centavos: 0,
          status: 'aberta' as const,
          pago_em: null,
          forma: null,
          parcelas_max: 6,
          ...given,
        })),
      )
      .returning('id')
      .execute();
    return { id, contract: contract.id, installments: made.map((row) => row.id) };
  }

  it('FIN-01 the list of bills shows contracts and instalments, and sums them up', async () => {
    const { body } = await read(people.ana);
    const due = dayIn(zone, new Date(portal.clock.now.getTime() + 5 * 86_400_000));
    const { multa, juros } = lateFee(34_900, addMonths(due, -1), {
      today: dayIn(zone, portal.clock.now),
      terms: usualTerms,
      calendar: saoPaulo,
    });
    expect([multa, juros > 200]).toEqual([698, true]);
    expect(body.resumo).toEqual({
      aberto_centavos: 34_900 + multa + juros + 7 * (34_900 - 2_000),
      vencido_centavos: 34_900 + multa + juros,
      proximo_vencimento: due,
      proxima_parcela_id: 106,
    });
    expect(body.contratos.map(({ id, responsavel }) => [id, responsavel])).toEqual([[1, 'Ana Souza']]);
    expect(body.parcelas.map(({ status }) => status)).toEqual([
      ...Array(4).fill('paga'),
      'vencida',
      ...Array(7).fill('a_vencer'),
    ]);
    expect(body.parcelas[4]).toMatchObject({
      vencimento: addMonths(due, -1),
      valor_atualizado_centavos: 34_900 + multa + juros,
      formas: ['pix', 'boleto', 'cartao'],
    });
    expect(body.parcelas[0]).toMatchObject({ forma: 'pix', formas: [], pago_em: expect.any(String) });
  });

  it('the list of bills is empty for somebody without debts', async () => {
    expect((await read(people.bruno)).body).toEqual({ resumo: nothing, contratos: [], parcelas: [] });
  });

  it('the list of bills is sorted by due date, and marks the next bill', async () => {
    const { id, installments } = await newDebtor([
      { vencimento: '2090-03-10' },
      { vencimento: '2090-01-10' },
      { vencimento: '2090-01-10' },
    ]);
    const { resumo, parcelas } = (await read(id)).body;
    const [march, january, januaryToo] = installments;
    expect(parcelas.map((each) => each.id)).toEqual([january, januaryToo, march]);
    expect(resumo).toMatchObject({ proximo_vencimento: '2090-01-10', proxima_parcela_id: january });
  });

  it('a bill becomes overdue at midnight of the school, and loses its discount', async () => {
    const { id } = await newDebtor([{ vencimento: '2030-05-10', desconto_centavos: 500 }]);
    const now = portal.clock.now;
    const at = async (instant: string) => {
      portal.clock.now = new Date(instant);
      const [only] = (await read(id)).body.parcelas;
      portal.clock.now = now;
      return [only?.status, only?.valor_atualizado_centavos];
    };
    expect(await at('2030-05-10T02:59:59Z')).toEqual(['a_vencer', 9_500]);
    expect(await at('2030-05-10T03:00:00Z')).toEqual(['vence_hoje', 9_500]);
    expect(await at('2030-05-11T02:59:59Z')).toEqual(['vence_hoje', 9_500]);
    expect(await at('2030-05-11T03:00:00Z')).toEqual(['vencida', 10_000 + 200 + 3]);
  });

  it('bills that are being paid, paid or cancelled are not open', async () => {
    const { id } = await newDebtor([
      { status: 'em_processamento' },
      { status: 'paga', pago_em: '2026-01-09T12:00:00.000Z', forma: 'boleto' },
      { status: 'cancelada' },
    ]);
    const { resumo, parcelas } = (await read(id)).body;
    expect(resumo).toEqual(nothing);
    expect(parcelas.map(({ status, formas }) => [status, formas])).toEqual([
      ['em_processamento', []],
      ['paga', []],
      ['cancelada', []],
    ]);
  });

  it('ROLE-08 the list of bills shows nobody the bills of another, not even to a manager', async () => {
    expect((await read(people.helena)).body.parcelas).toEqual([]);
    const { id, installments } = await newDebtor([{}]);
    expect((await read(id)).body.parcelas.map((each) => each.id)).toEqual(installments);
  });

  it('FIN-06 the list of bills shows no document and no way to the provider', async () => {
    expect(JSON.stringify((await read(people.ana)).body)).not.toMatch(/52998224725|529\.982|cpf|token/i);
  });

  it('the list of bills needs more than a printed code', async () => {
    const answer = await read(people.ana, { scope: 'book' });
    expect(answer).toMatchObject({
      status: 403,
      body: { detail: 'Entre com sua senha para continuar.', code: 'password_required' },
    });
  });

  it('AUTH-26 the list of bills needs a bearer', async () => {
    const answer = await portal.call(getFinance, {});
    expect(answer).toMatchObject({ status: 401, body: { detail: 'Sua sessão terminou. Entre de novo.' } });
  });
});
