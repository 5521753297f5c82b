import { describe, expect, it } from 'vitest';
import type { ClientAnswer } from '../../../../../../src/server/core/ports/payments/bank-client.ts';
import { pixBcb } from '../../../../../../src/server/core/ports/payments/pix-bcb.ts';
import { instantOf } from '../../../../../../src/server/core/ports/payments/pix-shapes.ts';

const NOW = new Date('2026-03-10T15:00:00Z');
const REFERENCE = 'A'.repeat(24);

/** A bank that gives every request the same answer. */
function bankThatSays(body: unknown) {
  const client = { ask: async (): Promise<ClientAnswer> => ({ status: 200, body }), token: async () => 'token' };
  const receiver = { nome: 'Escola', documento_mascarado: '', instituicao: '' };
  return pixBcb({ name: 'pix-bcb-1', receiver, chave: 'chave', city: 'Campinas', client, now: () => NOW });
}
const cob = (more: object) => ({
  status: 'CONCLUIDA',
  calendario: { criacao: '2026-03-10T14:50:00Z', expiracao: 1800 },
  ...more,
});
const pix = (more: object) => ({
  endToEndId: 'E1',
  txid: `PORTALPIX0${REFERENCE}`,
  valor: '349.00',
  horario: '2026-03-10T14:55:00Z',
  devolucoes: [],
  ...more,
});
const given = (more: object) => ({ id: 'D1', status: 'DEVOLVIDO', valor: '349.00', horario: {}, ...more });

describe('a bank’s answer about a charge', () => {
  it('is read as the amount received, the amounts the bank took back and the refunds of the portal', async () => {
    const devolucoes = [
      given({ valor: '49.00', natureza: 'MED_FRAUDE', horario: { liquidacao: '2026-03-10T14:58:00Z' } }),
      given({ id: 'refund12x1', valor: '100.00' }),
      // A failure of the bank and a later kind of return: neither is fraud.
      given({ id: 'D4', valor: '1.00', natureza: 'MED_OPERACIONAL' }),
      given({ id: 'D5', valor: '2.00', natureza: 'MED_PIX_AUTOMATICO' }),
      given({ id: 'D2', status: 'NAO_REALIZADO' }),
      given({ id: 'D3', status: 'EM_PROCESSAMENTO' }),
    ];
    const state = await bankThatSays(cob({ pix: [pix({ devolucoes })] })).find(REFERENCE);
    expect(state).toMatchObject({ status: 'paga', received: 34_900 });
    expect(state?.returned).toEqual([
      { amount: 4_900, at: new Date('2026-03-10T14:58:00Z'), reason: 'fraude' },
      { amount: 10_000, refund: 'refund-12' },
      { amount: 100 },
      { amount: 200 },
    ]);
  });

  it.each([
    ['null lists', { pix: null }, {}],
    ['a list of returns that is null', { pix: [pix({ devolucoes: null })] }, { received: 34_900 }],
    ['an amount as a number', { pix: [pix({ valor: 3.49, devolucoes: null })] }, { received: 349 }],
    ['no amount', { pix: [pix({ valor: null, devolucoes: undefined })] }, {}],
    ['an hour without a zone', { pix: [pix({ horario: '2026-03-10T11:55:00' })] }, { received: 34_900, returned: [] }],
    ['an hour that is none', { pix: [pix({ horario: 'ontem' })] }, { received: 34_900, returned: [] }],
    ['no calendar', { pix: [pix({})], calendario: null }, { received: 34_900, returned: [] }],
  ])('with %s is still read as paid', async (_what, more, money) => {
    const state = await bankThatSays(cob(more)).find(REFERENCE);
    const { status, received, returned } = state ?? {};
    expect({ status, ...(received !== undefined && { received }), ...(returned && { returned }) }).toEqual({
      status: 'paga',
      ...money,
    });
  });

  it('a code expires at our own time, though the bank sends the time of Brasília as UTC', async () => {
    const bank = bankThatSays(
      cob({ status: 'ATIVA', calendario: { criacao: '2026-03-10T11:50:00Z', expiracao: 1800 } }),
    );
    expect(await bank.find(REFERENCE, new Date('2026-03-10T15:20:00Z'))).toEqual({ status: 'pendente' });
    expect(await bank.find(REFERENCE, new Date('2026-03-10T14:57:00Z'))).toEqual({ status: 'expirada' });
  });

  it('a malformed payment in a list does not hide the others', async () => {
    const parametros = { paginacao: { quantidadeDePaginas: 1 } };
    const found: string[] = [];
    const list = bankThatSays({ parametros, pix: [null, { endToEndId: 7 }, pix({})] }).received?.(NOW, NOW) ?? [];
    for await (const { reference } of list) found.push(reference);
    expect(found).toEqual([REFERENCE]);
    for await (const one of bankThatSays({ parametros, pix: null }).received?.(NOW, NOW) ?? []) expect(one).toBe(null);
  });

  it.each([
    ['2026-03-10T11:55:00-03:00', '2026-03-10T14:55:00.000Z'],
    ['2026-03-10T11:55:00-0300', '2026-03-10T14:55:00.000Z'],
    ['2026-03-10T11:55:00.123-03', '2026-03-10T14:55:00.123Z'],
    ['2026-03-10 11:55:00', '2026-03-10T14:55:00.000Z'],
    ['2026-03-10T14:55Z', '2026-03-10T14:55:00.000Z'],
    ['10/03/2026', undefined],
  ])('reads the instant %s', (text, expected) => {
    expect(instantOf(text)?.toISOString()).toBe(expected);
  });
});
