import { expect, it } from 'vitest';
import { pagadorOf } from '../../../../../src/lib/rules/exchange/payer.ts';
import { noCard } from '../../../../../src/lib/rules/finance/card-form.ts';

const typed = {
  full_name: 'Ana Souza',
  cpf: '529.982.247-25',
  birth_date: '02/03/1990',
  email: 'ana@example.com',
  phone: '(48) 99999-0000',
  cep: '88010-000',
  street: 'Rua A',
  street_number: '10',
  complement: '',
  district: 'Centro',
  city: 'Florianópolis',
  state: ' sc',
};

it('the payer of a card payment contains no card data', () => {
  const card = { ...noCard, number: '4111 1111 1111 1111', cvv: '123' };
  const { endereco } = pagadorOf({ ...typed, ...card, cpf: typed.cpf });
  expect(endereco).toEqual({
    cep: '88010000',
    street: 'Rua A',
    street_number: '10',
    complement: '',
    district: 'Centro',
    city: 'Florianópolis',
    state: 'SC',
  });
});
