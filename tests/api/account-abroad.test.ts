import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateProfile, updateRegistration } from '../../src/lib/contract/account.ts';
import { needsRegistrationUpdate } from '../../src/lib/rules/account/registration.ts';
import { importTable } from '../../src/server/operate/import/import.ts';
import { kinds } from '../../src/server/operate/import/kinds.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const LISBON = { country: 'Portugal', region: 'Lisboa, 1000-001', phone: '+351 912 345 678' };
const CPF = '39053344705';

describe.each(engines)('people who live abroad on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  it('people abroad confirm the registration without CEP, and are not asked again', async () => {
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

  it('an address abroad is set and removed in the profile, and the office reads and writes it', async () => {
    const { id } = await addAccount(portal, { cep: '13010100' });
    const write = (body: object) => portal.call(updateProfile, { body: body as never }, { as: id });
    expect((await write(LISBON)).body).toMatchObject({ country: 'Portugal', cep: null, phone: '+351912345678' });
    const gone = await write({ country: '', cep: '' });
    expect([gone.status, Object.keys(gone.body.fields ?? {})]).toEqual([422, ['cep']]);
    const back = await write({ country: 'Brasil', cep: '13010-100', phone: '(19) 99222-3344' });
    expect(back.body).toMatchObject({ country: null, region: null, cep: '13010100', phone: '19992223344' });
    for (const country of ['Brazil', 'BR', 'bra'])
      expect((await write({ country, state: 'SP' })).body).toMatchObject({
        country: null,
        cep: '13010100',
        state: 'SP',
      });
    const office = await portal.ops.people.updateUser({ id, country: 'Chile', phone: '+56 9 8765 4321' }, { as: 7 });
    expect(office.body).toMatchObject({ country: 'Chile', cep: null, state: null, phone: '+56987654321' });
    const person = await portal.ops.students.getPerson({ id }, { as: 7 });
    expect(person.body.cadastro.telefone_escrito).toBe('+56 987 654 321');
    const found = await portal.ops.students.listStudents({ q: '56987654321' }, { as: 7 });
    expect(found.body.items.map((each) => each.id)).toEqual([id]);
  });

  it('a file may write the country in any common form, and an address fits one country only', async () => {
    const take = (...rows: string[]) =>
      importTable(
        portal.school,
        kinds.alunos,
        Buffer.from(['unidade;matricula;nome;email;cep;uf;regiao;pais', ...rows].join('\n')),
      );
    const row = (number: string, ...place: string[]) =>
      `KNN Vila Nova;${number};Rui Silva;${number.toLowerCase()}@escola.example;${place.join(';')}`;
    const places = async (...numbers: string[]) =>
      (
        await portal.school.db
          .selectFrom('users')
          .innerJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
          .select(['country', 'cep', 'state', 'region'])
          .where('matricula', 'in', numbers)
          .orderBy('matricula')
          .execute()
      ).map((place) => Object.values(place));
    const here = [null, '13010100', 'SP', null];
    await take(
      row('PA-1', '13010-100', 'SP', '', 'BRA'),
      row('PA-2', '13010-100', 'SP', '', 'Brazil'),
      row('PA-3', '', '', 'Lisboa', 'Portugal'),
    );
    expect(await places('PA-1', 'PA-2', 'PA-3')).toEqual([here, here, ['Portugal', null, null, 'Lisboa']]);
    await take(row('PA-1', '', '', 'Porto', 'Portugal'), row('PA-3', '13010-100', 'SP', '', 'Brasil'));
    expect(await places('PA-1', 'PA-3')).toEqual([['Portugal', null, null, 'Porto'], here]);
  });

  it('a telephone number with the wrong number of digits is refused at its field', async () => {
    const { id } = await addAccount(portal);
    for (const phone of ['+351', '+1 212 555 012', '351 912 345 678']) {
      const { status, body } = await portal.call(updateProfile, { body: { phone } }, { as: id });
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['phone']]);
    }
  });
});
