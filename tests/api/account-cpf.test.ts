import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe, updateRegistration } from '../../src/lib/contract/account.ts';
import { addAccount } from '../support/accounts.ts';
import { cpfOf } from '../support/cpf.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

describe.each(engines)('a CPF on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const me = async (as: number) => (await portal.call(getMe, {}, { as })).body;
  const register = (as: number, email: string, cpf: string) =>
    portal.call(
      updateRegistration,
      {
        body: {
          full_name: 'Pessoa Teste',
          cpf,
          email,
          phone: '19991234567',
          cep: '13015904',
          street: 'Rua das Palmeiras',
          street_number: '1',
        },
      },
      { as },
    );

  it('a CPF of somebody else of the school is refused on its field, and nothing is saved', async () => {
    const owner = await addAccount(portal, { cpf: cpfOf(810_001) });
    const { id, email } = await addAccount(portal);
    const taken = await register(id, email, cpfOf(810_001));
    expect([taken.status, taken.body.code, Object.keys(taken.body.fields ?? {})]).toEqual([409, 'cpf_taken', ['cpf']]);
    expect(await me(id)).toMatchObject({ cpf: null, phone: null, updated_at: null });
    expect((await me(owner.id)).cpf).toBe(cpfOf(810_001));
    const elsewhere = await addAccount(portal, { company: 103 });
    expect((await register(elsewhere.id, elsewhere.email, cpfOf(810_001))).status).toBe(200);
  });

  it('only the school changes a confirmed CPF', async () => {
    const { id, email } = await addAccount(portal);
    expect((await register(id, email, cpfOf(810_002))).status).toBe(200);
    const changed = await register(id, email, cpfOf(810_003));
    expect([changed.status, Object.keys(changed.body.fields ?? {})]).toEqual([422, ['cpf']]);
    expect((await register(id, email, cpfOf(810_002))).status).toBe(200);
    const byStaff = await portal.ops.people.updateUser({ id, cpf: cpfOf(810_003) }, { as: 7 });
    expect(byStaff.body.cpf).toBe(cpfOf(810_003));
  });

  it('one of many concurrent requests gets a CPF', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => addAccount(portal)));
    const answers = await Promise.all(people.map(({ id, email }) => register(id, email, cpfOf(810_004))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  });
});
