import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classForProduct } from '../../../../../src/lib/rules/orders/class.ts';
import {
  draftOf,
  linesText,
  type OrderDraft,
  orderInput,
  orderProblems,
  piecesOf,
  quoteInput,
  readLines,
  toAddress,
  withQuantity,
} from '../../../../../src/lib/rules/orders/form.ts';
import { oneMoreWords } from '../../../../../src/lib/words/orders.ts';
import { faixasOf } from '../../../../../src/server/money/orders/coupons.ts';

const address = {
  cep: '13015-904',
  street: 'Rua A',
  street_number: '1',
  complement: ' ',
  district: 'Centro',
  city: 'Campinas',
  state: 'sp',
};

const draft: OrderDraft = { itens: [], cupom: '', entrega: 'endereco', endereco: address, parcelas: 1 };

describe('the address of an order', () => {
  it('the address of an order is sent without masks, the state in capitals and empty fields as null', () => {
    expect(orderProblems(draft, true)).toEqual({});
    expect(toAddress(address)).toMatchObject({ cep: '13015904', state: 'SP', complement: null });
  });

  it.each([
    ['cep', '', 'Este campo é obrigatório'],
    ['cep', '1301', 'CEP inválido'],
    ['street', '  ', 'Este campo é obrigatório'],
    ['street_number', '', 'Este campo é obrigatório'],
    ['district', '', 'Este campo é obrigatório'],
    ['city', '', 'Este campo é obrigatório'],
    ['state', 'São', 'Use a sigla, como SP'],
    ['state', 'ZZ', 'Use a sigla, como SP'],
    ['state', '', 'Este campo é obrigatório'],
  ])('an address with %s = %j is refused at its field', (field, value, words) => {
    expect(orderProblems({ ...draft, endereco: { ...address, [field]: value } }, true)).toEqual({ [field]: words });
  });

  it('an order for pickup needs no address, and each order needs the accepted terms', () => {
    const fetched = { ...draft, entrega: 'escola' as const, endereco: { ...address, cep: '', street: '' } };
    expect(orderProblems(fetched, true)).toEqual({});
    expect(Object.keys(orderProblems(fetched, false))).toEqual(['termos']);
  });
});

const line = fc.record({
  codigo_produto: fc.stringMatching(/^[A-Z0-9-]{1,12}$/),
  quantidade: fc.integer({ min: 1, max: 99 }),
});
const lines = fc.uniqueArray(line, { maxLength: 20, selector: ({ codigo_produto }) => codigo_produto });

describe('the lines of an order', () => {
  it('lines are read back from the text of a form field', () => {
    fc.assert(
      fc.property(lines, (itens) => {
        expect(readLines(linesText(itens))).toEqual(itens);
      }),
    );
  });

  it('a field with other text has no lines', () => {
    fc.assert(fc.property(fc.string(), (text) => readLines(text).every(({ codigo_produto }) => codigo_produto !== '')));
    expect(readLines('WAY-2:x,:3,A:100,B:-1')).toEqual([]);
  });

  it('a new quantity changes only its own line', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 0, max: 200 }), (itens, quantidade) => {
        const [first, ...others] = itens;
        if (!first) return;
        const changed = withQuantity(itens, first.codigo_produto, quantidade);
        expect(piecesOf(changed)).toBe(piecesOf(others) + Math.min(quantidade, 99));
        expect(changed.filter(({ codigo_produto }) => codigo_produto !== first.codigo_produto)).toEqual(others);
        expect(withQuantity(changed, first.codigo_produto, quantidade)).toEqual(changed);
      }),
    );
  });
});

