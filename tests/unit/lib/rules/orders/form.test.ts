import { describe, expect, it } from 'vitest';
import { classForProduct } from '../../../../../src/lib/rules/orders/class.ts';
import { addressProblems, toAddress } from '../../../../../src/lib/rules/orders/form.ts';
import { oneMoreWords } from '../../../../../src/lib/words/orders.ts';
import { faixasOf } from '../../../../../src/server/orders/group-discount.ts';

const address = {
  cep: '13015-904',
  street: 'Rua A',
  street_number: '1',
  complement: ' ',
  district: 'Centro',
  city: 'Campinas',
  state: 'sp',
};

describe('the address of an order', () => {
  it('the address of an order is sent without mask, in capitals, and nothing for what is empty', () => {
    expect(addressProblems(address)).toEqual({});
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
    ['state', '', 'Este campo é obrigatório'],
  ])('an address without %s = %j says so', (field, value, words) => {
    expect(addressProblems({ ...address, [field]: value })).toEqual({ [field]: words });
  });
});

describe('what one more saves', () => {
  const table = faixasOf('A');

  it.each([
    [1, 'Com mais 1, cada um sai por R$ 558,00 e você economiza R$ 20,00 no total.'],
    [5, 'Com mais 1, cada um sai por R$ 518,00 e você economiza R$ 300,00 no total.'],
    [6, 'Melhor preço: cada um sai por R$ 518,00.'],
    [9, 'Melhor preço: cada um sai por R$ 518,00.'],
  ])('after %i', (quantity, words) => {
    expect(oneMoreWords(table, quantity).replaceAll('\u00a0', ' ')).toBe(words);
  });

  it('the saving of one more says nothing without a table', () => {
    expect(oneMoreWords([], 1)).toBe('');
  });
});

describe('the class that a product is ordered for', () => {
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
