import { describe, expect, it } from 'vitest';
import { methodsInWords, orderPay, takesCard } from '../../../../src/lib/words/finance-methods.ts';

describe('texts of payment methods', () => {
  it.each([
    [null, 'Pix ou cartão', true],
    [[], null, false],
    [['pix'], 'Pix', false],
    [['boleto'], 'Boleto', false],
    [['pix', 'boleto', 'pagina'], 'Pix, boleto ou cartão', true],
    [['pix', 'boleto', 'cartao'], 'Pix, boleto ou cartão', true],
  ] as const)('%j is %s', (methods, words, card) => {
    const given = methods && [...methods];
    expect([methodsInWords(given), takesCard(given)]).toEqual([words, card]);
  });

  it('without payment service an order is paid at the school; only a card allows installments', () => {
    expect(orderPay([])).toEqual({ hint: expect.stringMatching(/^Você paga na escola\./), takesCard: false });
    expect(orderPay(['pix'])).toEqual({ hint: 'Pix, à vista.', takesCard: false });
    expect(orderPay(['pix', 'cartao'])).toEqual({
      hint: 'Parcelas são no cartão, sem juros. Pix: à vista.',
      takesCard: true,
    });
  });
});
