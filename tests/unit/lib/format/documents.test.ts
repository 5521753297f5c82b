import { generateCpf } from '@brazilian-utils/brazilian-utils';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Cep, Cpf, Phone } from '../../../../src/lib/contract/account.schema.ts';
import { BrazilianPhone } from '../../../../src/lib/contract/shapes.schema.ts';
import { formatCpf, maskCpf } from '../../../../src/lib/format/cpf.ts';
import { dialled } from '../../../../src/lib/format/digits.ts';
import {
  digitsOf,
  formatCep,
  formatPhone,
  isCep,
  isCpf,
  isPhone,
  withinBrazil,
} from '../../../../src/lib/format/documents.ts';
import { chatHref } from '../../../../src/lib/rules/promo/chat.ts';

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(''));

describe('VALID-22: CPF', () => {
  it.each(['52998224725', '529.982.247-25', '111.444.777-35'])('%s is valid', (text) => {
    expect(isCpf(text)).toBe(true);
  });

  it.each(['', '52998224724', '5299822472', '529982247250', '00000000000', '111.111.111-11', 'abc.def.ghi-jk'])(
    '%j is not',
    (text) => {
      expect(isCpf(text)).toBe(false);
    },
  );

  it('VALID-19: removing the mask restores the digits', () => {
    for (let count = 0; count < 200; count += 1) {
      const cpf = generateCpf();
      expect(formatCpf(cpf)).toMatch(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/);
      expect(digitsOf(formatCpf(cpf))).toBe(cpf);
      expect(isCpf(cpf)).toBe(true);
    }
  });

  it('the form and the server agree on every number', () => {
    fc.assert(
      fc.property(digits(11), (cpf) => {
        expect(isCpf(cpf)).toBe(Cpf.safeParse(cpf).success);
      }),
    );
  });

  it('BOOK-11, AUTH-05: a masked CPF shows six digits', () => {
    expect(maskCpf('52998224725')).toBe('***.982.247-**');
    expect(maskCpf(null)).toBe('***');
    expect(maskCpf('123')).toBe('***');
  });
});

describe('a telephone of another country', () => {
  it.each([
    ['+351 912 345 678', '+351912345678', '+351 912 345 678'],
    ['+1 (212) 555-0123', '+12125550123', '+1 212 555 0123'],
    ['+44 20 7946 0958', '+442079460958', '+44 207 946 0958'],
    ['+595 981 123456', '+595981123456', '+595 981 123 456'],
    ['+7 495 123-45-67', '+74951234567', '+7 495 123 4567'],
  ])('%s is stored as %s and shown as %s', (typed, stored, read) => {
    expect(isPhone(typed)).toBe(true);
    expect(Phone.parse(typed)).toBe(stored);
    expect(formatPhone(stored)).toBe(read);
    expect(chatHref('Oi', stored)).toBe(`https://wa.me/${stored.slice(1)}?text=Oi`);
  });

  it.each([
    '+',
    '+351',
    '+0351912345678',
    '+3519123456789012345',
    '351912345678',
    '+55 00 99123-4567',
    '+1 212 555 012',
  ])('%j is refused', (text) => {
    expect(isPhone(text)).toBe(false);
    expect(Phone.safeParse(text).success).toBe(false);
  });

  it('is read back unchanged from its displayed form, and is never read as Brazilian', () => {
    const code = fc.constantFrom('351', '34', '39', '44', '49', '81', '595', '598', '7');
    fc.assert(
      fc.property(code, fc.integer({ min: 6, max: 11 }).chain(digits), (country, rest) => {
        const stored = `+${country}${rest}`;
        expect(Phone.parse(stored)).toBe(stored);
        expect(formatPhone(stored).startsWith(`+${country} `)).toBe(true);
        expect(Phone.parse(formatPhone(stored))).toBe(stored);
        expect(BrazilianPhone.safeParse(stored).success).toBe(false);
        expect(dialled(stored)).toBe(stored);
        // A foreign number as dialled from Brazil, not a long-distance call.
        if (stored.length > 10) expect(Phone.parse(`00${country}${rest}`)).toBe(stored);
      }),
    );
  });

  it('a Brazilian number is the same with and without its country code', () => {
    expect(Phone.parse('+55 (19) 99123-4567')).toBe('19991234567');
    expect(Phone.parse('+(55) 19 99123-4567')).toBe('19991234567');
    expect(dialled('19991234567')).toBe('+5519991234567');
  });
});

describe('VALID-22: phone', () => {
  it.each([
    ['19991234567', '(19) 99123-4567'],
    ['1932001010', '(19) 3200-1010'],
    ['(19) 99123-4567', '(19) 99123-4567'],
    ['+55 19 99123-4567', '(19) 99123-4567'],
    ['5511987654321', '(11) 98765-4321'],
    ['5532221111', '(55) 3222-1111'],
    ['55999998888', '(55) 99999-8888'],
  ])('%s reads %s', (text, expected) => {
    expect(isPhone(text)).toBe(true);
    expect(formatPhone(text)).toBe(expected);
  });

  it.each(['', '99123-4567', '199912345678', '119876543', 'telefone', '+1 212 555 0100 99'])(
    '%j is no telephone and is not changed',
    (text) => {
      expect(isPhone(text)).toBe(false);
      expect(formatPhone(text)).toBe(text);
    },
  );

  it.each([
    ['(19) 99123-4567', true],
    ['+55 19 3233-4567', true],
    ['(00) 99123-4567', false],
    ['(23) 99123-4567', false],
    ['(19) 19123-4567', false],
    ['(19) 89123-4567', false],
    ['(19) 1233-4567', false],
    ['11111111111', false],
    ['00000000000', false],
    // A number of the Netherlands, as it is dialled here.
    ['0031 20 000000', true],
    ['0015 19 99123-4567', false],
    ['', false],
  ])('%j is a possible number: %s', (text, expected) => {
    expect(isPhone(text)).toBe(expected);
    expect(Phone.safeParse(text).success).toBe(expected);
  });

  it('VALID-19: the mask loses no digit, and the server agrees', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 14 }).chain(digits), (phone) => {
        expect(isPhone(phone)).toBe(Phone.safeParse(phone).success);
        if (isPhone(phone)) expect(withinBrazil(formatPhone(phone))).toBe(withinBrazil(phone));
      }),
    );
  });
});

describe('VALID-22: CEP', () => {
  it.each([
    ['13010100', '13010-100'],
    ['01310-100', '01310-100'],
    ['01.310-100', '01310-100'],
  ])('%s reads %s', (text, expected) => {
    expect(isCep(text)).toBe(true);
    expect(formatCep(text)).toBe(expected);
    expect(Cep.parse(text)).toBe(digitsOf(expected));
  });

  it.each(['', '1301010', '130101000', 'CEP', '00000000'])('%j is no CEP and is not changed', (text) => {
    expect(isCep(text)).toBe(false);
    expect(formatCep(text)).toBe(text);
  });
});
