import { describe, expect, it } from 'vitest';
import {
  changedFields,
  readSeen,
  seenAgain,
  seenOf,
  withMasks,
} from '../../../../../src/lib/rules/people/person-form.ts';

const ana = {
  full_name: 'Ana Souza',
  cpf: '52998224725',
  birth_date: '2002-02-28',
  email: 'ana@demo.example',
  phone: '19991234567',
  cep: null,
  street: 'Rua A',
  street_number: '0',
  complement: null,
  district: 'Centro',
  city: 'Campinas',
  state: 'SP',
  guardian: null,
} as unknown as Parameters<typeof seenOf>[0];
const guardian = {
  full_name: 'Sandra',
  cpf: '27865757379',
  email: 's@b.example',
  phone: '19994440000',
  relation: 'Mãe',
};

describe('the form of a person', () => {
  it('a form sent back unchanged changes nothing', () => {
    for (const person of [ana, { ...ana, guardian }]) {
      const seen = seenOf(person);
      expect(changedFields(withMasks(seen), seen)).toEqual({ vistos: {} });
      expect(readSeen(JSON.stringify(seen))).toEqual(seen);
    }
  });

  it('changed fields are sent as typed, with the value that the form had shown', () => {
    const seen = seenOf(ana);
    const typed = {
      ...withMasks(seen),
      phone: '(19) 98888-7777',
      cep: '13015-904',
      district: '',
      street: '',
      cpf: 'abc',
      birth_date: '28/02/2002',
    };
    expect(changedFields(typed, seen)).toEqual({
      phone: '(19) 98888-7777',
      cep: '13015-904',
      cpf: 'abc',
      street: '',
      district: null,
      vistos: { phone: '19991234567', cep: null, cpf: '52998224725', street: 'Rua A', district: 'Centro' },
    });
  });

  it('a guardian is sent completely, and removed when all its fields are emptied', () => {
    const seen = seenOf({ ...ana, guardian });
    const other = { ...withMasks(seen), 'guardian.phone': '(19) 95555-0000' };
    expect(changedFields(other, seen)).toMatchObject({
      guardian: { ...guardian, cpf: '278.657.573-79', phone: '(19) 95555-0000' },
    });
    const emptied = Object.fromEntries(
      Object.entries(withMasks(seen)).map(([name, value]) => [name, name.startsWith('guardian') ? '' : value]),
    );
    expect(changedFields(emptied, seen)).toEqual({ guardian: null, vistos: {} });
    expect(changedFields({ 'guardian.full_name': 'Sandra' }, seenOf(ana))).toMatchObject({
      guardian: { full_name: 'Sandra', cpf: '', email: '', phone: '', relation: '' },
    });
  });

  it.each([undefined, '', '{', 'null', '7', '[]', '{"phone":7,"x":"y","__proto__":{"city":"z"}}'])(
    'the form of a person accepts %j in place of the values it had shown',
    (text) => {
      expect(readSeen(text)).toEqual({});
    },
  );

  it('after a conflict the shown fields count as seen with their new value, others keep the old one', () => {
    const seen = { phone: '1', city: 'A' };
    const now = { phone: '2', city: 'B', street: 'C' };
    expect(seenAgain(seen, now, ['phone'])).toEqual({ phone: '2', city: 'A', street: 'C' });
  });
});
