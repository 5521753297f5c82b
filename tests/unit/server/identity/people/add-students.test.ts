import { expect, it } from 'vitest';
import { takenColumns } from '../../../../../src/server/identity/people/add-students.ts';

it('an account without an address takes a whole one, and an address of its own stays whole', () => {
  const abroad = { country: 'Portugal', city: 'Lisboa', phone: '+351912345678', cpf: null };
  const taken = takenColumns(abroad, { phone: '19991234567' });
  expect(taken).toEqual(expect.arrayContaining(['country', 'city', 'cep', 'state']));
  expect(taken).not.toContain('phone');
  expect(takenColumns(abroad, { cep: '13010100' })).toEqual(['phone']);
});
