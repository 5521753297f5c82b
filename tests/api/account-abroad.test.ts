import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateProfile, updateRegistration } from '../../src/lib/contract/account.ts';
import { needsRegistrationUpdate } from '../../src/lib/rules/account/registration.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const LISBON = { country: 'Portugal', region: 'Lisboa, 1000-001', phone: '+351 912 345 678' };
const CPF = '39053344705';

describe.each(engines)('people who live abroad on %s (0192)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  it('confirm the registration without CEP, and are not asked again', async () => {
    const { id, email } = await addAccount(portal, { cpf: CPF });
    const said = { cpf: CPF, email, full_name: 'Inês', street: 'Rua Augusta', street_number: '12', city: 'Lisboa' };
    const confirm = (more: object) =>
      portal.call(updateRegistration, { body: { ...said, birth_date: '1990-01-01', ...more } as never }, { as: id });
    const refused = await confirm({ phone: LISBON.phone, state: 'SP' });
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['cep']]);
    const { status, body } = await confirm({ ...LISBON, cep: '', state: 'SP' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ full_name: 'Inês', phone: '+351912345678', country: 'Portugal', region: 'Lisboa, 1000-001' },
      ...{ cep: null, state: null },
    });
    const user = { ...body, updated_at: portal.clock.now.toISOString() };
    expect(needsRegistrationUpdate(user, portal.clock.now, 'America/Sao_Paulo')).toBe(false);
    const { country: _, ...without } = user;
    expect(needsRegistrationUpdate(without, portal.clock.now, 'America/Sao_Paulo')).toBe(true);
  });

  it('move there and back in the profile, and the office reads and writes it', async () => {
    const { id } = await addAccount(portal, { cep: '13010100' });
    const write = (body: object) => portal.call(updateProfile, { body: body as never }, { as: id });
    expect((await write(LISBON)).body).toMatchObject({ country: 'Portugal', cep: null, phone: '+351912345678' });
    const gone = await write({ country: '', cep: '' });
    expect([gone.status, Object.keys(gone.body.fields ?? {})]).toEqual([422, ['cep']]);
    const back = await write({ country: 'Brasil', cep: '13010-100', phone: '(19) 99222-3344' });
    expect(back.body).toMatchObject({ country: null, region: null, cep: '13010100', phone: '19992223344' });
    const office = await portal.ops.people.updateUser(
      { id, country: 'Chile', cep: null, phone: '+56 9 8765 4321', vistos: { cep: '13010100' } },
      { as: 7 },
    );
    expect(office.body).toMatchObject({ country: 'Chile', cep: null, phone: '+56987654321' });
    const person = await portal.ops.students.getPerson({ id }, { as: 7 });
    expect(person.body.cadastro.telefone_escrito).toBe('+56 987 654 321');
    const found = await portal.ops.students.listStudents({ q: '56987654321' }, { as: 7 });
    expect(found.body.items.map((each) => each.id)).toEqual([id]);
  });

  it('a telephone with the wrong number of figures is refused at its field', async () => {
    const { id } = await addAccount(portal);
    for (const phone of ['+351', '+1 212 555 012', '351 912 345 678']) {
      const { status, body } = await portal.call(updateProfile, { body: { phone } }, { as: id });
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['phone']]);
    }
  });
});
