import { describe, expect, it } from 'vitest';
import { RegistrationInput } from '../../../../../src/lib/contract/account.schema.ts';
import {
  fieldOf,
  formValues,
  needsGuardian,
  RegistrationFields,
  type RegistrationValues,
  stepOf,
  stepsFor,
  toInput,
} from '../../../../../src/lib/rules/account/registration-form.ts';

const today = '2026-11-20';
const values: RegistrationValues = {
  ...formValues(null),
  full_name: ' Carla Dias ',
  cpf: '390.533.447-05',
  birth_date: '02/03/1998',
  email: 'pendente@demo.example',
  phone: '(19) 99222-3344',
  cep: '13010-100',
  street: 'Avenida Brasil',
  street_number: 'S/N',
  state: 'sp',
};

function messages(changed: Partial<RegistrationValues>, isNew = false, asksGuardian = false): Record<string, string> {
  const { error } = RegistrationFields(today, { isNew, asksGuardian }).safeParse({ ...values, ...changed });
  const all = (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message] as const);
  return Object.fromEntries(all.reverse());
}

describe('VALID-01, VALID-22: the form', () => {
  it('valid input is accepted', () => {
    expect(messages({})).toEqual({});
    expect(messages({ birth_date: '', state: '', complement: '' })).toEqual({});
  });

  it.each(['full_name', 'cpf', 'email', 'phone', 'cep', 'street', 'street_number'] as const)(
    '%s may not be empty',
    (field) => {
      for (const empty of ['', '   '])
        expect(messages({ [field]: empty })).toEqual({ [field]: 'Este campo é obrigatório' });
    },
  );

  it.each([
    ['cpf', '390.533.447-04', 'CPF inválido'],
    ['phone', '99222-3344', 'Telefone inválido: confira o DDD e o número. De outro país, comece com +'],
    ['cep', '13010', 'CEP inválido'],
    ['email', 'pendente@', 'Por favor, insira um e-mail válido'],
    ['birth_date', '30/02/2026', 'Esse dia não existe no calendário'],
    ['birth_date', '2026-02-30', 'Esse dia não existe no calendário'],
    ['birth_date', '03/1998', 'Escreva a data com dia, mês e ano, como 25/12/2001'],
    ['birth_date', '21/11/2026', 'Essa data ainda não chegou: confira o ano'],
    ['birth_date', '02/03/1898', 'Confira o ano de nascimento'],
    ['state', 'São Paulo', 'Use a sigla, como SP'],
    ['state', 'XX', 'Use a sigla, como SP'],
    ['full_name', 'x', 'Escreva o nome completo'],
    ['street_number', '1'.repeat(21), 'Use no máximo 20 caracteres'],
  ] as const)('%s %j: %s', (field, value, message) => {
    expect(messages({ [field]: value })).toEqual({ [field]: message });
  });

  it('only a new account needs a password, of ten characters', () => {
    expect(messages({ password: '' })).toEqual({});
    const consent = true;
    expect(messages({ password: '', consent }, true)).toEqual({ password: 'Este campo é obrigatório' });
    expect(messages({ password: 'curta', consent }, true)).toEqual({ password: 'Use no mínimo 10 caracteres' });
    expect(messages({ password: 'longa o bastante', consent }, true)).toEqual({});
    expect(messages({ password: 'longa o bastante' }, true)).toEqual({
      consent: 'Para criar o cadastro, marque que concorda',
    });
  });
});

const guardian = {
  full_name: 'Marta Dias',
  relation: 'Mãe',
  cpf: '278.657.573-79',
  email: 'marta@teste.example',
  phone: '(19) 99444-0000',
};

it('VALID-06: only a minor needs a guardian, whose fields have the same rules', () => {
  expect(messages({})).toEqual({});
  expect(Object.keys(messages({}, false, true)).toSorted()).toEqual(
    Object.keys(guardian)
      .map((name) => `guardian.${name}`)
      .toSorted(),
  );
  expect(messages({ guardian }, false, true)).toEqual({});
  expect(messages({ guardian: { ...guardian, phone: '1' } }, false, true)).toEqual({
    'guardian.phone': 'Telefone inválido: confira o DDD e o número. De outro país, comece com +',
  });
  expect([
    needsGuardian('01/05/2014', '', today),
    needsGuardian('', '2014-05-01', today),
    needsGuardian('1990-01-01', '2014-05-01', today),
    needsGuardian('', '', today),
  ]).toEqual([true, true, false, false]);
  const input = toInput({ ...values, guardian }, { asksGuardian: true, hasHost: false });
  expect(RegistrationInput.parse(input).guardian).toEqual({ ...guardian, cpf: '27865757379', phone: '19994440000' });
});

