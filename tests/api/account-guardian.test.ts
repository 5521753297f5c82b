import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe, updateProfile, updateRegistration } from '../../src/lib/contract/account.ts';
import { addAccount } from '../support/accounts.ts';
import { cpfOf } from '../support/cpf.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const registration = {
  phone: '19991234567',
  cep: '13015904',
  full_name: 'Leo Jovem',
  street: 'Rua das Palmeiras',
  street_number: '10',
};

describe.each(engines)('the guardian whom a minor names, on %s (VALID-06)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  let count = 0;
  const guardianOf = () => {
    count += 1;
    return {
      full_name: 'Marta Jovem',
      cpf: '27865757379',
      email: `marta${count}@teste.example`,
      phone: '19994440000',
      relation: 'Mãe',
    };
  };
  const minor = () => addAccount(portal, { birth_date: `${new Date().getFullYear() - 12}-01-01` });
  const confirmRegistration = (as: number, email: string, more: object = {}) =>
    portal.call(updateRegistration, { body: { ...registration, cpf: cpfOf(600_000 + as), email, ...more } }, { as });
  const me = async (as: number) => (await portal.call(getMe, {}, { as })).body;
  const linkFor = async (email: string) => {
    const [mail] = await portal.mails(email);
    return decodeURIComponent(/\/responsavel\/([^"\s<]+)/.exec(mail?.text ?? '')?.[1] ?? '');
  };
  const question = (token: string) => portal.ops.account.getGuardianQuestion({ token });
  const confirm = (token: string, cpf: string) =>
    portal.ops.account.confirmGuardian({ token, cpf, aceite: true as const });

  it('a minor can log in before the guardian confirms by the link and with the CPF', async () => {
    const { id, email } = await minor();
    const guardian = guardianOf();
    expect(await confirmRegistration(id, email)).toMatchObject({ status: 422, body: { fields: { guardian: /./ } } });
    const { status, body } = await confirmRegistration(id, email, { guardian });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      updated_at: portal.clock.now.toISOString(),
      guardian: null,
      guardian_pending: { full_name: 'Marta Jovem', email: guardian.email },
    });
    expect(JSON.stringify(body)).not.toContain(guardian.cpf);
    // A second confirmation while it is pending sends no second mail.
    expect((await confirmRegistration(id, email)).status).toBe(200);
    expect(await portal.mails(guardian.email)).toHaveLength(1);
    const token = await linkFor(guardian.email);
    expect((await question(token)).body).toMatchObject({ aluno: 'Leo Jovem', parentesco: 'Mãe', confirmado_em: null });
    // A parents' evening behind one router.
    for (let look = 0; look < 40; look += 1) expect((await question(token)).status).toBe(200);
    expect(await confirm(token, '52998224725')).toMatchObject({ status: 422, body: { fields: { cpf: /./ } } });
    const [first, second] = await Promise.all([confirm(token, guardian.cpf), confirm(token, guardian.cpf)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body.confirmado_em).toBe(second.body.confirmado_em);
    expect(await me(id)).toMatchObject({ guardian, guardian_pending: null });
    const consents = (await portal.ops.account.listConsents({}, { as: id })).body;
    expect(consents.map(({ tipo }) => tipo)).toEqual(['responsavel']);
    const notices = (await portal.ops.inbox.listNotices({}, { as: id })).body;
    expect(notices.items.map(({ title }) => title)).toContain('Seu responsável confirmou');
  });

  it('students cannot be their own guardian: their CPF is refused, and no link is sent to their address', async () => {
    const { id, email } = await minor();
    const guardian = { ...guardianOf(), email: email.toUpperCase() };
    expect(await confirmRegistration(id, email, { guardian: { ...guardian, cpf: cpfOf(600_000 + id) } })).toMatchObject(
      {
        status: 422,
        body: { fields: { 'guardian.cpf': /./ } },
      },
    );
    expect((await confirmRegistration(id, email, { guardian })).body.guardian_pending).toMatchObject({
      expira_em: null,
    });
    expect(await portal.mails(email)).toEqual([]);
  });

  it('a child with the CPF of the named guardian cannot be confirmed, nor take the CPF of a known guardian', async () => {
    const { id, email } = await minor();
    const guardian = guardianOf();
    await confirmRegistration(id, email, { guardian });
    const token = await linkFor(guardian.email);
    await portal.school.db.updateTable('users').set({ cpf: guardian.cpf }).where('id', '=', id).execute();
    expect(await confirm(token, guardian.cpf)).toMatchObject({ status: 422, body: { fields: { cpf: /aluno/ } } });
    await portal.school.db.updateTable('users').set({ cpf: null }).where('id', '=', id).execute();
    expect((await confirm(token, guardian.cpf)).status).toBe(200);
    expect(await confirmRegistration(id, email, { cpf: guardian.cpf })).toMatchObject({
      status: 422,
      body: { fields: { cpf: 'Este é o CPF do responsável' } },
    });
    // Who has it from before saves the rest.
    await portal.school.db.updateTable('users').set({ cpf: guardian.cpf }).where('id', '=', id).execute();
    expect((await confirmRegistration(id, email, { cpf: guardian.cpf })).status).toBe(200);
  });

  it('the current and the pending address of a student both count as the own address: no link is sent there', async () => {
    const password = { current_password: 'portal-demo' };
    const one = await minor();
    const requested = { ...guardianOf(), email: one.email.toUpperCase() };
    const next = `novo${one.id}@teste.example`;
    const saved = await confirmRegistration(one.id, next, { guardian: requested, ...password });
    expect(saved.body).toMatchObject({ email_pendente: next, guardian_pending: { expira_em: null } });
    const waits = await portal.ops.account.nameGuardian({ ...guardianOf(), email: next }, { as: one.id });
    expect(waits.body.expira_em).toBeNull();
    const two = await minor();
    const other = `novo${two.id}@teste.example`;
    await portal.call(updateProfile, { body: { email: other, ...password } }, { as: two.id });
    const named = await confirmRegistration(two.id, two.email, { guardian: { ...guardianOf(), email: other } });
    expect(named.body.guardian_pending).toMatchObject({ expira_em: null });
    for (const email of [one.email, one.email.toUpperCase(), next, other]) {
      const mails = await portal.mails(email);
      expect(mails.filter(({ text }) => text.includes('/responsavel/'))).toEqual([]);
    }
  });

  it('naming another guardian, a reminder and 14 days each invalidate the earlier link', async () => {
    const { id, email } = await minor();
    const [one, other] = [guardianOf(), guardianOf()];
    await confirmRegistration(id, email, { guardian: one });
    const before = await linkFor(one.email);
    expect((await portal.ops.account.nameGuardian(other, { as: id })).status).toBe(200);
    expect((await question(before)).status).toBe(404);
    expect((await confirm(before, one.cpf)).status).toBe(404);
    const stale = await linkFor(other.email);
    expect((await portal.ops.account.remindGuardian({}, { as: id })).body).toMatchObject({ email: other.email });
    expect((await question(stale)).status).toBe(404);
    const last = await linkFor(other.email);
    portal.clock.advance(15 * DAY_MS);
    expect((await question(last)).status).toBe(404);
    portal.clock.advance(-15 * DAY_MS);
    expect((await confirm(last, other.cpf)).status).toBe(200);
    expect((await portal.ops.account.nameGuardian(one, { as: id })).status).toBe(409);
    expect((await portal.ops.account.remindGuardian({}, { as: id })).status).toBe(409);
  });

  it('a link of another person confirms nothing once the school named a guardian', async () => {
    const { id, email } = await minor();
    const guardian = guardianOf();
    await confirmRegistration(id, email, { guardian });
    const token = await linkFor(guardian.email);
    const known = JSON.stringify({ ...guardianOf(), full_name: 'Da escola' });
    await portal.school.db.updateTable('users').set({ guardian: known }).where('id', '=', id).execute();
    expect((await confirm(token, guardian.cpf)).status).toBe(404);
    expect((await me(id)).guardian?.full_name).toBe('Da escola');
  });

  it('a minor without a guardian cannot change the date of birth: the school does', async () => {
    const { id, email } = await minor();
    const refused = await confirmRegistration(id, email, { birth_date: '1990-01-01' });
    expect(refused).toMatchObject({
      status: 422,
      body: { fields: { birth_date: 'A data de nascimento só muda na secretaria' } },
    });
    const both = await confirmRegistration(id, email, { birth_date: '1990-01-01', guardian: guardianOf() });
    expect(Object.keys(both.body.fields ?? {})).toEqual(['birth_date']);
    expect(await me(id)).toMatchObject({ is_minor: true, updated_at: null });
  });

  it('in registration and profile an adult can correct the date of birth, and a minor cannot', async () => {
    const young = `${new Date().getFullYear() - 12}-01-01`;
    const tell = (as: number, birth_date: string) => portal.call(updateProfile, { body: { birth_date } }, { as });
    for (const way of [
      tell,
      async (id: number, birth_date: string) => confirmRegistration(id, (await me(id)).email ?? '', { birth_date }),
    ]) {
      const adult = await addAccount(portal, { birth_date: '1990-01-01' });
      expect(await way(adult.id, '1991-02-03')).toMatchObject({ status: 200, body: { birth_date: '1991-02-03' } });
      expect(await way(adult.id, young)).toMatchObject({
        status: 422,
        body: { fields: { guardian: 'Informe o responsável' } },
      });
      expect(await way(adult.id, '2999-01-01')).toMatchObject({
        status: 422,
        body: { fields: { birth_date: 'Essa data ainda não chegou: confira o ano' } },
      });
      const { id } = await addAccount(portal, { birth_date: young, guardian: JSON.stringify(guardianOf()) });
      expect(await way(id, '1990-01-01')).toMatchObject({
        status: 422,
        body: { fields: { birth_date: 'A data de nascimento só muda na secretaria' } },
      });
    }
  });

  it('a guardian named by an adult, or by somebody without a birth date, is not stored', async () => {
    const young = `${new Date().getFullYear() - 12}-01-01`;
    for (const birth_date of ['1990-01-01', null]) {
      const { id, email } = await addAccount(portal, { birth_date });
      const guardian = guardianOf();
      const named = await confirmRegistration(id, email, { guardian });
      expect([named.status, named.body.guardian, named.body.guardian_pending]).toEqual([200, null, null]);
      expect(await confirmRegistration(id, email, { birth_date: young })).toMatchObject({
        status: 422,
        body: { fields: { guardian: 'Informe o responsável' } },
      });
      expect(await portal.mails(guardian.email)).toEqual([]);
      const requested = await confirmRegistration(id, email, { birth_date: young, guardian });
      expect(requested.body).toMatchObject({
        is_minor: true,
        guardian: null,
        guardian_pending: { email: guardian.email },
      });
    }
  });

  it('no adult writes another guardian over the one whom the school knows', async () => {
    const known = guardianOf();
    const { id, email } = await addAccount(portal, { birth_date: '1990-01-01', guardian: JSON.stringify(known) });
    expect(await confirmRegistration(id, email, { guardian: guardianOf() })).toMatchObject({
      status: 422,
      body: { fields: { guardian: /./ } },
    });
    expect((await me(id)).guardian).toEqual(known);
  });

  it('a minor with a named guardian cannot turn adult, adults name none, and neither does a printed code', async () => {
    const { id, email } = await minor();
    expect((await portal.ops.account.nameGuardian(guardianOf(), { as: id, scope: 'book' })).status).toBe(403);
    expect((await portal.ops.account.remindGuardian({}, { as: id })).status).toBe(409);
    await confirmRegistration(id, email, { guardian: guardianOf() });
    expect((await confirmRegistration(id, email, { birth_date: '1990-01-01' })).status).toBe(422);
    const adult = await addAccount(portal);
    expect((await portal.ops.account.nameGuardian(guardianOf(), { as: adult.id })).status).toBe(409);
    expect((await portal.ops.account.nameGuardian(guardianOf())).status).toBe(401);
    expect((await question('nada')).status).toBe(404);
  });
});
