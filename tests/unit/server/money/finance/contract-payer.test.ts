import { expect, it } from 'vitest';
import { payerByContract, payerPhone } from '../../../../../src/server/money/finance/contract-payer.ts';

it.each(['Luna Prado', 'lúcio prado'])(
  'a contract in the name %s belongs to the student, under the legal name',
  (name) => {
    const person = { full_name: 'Lúcio Prado', called: 'Luna Prado', cpf: '39053344705', birth_date: null };
    const contract = { ...person, responsavel: name, guardian: null, phone: '19991234567' };
    expect(payerByContract(contract, '2026-11-20')).toEqual({ nome: 'Lúcio Prado', cpf: person.cpf });
    expect(payerPhone(contract, '2026-11-20')).toBe('19991234567');
  },
);