it('VALID-22: a sent form has no mask, no password, and passes the server’s own schema', () => {
  const input = toInput(RegistrationFields(today, { isNew: false, asksGuardian: false }).parse(values), {
    asksGuardian: false,
    hasHost: true,
  });
  expect(input).toEqual({
    full_name: 'Carla Dias',
    cpf: '39053344705',
    birth_date: '1998-03-02',
    email: 'pendente@demo.example',
    phone: '19992223344',
    cep: '13010100',
    street: 'Avenida Brasil',
    street_number: 'S/N',
    complement: null,
    district: null,
    city: null,
    state: 'SP',
  });
  expect(RegistrationInput.parse(input)).toEqual(input);
});

it('PROFILE-01: an update has three steps, a new account and a minor one more each, and each field is on one step', () => {
  const keys = (isNew: boolean, asksGuardian: boolean) => stepsFor({ isNew, asksGuardian }).map(({ key }) => key);
  expect(keys(false, false)).toEqual(['person', 'contact', 'address']);
  expect(keys(true, false)).toEqual(['person', 'contact', 'address', 'access']);
  const all = stepsFor({ isNew: true, asksGuardian: true });
  expect(all.map(({ key }) => key)).toEqual(['person', 'guardian', 'contact', 'address', 'access']);
  const { guardian: blank, ...own } = formValues(null);
  const fields: string[] = all.flatMap((step) => [...step.fields]);
  expect(fields.toSorted()).toEqual(
    [...Object.keys(own), ...Object.keys(blank).map((name) => `guardian.${name}`)].toSorted(),
  );
  for (const field of fields) expect(all[stepOf(field, all) ?? -1]?.fields).toContain(field);
  // An error of the guardian as a whole belongs to its first field; an error without a field changes no step.
  expect(stepOf(fieldOf('guardian'), all)).toBe(1);
  expect(stepOf('new_password', all)).toBeNull();
});

it('PROFILE-01: the form is prefilled with known values, but not with a password', () => {
  const known = formValues({ full_name: 'Carla Dias', cep: null, password: 'portal-demo' });
  expect(known).toMatchObject({ full_name: 'Carla Dias', cep: '', phone: '', password: '' });
});

it('an address abroad has a country in place of CEP and state', () => {
  const abroad = {
    ...values,
    phone: '+351 912 345 678',
    cep: '',
    state: '',
    country: 'Portugal',
    region: 'Lisboa',
    is_abroad: true,
  };
  const rules = (isAbroad: boolean) => RegistrationFields(today, { isNew: false, asksGuardian: false, isAbroad });
  const typed = rules(true).parse(abroad);
  expect(RegistrationInput.parse(toInput(typed, { asksGuardian: false, hasHost: false }))).toMatchObject({
    ...{ phone: '+351912345678', cep: null, state: null, country: 'Portugal', region: 'Lisboa', civil_name: null },
  });
  // Values of the hidden fields are not sent.
  const sent = (given: object) => toInput({ ...typed, ...given }, { asksGuardian: false, hasHost: false });
  expect(sent({ cep: '1301', state: 'SP' })).toMatchObject({ cep: '', state: null, country: 'Portugal' });
  expect(sent({ cep: '13010-100', is_abroad: false })).toMatchObject({ cep: '13010100', country: null, region: null });
  const fieldsOf = (given: object, isAbroad: boolean) =>
    rules(isAbroad)
      .safeParse({ ...abroad, ...given })
      .error?.issues.map(({ path }) => path.join('.'));
  expect(fieldsOf({ country: ' ' }, true)).toEqual(['country']);
  expect(fieldsOf({ country: 'Brazil' }, true)).toEqual(['country']);
  expect(fieldsOf({ country: '' }, false)).toContain('cep');
});
