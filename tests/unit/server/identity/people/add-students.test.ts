import { expect, it } from 'vitest';
import { takenColumns } from '../../../../../src/server/identity/people/add-students.ts';

it('a missing address is copied only as a whole, and never completes an existing one', () => {
  const abroad = { country: 'Portugal', city: 'Lisboa', phone: '+351912345678', cpf: null };
  const taken = takenColumns(abroad, { phone: '19991234567' });
  expect(taken).toEqual(expect.arrayContaining(['country', 'city', 'cep', 'state']));
  expect(taken).not.toContain('phone');
  expect(takenColumns(abroad, { cep: '13010100' })).toEqual(['phone']);
});
