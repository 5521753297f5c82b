import { describe, expect, it } from 'vitest';
import { formatBps, formatForeign, formatRate, formatUnitCost } from '../../../../../src/lib/format/foreign.ts';
import { formFrom, simulationOf } from '../../../../../src/lib/rules/exchange/quote-form.ts';
import { passedMark, secondsUntil } from '../../../../../src/lib/rules/time/countdown.ts';

describe('the quote form from an address', () => {
  it('the quote form has its defaults for missing or invalid values', () => {
    const none = { moeda: 'USD', em: 'moeda', valor: '', forma: 'pix' };
    expect(formFrom(new URLSearchParams())).toEqual(none);
    expect(formFrom(new URLSearchParams('moeda=BRL&em=x&forma=boleto'))).toEqual(none);
    expect(formFrom(new URLSearchParams('moeda=GBP&em=reais&forma=cartao&valor=10'))).toEqual({
      moeda: 'GBP',
      em: 'reais',
      valor: '10',
      forma: 'cartao',
    });
  });

  it.each([
    ['em=reais&valor=100,50', { body: { moeda: 'USD', forma: 'pix', valor_centavos: 10_050 } }],
    ['valor=100', { body: { moeda: 'USD', forma: 'pix', valor_minor: 10_000 } }],
    ['valor=0', { problem: 'Digite um valor, como 1.500,00.' }],
    ['valor=1000000,01', { problem: 'Este valor passa do limite de uma operação.' }],
  ])('%s', (address, simulation) => {
    expect(simulationOf(formFrom(new URLSearchParams(address)))).toEqual(simulation);
  });
});

describe('formatted money', () => {
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');
  it('foreign amounts, rates and percentages', () => {
    expect(plain(formatForeign(123_456_789, 'USD'))).toBe('US$ 1.234.567,89');
    expect(plain(formatForeign(5, 'GBP'))).toBe('£ 0,05');
    expect(plain(formatRate('5.4321'))).toBe('R$ 5,4321');
    expect(plain(formatRate('5.4321', 200))).toBe('R$ 5,5407');
    expect(plain(formatRate('6'))).toBe('R$ 6,0000');
    expect(plain(formatRate('0.00005'))).toBe('R$ 0,0001');
    expect(plain(formatUnitCost(575_967, 100_000))).toBe('R$ 5,7597');
    expect([formatBps(350), formatBps(200), formatBps(5), formatBps(0)]).toEqual(['3,5%', '2%', '0,05%', '0%']);
  });
});

describe('a countdown', () => {
  it.each([
    [null, 90, null],
    [121, 120, 120],
    [120, 119, null],
    [61, 60, 60],
    [300, 45, 60],
    [1, 0, 0],
    [300, 0, 0],
    [0, 0, null],
  ])('from %j to %i passes %j', (before, left, mark) => {
    expect(passedMark(before, left)).toBe(mark);
  });

  it('a countdown uses the server’s clock', () => {
    expect(secondsUntil('2026-03-02T12:10:00Z', Date.parse('2026-03-02T11:00:00Z'), 3_600_000)).toBe(600);
    expect(secondsUntil('2026-03-02T12:10:00Z', Date.parse('2026-03-02T13:00:00Z'), 0)).toBe(0);
  });
});
