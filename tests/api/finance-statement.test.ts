import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../src/lib/contract/core.ts';
import { downloadReceipt, downloadStatement } from '../../src/lib/contract/finance.ts';
import type { InputOf } from '../../src/lib/page/operations.ts';
import { monthIn } from '../../src/lib/rules/time/zones.ts';
import { addDebtor, payByCard } from '../support/bills.ts';
import { cards } from '../support/card-body.ts';
import { readPdf } from '../support/pdf.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';

const ana = 1;

describe.each(allEngines)('statement and receipts on %s (FIN-02)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const list = (query: InputOf<'finance.listTransactions'>, as: number | undefined = ana) =>
    portal.ops.finance.listTransactions(query, { as });
  const receipt = (bill: number, as?: number) =>
    portal.send('GET', API_PREFIX + downloadReceipt.path.replace('{parcela_id}', String(bill)), {}, { as });

  it('the statement lists what was paid, the newest first, with its sum', async () => {
    const { body } = await list({ tipo: 'parcela' });
    expect(body.items.length).toBeGreaterThanOrEqual(4);
    expect(body.items.map(({ em }) => em)).toEqual(
      body.items
        .map(({ em }) => em)
        .toSorted()
        .reverse(),
    );
    expect(body.pago_centavos).toBe(body.items.reduce((sum, { valor_centavos }) => sum + valor_centavos, 0));
  });

  it('the statement filters by day, kind and method, and has pages', async () => {
    const { body: all } = await list({});
    const middle = all.items[1]?.em.slice(0, 10) ?? '';
    const { body: since } = await list({ de: middle });
    expect(since.items.every(({ em }) => em >= middle)).toBe(true);
    expect(since.total).toBeLessThan(all.total);
    const { body: byPix } = await list({ forma: 'pix' });
    expect(new Set(byPix.items.map(({ forma }) => forma))).toEqual(new Set(['pix']));
    const { body: second } = await list({ limit: 1, offset: 1 });
    expect(second.items).toEqual([all.items[1]]);
    expect((await list({ de: '2026-02-31' })).status).toBe(422);
  });

  it('a month has the sum of all its days, also if a page shows only some', async () => {
    const { body: all } = await list({});
    const sums = new Map<string, number>();
    for (const { em, valor_centavos, status } of all.items) {
      const month = monthIn('America/Sao_Paulo', em);
      sums.set(month, (sums.get(month) ?? 0) + (status === 'concluido' ? valor_centavos : 0));
    }
    expect(all.meses).toEqual([...sums].map(([mes, soma]) => ({ mes, soma })));
    const { body: one } = await list({ limit: 1 });
    expect(one.meses).toEqual(all.meses.slice(0, 1));
    const { body: none } = await list({ de: '2199-01-01' });
    expect(none.meses).toEqual([]);
  });

  it('the statement shows only own movements, and needs a password', async () => {
    const { id } = await addDebtor(portal);
    expect((await list({}, id)).body).toMatchObject({ items: [], total: 0 });
    expect((await portal.ops.finance.listTransactions({}, {})).status).toBe(401);
    expect((await portal.ops.finance.listTransactions({}, { as: ana, scope: 'book' })).status).toBe(403);
  });

  it('the statement is exported as CSV for spreadsheets, without formulas', async () => {
    const { id, bills } = await addDebtor(portal, [{ descricao: '=HYPERLINK("x";"y")' }]);
    await payByCard(portal, bills[0] ?? 0, cards.approved, { as: id });
    const answer = await portal.send('GET', API_PREFIX + downloadStatement.path, {}, { as: id });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const text = bytes.toString('utf8');
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(text.split('\r\n')[0]).toContain('Data;Tipo;Descrição;Forma;Detalhe;Valor (R$);Situação');
    expect(text).toContain(`"'=HYPERLINK(""x"";""y"")";Cartão;Visa final 0010, 1×;100,00;Concluído`);
    expect(answer.headers.get('content-disposition')).toContain('extrato.csv');
  });

  it('a receipt says who paid what, when and how, and can be checked', async () => {
    const { id, bills } = await addDebtor(portal);
    const before = await receipt(bills[0] ?? 0, id);
    expect(before.status).toBe(409);
    await payByCard(portal, bills[0] ?? 0, cards.approved, { as: id });
    const answer = await receipt(bills[0] ?? 0, id);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const { text } = await readPdf(await answer.arrayBuffer());
    expect(text).toContain('Valor R$ 100,00');
    expect(text).toMatch(/Visa final 0010/);
    const again = await readPdf(await (await receipt(bills[0] ?? 0, id)).arrayBuffer());
    expect(again.text).toBe(text);
  });

  it('ROLE-08 a receipt of another is not found', async () => {
    const { id } = await addDebtor(portal);
    expect((await receipt(101, id)).status).toBe(404);
    expect((await receipt(101)).status).toBe(401);
    expect((await receipt(101, ana)).status).toBe(200);
  });
});
