import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../src/lib/contract/core.ts';
import { downloadStatement, getFinance, payWithPix } from '../../src/lib/contract/finance.ts';
import { formatHundredths } from '../../src/lib/format/money.ts';
import { lateFee } from '../../src/server/money/finance/amount-due.ts';
import { importTable } from '../../src/server/operate/import/import.ts';
import { exportTable, kinds } from '../../src/server/operate/import/kinds.ts';
import { audienceQuery } from '../../src/server/school/broadcasts/audience.ts';
import { addDebtor, payByCard, saoPaulo } from '../support/bills.ts';
import { audience } from '../support/broadcasts.ts';
import { cards } from '../support/card-body.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';

const VALUE = 10_000;

describe.each(allEngines)('fine and interest of late bills on %s', (engine) => {
  let portal: TestSchool;
  let now: Date;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    now = portal.clock.now;
  });
  afterAll(async () => {
    portal.clock.now = now;
    await portal.close();
  });

  /** Noon at the school. */
  const on = (day: string) => {
    portal.clock.now = new Date(`${day}T15:00:00Z`);
  };
  const take = (cells: string) =>
    importTable(
      portal.school,
      kinds.unidades,
      new TextEncoder().encode(`unidade;multa;juros;carencia_dias\nKNN Vila Nova;${cells}\n`),
    );
  const shown = async (bill: number, as: number) =>
    (await portal.ops.finance.listBills({ ids: String(bill) }, { as })).body[0];
  const isLate = async (id: number) => {
    const wanted = {
      audience: audience({ user_ids: [id], has_overdue: true }),
      reach: { escolaId: null, units: null },
    };
    const query = await audienceQuery(portal.school.db, portal.school, wanted, portal.clock.now);
    return (await query.select('users.id').execute()).length === 1;
  };

  it('the fine of a late bill is the same on the page, behind a link, in a Pix, on a card, in the statement and in its file', async () => {
    on('2031-03-20');
    const { id, bills } = await addDebtor(portal, [
      { vencimento: '2031-02-10', desconto_centavos: 700 },
      { vencimento: '2031-02-10', desconto_centavos: 700 },
    ]);
    const [byPix = 0, byCard = 0] = bills;
    for (const cells of ['2;1;0', '0,5;3;0', '0;0;0', '10%;2,5;20', '2;1;0']) {
      await take(cells);
      const { multa_bps, juros_bps, carencia_dias } = await portal.school.db
        .selectFrom('companies')
        .select(['multa_bps', 'juros_bps', 'carencia_dias'])
        .where('id', '=', 101)
        .executeTakeFirstOrThrow();
      const { multa, juros } = lateFee(VALUE, '2031-02-10', {
        today: '2031-03-20',
        terms: { multa_bps, juros_bps, carencia_dias },
        calendar: saoPaulo,
      });
      const expected = {
        multa_centavos: multa,
        juros_centavos: juros,
        valor_atualizado_centavos: VALUE + multa + juros,
      };
      expect([cells, await shown(byPix, id)]).toMatchObject([cells, { status: 'vencida', ...expected }]);
      const { parcelas, resumo } = (await portal.call(getFinance, {}, { as: id })).body;
      expect(parcelas).toMatchObject([expected, expected]);
      expect(resumo.vencido_centavos).toBe(2 * expected.valor_atualizado_centavos);
      const { body: link } = await portal.ops.finance.getPaymentLink({ parcela_id: byPix }, { as: id });
      const token = link.url.split('/').at(-1) ?? '';
      expect((await portal.ops.finance.getBill({ token })).body).toMatchObject(expected);
    }
    const { body: pix } = await portal.call(payWithPix, { params: { id: byPix }, query: {} }, { as: id });
    const { body: card } = await payByCard(portal, byCard, cards.approved, { as: id });
    const total = (await shown(byPix, id))?.valor_atualizado_centavos ?? 0;
    expect(total).toBe(VALUE + 200 + 126);
    expect([pix.valor_centavos, card.total_centavos]).toEqual([total, total]);
    const { items } = (await portal.ops.finance.listTransactions({}, { as: id })).body;
    expect(items).toMatchObject([{ valor_centavos: total }]);
    const file = await portal.send('GET', API_PREFIX + downloadStatement.path, {}, { as: id });
    expect(await file.text()).toContain(`;${formatHundredths(total)};`);
    // A paid amount stays, whatever the terms are later.
    await take('10;10;0');
    expect(await shown(byCard, id)).toMatchObject({ multa_centavos: 200, valor_atualizado_centavos: total });
    const others = new TextEncoder().encode('unidade;cnpj;telefone\nKNN Vila Nova;12.ABC.345/01DE-35;0800 123 4567\n');
    await importTable(portal.school, kinds.unidades, others);
    expect(await exportTable(portal.school, 'unidades')).toMatch(/;08001234567;.*;12\.ABC\.345\/01DE-35;/);
    const before = new TextEncoder().encode('unidade;cnpj;telefone\nKNN Vila Nova;11.222.333/0001-81;1932001010\n');
    await importTable(portal.school, kinds.unidades, before);
    await take('2;1;0');
  });

  it('the fine of a late bill begins after the working day on which a bill could be paid, and grows from day to day', async () => {
    // Carnival of 2031: Saturday 22 to Tuesday 25 February.
    const { id, bills } = await addDebtor(portal, [
      { vencimento: '2031-02-22', desconto_centavos: 500, multa_centavos: 300 },
    ]);
    const [bill = 0] = bills;
    for (const day of ['2031-02-22', '2031-02-23', '2031-02-25', '2031-02-26']) {
      on(day);
      const status = day === '2031-02-26' ? 'vence_hoje' : 'a_vencer';
      const wanted = { status, pagar_ate: '2031-02-26', multa_centavos: 0, juros_centavos: 0, desconto_centavos: 500 };
      expect([day, await shown(bill, id)]).toMatchObject([day, wanted]);
      expect(await isLate(id)).toBe(false);
    }
    const seen: number[] = [];
    for (const day of ['2031-02-27', '2031-02-28', '2031-03-31', '2032-03-31']) {
      on(day);
      const late = await shown(bill, id);
      expect(late).toMatchObject({ status: 'vencida', multa_centavos: 200, desconto_centavos: 0 });
      expect(await isLate(id)).toBe(true);
      seen.push(late?.juros_centavos ?? 0);
    }
    expect(seen).toEqual([3, 6, 110, 1_330]);
  });

  it('the terms of a unit are exported and imported with the table of units, and wrong cells are named', async () => {
    await take('1,5;0,75;5');
    expect(await exportTable(portal.school, 'unidades')).toMatch(
      /KNN Vila Nova;.*;11\.222\.333\/0001-81;1,50;0,75;5\r\n/,
    );
    await take(';;');
    expect(await exportTable(portal.school, 'unidades')).toContain(';1,50;0,75;5');
    for (const [cells, text] of [
      ['11;1;0', 'No máximo 10.'],
      ['2;-1;0', 'O número não pode ser negativo.'],
      ['2;1;45', 'No máximo 30.'],
    ] as const) {
      await expect(take(cells)).rejects.toMatchObject({ faults: [{ line: 2, text }] });
    }
    const wrong = new TextEncoder().encode('unidade;cnpj\nKNN Vila Nova;11.222.333/0001-82\n');
    await expect(importTable(portal.school, kinds.unidades, wrong)).rejects.toMatchObject({
      faults: [{ column: 'cnpj', text: 'CNPJ inválido.' }],
    });
    await take('2;1;0');
  });
});