describe('an order sent by a form', () => {
  const first: OrderDraft = {
    itens: [{ codigo_produto: 'WAY-2', quantidade: 1 }],
    cupom: '',
    entrega: 'escola',
    endereco: address,
    parcelas: 1,
  };

  it('a field that the form did not show keeps its default', () => {
    expect(draftOf({}, first)).toEqual(first);
    expect(draftOf({ entrega: 'endereco', parcelas: 'x' }, first)).toEqual({ ...first, entrega: 'endereco' });
    expect(draftOf({ street: 'Rua B', entrega: 'drone' }, first)).toMatchObject({
      entrega: 'escola',
      endereco: { street: 'Rua B', city: 'Campinas' },
    });
  });

  it('a quantity button changes the lines of the form', () => {
    const itens = 'WAY-2:2,REACH-1:1';
    expect(draftOf({ itens, passo: 'WAY-2:3' }, first).itens).toEqual(readLines('WAY-2:3,REACH-1:1'));
    expect(draftOf({ itens, passo: 'REACH-1:0' }, first).itens).toEqual(readLines('WAY-2:2'));
  });

  it('the price is requested without an address until the state is known', () => {
    const home = { ...first, entrega: 'endereco' as const };
    expect(quoteInput(home).entrega).toEqual({ tipo: 'endereco', endereco: { state: 'sp' } });
    expect(quoteInput({ ...home, endereco: { ...address, state: '' } }).entrega).toEqual({ tipo: 'escola' });
    expect(quoteInput({ ...first, cupom: 'X' })).toMatchObject({ cupom: 'X' });
  });

  it('an order states whether it comes from the cart, and omits a coupon without effect', () => {
    const draft = { ...first, cupom: 'MATERIAL10' };
    expect(orderInput(draft, { turmaAlunoId: 101, isCart: true }, true)).toMatchObject({
      turma_aluno_id: 101,
      carrinho: true,
      cupom: 'MATERIAL10',
      entrega: { tipo: 'escola' },
    });
    const direct = orderInput(draft, { turmaAlunoId: null, isCart: false }, false);
    expect(Object.keys(direct)).not.toEqual(expect.arrayContaining(['turma_aluno_id']));
    expect(direct).not.toHaveProperty('carrinho');
    expect(direct).not.toHaveProperty('cupom');
  });
});

describe('the saving of one more book', () => {
  const table = faixasOf('A');

  it.each([
    [1, 'Com mais 1, cada um sai por R$ 558,00 e você economiza R$ 20,00 no total.'],
    [5, 'Com mais 1, cada um sai por R$ 518,00 e você economiza R$ 300,00 no total.'],
    [6, 'Melhor preço: cada um sai por R$ 518,00.'],
    [9, 'Melhor preço: cada um sai por R$ 518,00.'],
  ])('after %i', (quantity, words) => {
    expect(oneMoreWords(table, quantity).replaceAll('\u00a0', ' ')).toBe(words);
  });

  it.each([
    [1, 'Com mais 1 item, você economiza R$ 20,00 no total.'],
    [6, 'Melhor preço: seu pedido já tem o maior desconto.'],
  ])('after %i of several products', (quantity, words) => {
    expect(oneMoreWords(table, quantity, true).replaceAll('\u00a0', ' ')).toBe(words);
  });

  it('the total saving is the same in both price lines', () => {
    expect(faixasOf('B').map((row) => row.economia_total_centavos)).toEqual(
      table.map((row) => row.economia_total_centavos),
    );
  });

  it('without a price table no saving is shown', () => {
    expect(oneMoreWords([], 1)).toBe('');
  });
});

describe('the class for which a product is ordered', () => {
  const own = (turma_aluno_id: number, livro: number, status: string) => ({
    turma_aluno_id,
    livro: { id: livro },
    status,
  });

  it.each([
    ['the one with its book', [own(1, 5, 'ativa'), own(2, 7, 'futura')], 2],
    ['else an active one', [own(1, 5, 'concluida'), own(2, 6, 'ativa')], 2],
    ['else any', [own(1, 5, 'concluida')], 1],
    ['none without classes', [], null],
  ])('the class of a product is %s', (_what, classes, expected) => {
    expect(classForProduct({ livro_id: 7 }, classes)).toBe(expected);
  });
});
