import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RegistrationInput } from '../../src/lib/contract/account.schema.ts';
import * as account from '../../src/lib/contract/account.ts';
import { login } from '../../src/lib/contract/auth.ts';
import { updatePwa } from '../../src/lib/contract/devices.ts';
import { needsRegistrationUpdate } from '../../src/lib/rules/account/registration.ts';
import { CLUB_RULES } from '../../src/lib/rules/club/rules-version.ts';
import { addAccount } from '../support/accounts.ts';
import { cpfOf } from '../support/cpf.ts';
import { engines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

const password = 'portal-demo';
const people = { ana: 1, bruno: 2, carla: 3, felipe: 6, helena: 7, igor: 8, lara: 10, marcos: 11, nina: 12 };
const registration = {
  phone: '(19) 99123-4567',
  cep: '13015-904',
  full_name: '  Maria Antônia d’Ávila  ',
  street: 'Rua das Palmeiras',
  street_number: 'S/N',
} satisfies Partial<RegistrationInput>;
const guardian = {
  full_name: 'Sandra',
  cpf: '27865757379',
  email: 's@teste.example',
  phone: '19994440000',
  relation: 'Mãe',
};

describe.each(engines)('account on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const me = async (as: number) => (await portal.call(account.getMe, {}, { as })).body;
  /** Confirms what is known: the own e-mail, a CPF of nobody else. */
  const register = async (as: number, body: object = {}) => {
    const { email, cpf } = await me(as);
    const own = { email: email ?? '', cpf: cpf ?? cpfOf(700_000 + as) };
    return portal.call(account.updateRegistration, { body: { ...registration, ...own, ...body } }, { as });
  };
  const audits = async (userId: number) =>
    (await portal.school.db.selectFrom('audit_log').select('action').where('user_id', '=', userId).execute()).map(
      ({ action }) => action,
    );

  describe('GET users/me (API-05)', () => {
    it('a printed code sees no documents and no addresses, and needs no registration update', async () => {
      const whole = await me(people.felipe);
      const { body } = await portal.call(account.getMe, {}, { as: people.felipe, scope: 'book' });
      const texts = [
        whole.cpf,
        whole.email,
        whole.phone,
        whole.cep,
        whole.street,
        whole.guardian?.cpf,
        whole.birth_date,
      ];
      for (const text of texts.filter((each) => each)) expect(JSON.stringify(body)).not.toContain(text);
      expect(body).toMatchObject({ id: people.felipe, full_name: whole.full_name, guardian: null, related_users: [] });
      const now = portal.clock.now;
      expect(needsRegistrationUpdate(body, now, 'America/Sao_Paulo')).toBe(
        needsRegistrationUpdate(whole, now, 'America/Sao_Paulo'),
      );
    });

    it('PROFILE-03 users/me has every field, and no secret', async () => {
      const user = await me(people.ana);
      expect(user).toMatchObject({
        id: 1,
        full_name: 'Ana Souza',
        is_club: true,
        pwa_installed: false,
        user_actions: [],
        driver_tour: {},
        related_users: [],
        is_minor: false,
        drive_user: {
          id: 1001,
          papel: 'aluno',
          company: { id: 101, escola_id: 1, venda_direta_allow: true, marca: 'knn' },
        },
      });
      expect(JSON.stringify(user)).not.toMatch(/argon2|password|token_version|email_key/);
    });

    it('users/me returns whether a user is a minor, the roles, and whether there is an enrollment', async () => {
      expect(await me(people.felipe)).toMatchObject({ is_minor: true, guardian: { relation: 'Mãe' } });
      expect((await me(people.helena)).user_actions).toEqual([{ action_id: 4, name: 'Gestão' }]);
      expect((await me(people.marcos)).drive_user).toBeNull();
    });
  });

  describe('PUT users/atualizacao-cadastral (API-13)', () => {
    it('a registration update saves what was sent without masks and ends the need for an update (VALID-22, PROFILE-08)', async () => {
      const { id } = await addAccount(portal);
      expect(needsRegistrationUpdate(await me(id), portal.clock.now, 'America/Sao_Paulo')).toBe(true);
      const { status, body } = await register(id, { birth_date: '1990-02-28', cpf: '111.444.777-35' });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        phone: '19991234567',
        cep: '13015904',
        cpf: '11144477735',
        full_name: 'Maria Antônia d’Ávila',
      });
      expect(body.updated_at).toBe(portal.clock.now.toISOString());
      expect(needsRegistrationUpdate(await me(id), portal.clock.now, 'America/Sao_Paulo')).toBe(false);
    });

    it('a registration update can be saved by the demo student who is waiting for it, and again unchanged', async () => {
      const { email, full_name, phone, cpf, street, street_number } = await me(people.carla);
      const same = {
        email: email ?? '',
        full_name,
        phone: phone ?? '',
        cpf: cpf ?? '',
        street: street ?? '',
        street_number: street_number ?? '',
      };
      const first = await register(people.carla, same);
      portal.clock.advance(1000);
      const second = await register(people.carla, same);
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(Date.parse(second.body.updated_at ?? '')).toBe(Date.parse(first.body.updated_at ?? '') + 1000);
    });

    it('a new address needs verification; the same in capitals stays verified', async () => {
      const { id, email } = await addAccount(portal, { email_verified: true });
      expect((await register(id, { email: email.toUpperCase() })).body.email_verified).toBe(true);
      const next = `outro${id}@teste.example`;
      const { body } = await register(id, { email: next, current_password: password });
      expect(body).toMatchObject({ email: email.toUpperCase(), email_verified: true, email_pendente: next });
    });

    it.each<[string, object, string]>([
      ['a CPF with a wrong digit', { cpf: '52998224724' }, 'cpf'],
      ['a CPF of one digit', { cpf: '11111111111' }, 'cpf'],
      ['a short CEP', { cep: '1301590' }, 'cep'],
      ['a CEP of noughts', { cep: '00000000' }, 'cep'],
      ['a state that is none', { state: 'XX' }, 'state'],
      ['a name of one letter', { full_name: 'x' }, 'full_name'],
      ['a short phone', { phone: '999123456' }, 'phone'],
      ['no e-mail', { email: 'nova@' }, 'email'],
      ['white space for a name', { full_name: '   ' }, 'full_name'],
      ['no street number', { street_number: '' }, 'street_number'],
      ['a day that is none (VALID-05)', { birth_date: '2005-02-30' }, 'birth_date'],
      ['a short date', { birth_date: '2005-2-3' }, 'birth_date'],
      ['a birth in the future', { birth_date: '2150-01-01' }, 'birth_date'],
      ['a minor without a guardian (VALID-06)', { birth_date: `${new Date().getFullYear() - 10}-01-01` }, 'guardian'],
    ])('a registration update refuses %s', async (_what, wrong, field) => {
      const { id } = await addAccount(portal);
      const { status, body } = await register(id, wrong);
      expect(status).toBe(422);
      expect(Object.keys(body.fields ?? {})).toEqual([field]);
      expect((await me(id)).updated_at).toBeNull();
    });

    it('a registration update of a minor takes a guardian, and keeps a known one', async () => {
      const birth_date = `${new Date().getFullYear() - 10}-01-01`;
      const { id } = await addAccount(portal, { birth_date, guardian: JSON.stringify(guardian) });
      expect((await register(id, { birth_date, guardian })).body).toMatchObject({ is_minor: true, guardian });
      expect((await register(id)).body).toMatchObject({ birth_date, guardian });
      const other = { ...guardian, phone: '19994440001' };
      expect((await register(id, { guardian: other })).body).toMatchObject({ guardian: other });
      for (const refused of [
        { guardian: { ...guardian, cpf: '52998224725' } },
        { guardian: { ...guardian, email: 'eu@teste.example' } },
        { birth_date: '1990-01-01' },
      ]) {
        expect((await register(id, refused)).status).toBe(422);
      }
      expect(await me(id)).toMatchObject({ birth_date, guardian: other });
    });

    it('a registration update ignores all other fields', async () => {
      const { id } = await addAccount(portal);
      const { body } = await register(id, {
        is_club: true,
        drive_user_id: 1001,
        user_actions: [{ action_id: 4 }],
        token_version: 9,
        id: 1,
      });
      expect(body).toMatchObject({ id, is_club: false, user_actions: [] });
      expect(body.drive_user?.id).not.toBe(1001);
    });
  });

  describe('PUT users/profile (API-14)', () => {
    it('a profile update changes the fields given and leaves the rest', async () => {
      const { id } = await addAccount(portal, { city: 'Campinas', phone: '1933334444' });
      const { body } = await portal.call(
        account.updateProfile,
        { body: { complement: '  ', city: 'São Paulo', theme: 'escuro' } },
        { as: id },
      );
      expect(body).toMatchObject({ city: 'São Paulo', complement: null, phone: '1933334444' });
      expect((await portal.call(account.updateProfile, { body: {} }, { as: id })).status).toBe(200);
    });

    it('a profile update changes neither role nor unit, and no other account', async () => {
      const { id } = await addAccount(portal);
      const body = {
        id: 1,
        user_id: 1,
        is_club: true,
        cpf: '52998224725',
        drive_user_id: 1001,
        is_blocked: false,
        email_verified: true,
      };
      const answer = await portal.call(account.updateProfile, { body: body as object }, { as: id });
      expect(answer.body).toMatchObject({ id, is_club: false, cpf: null, email_verified: false });
    });

    it('a profile update refuses a picture that was never sent', async () => {
      const answer = await portal.call(account.updateProfile, { body: { avatar_file_id: 'x' } }, { as: people.bruno });
      expect(answer.status).toBe(400);
    });
  });

  it('API-15 users/pwa notes the installed portal', async () => {
    const { id } = await addAccount(portal);
    const answer = await portal.call(updatePwa, { body: { pwa_installed: true } }, { as: id });
    expect(answer.body).toEqual({ pwa_installed: true });
    expect((await me(id)).pwa_installed).toBe(true);
  });

  it('API-16 users/is_club joins and leaves the club, on record', async () => {
    const { id } = await addAccount(portal);
    const put = (is_club: boolean) =>
      portal.call(account.updateClub, { body: { is_club, accepted_rules_version: '2026-01' } }, { as: id });
    expect((await put(true)).body.is_club).toBe(true);
    expect((await put(false)).body.is_club).toBe(false);
    expect(await audits(id)).toEqual(['club-join', 'club-leave']);
  });

  it('CLUB-06 accepting unknown rules is refused', async () => {
    const { id } = await addAccount(portal);
    const put = (body: object) => portal.call(account.updateClub, { body: body as never }, { as: id });
    for (const version of ['nunca-existiu', '2025-12', '']) {
      const { status, body } = await put({ is_club: true, accepted_rules_version: version });
      expect(status, version).toBe(422);
      expect(body.detail).toMatch(/\S/);
    }
    expect((await put({ is_club: true })).status).toBe(422);
    expect((await me(id)).is_club).toBe(false);
    expect((await put({ is_club: true, accepted_rules_version: CLUB_RULES })).body.is_club).toBe(true);
    expect((await put({ is_club: false })).body.is_club).toBe(false);
  });

  describe('PUT users/related (API-17)', () => {
    const relate = (as: number, drive_users_ids: number[], scope?: Sent['scope']) =>
      portal.call(account.updateRelatedUsers, { body: { drive_users_ids } }, { as, scope });

    async function chosenFamily() {
      const first = await addAccount(portal);
      const second = await addAccount(portal, { email: first.email });
      const list = await portal.call(login, { body: { username: first.email, password } });
      const caller = { choiceTicket: list.headers.get('x-portal-choice') ?? '' };
      await portal.call(login, { body: { user_id: String(first.id) } }, { caller });
      return { first, second, ids: [first.driveUserId ?? 0, second.driveUserId ?? 0] };
    }

    it('AUTH-14 users/related links the accounts that the last login listed, and keeps them', async () => {
      const { first, second, ids } = await chosenFamily();
      expect((await relate(first.id, ids)).body.related_users.map(({ id }) => id)).toEqual([second.id]);
      expect((await me(first.id)).related_users.map(({ id }) => id)).toEqual([second.id]);
      portal.clock.advance(11 * 60_000);
      expect((await relate(first.id, ids)).status).toBe(200);
      expect((await relate(first.id, [])).body.related_users).toEqual([]);
    });

    it('users/related links nobody else: no stranger, not after ten minutes, not in reverse', async () => {
      const { first, second, ids } = await chosenFamily();
      expect((await relate(first.id, [1001])).status).toBe(403);
      expect((await relate(second.id, ids)).status).toBe(403);
      expect((await relate(first.id, ids, 'book')).status).toBe(403);
      portal.clock.advance(11 * 60_000);
      expect((await relate(first.id, ids)).status).toBe(403);
      expect((await me(first.id)).related_users).toEqual([]);
    });
  });

  describe('PUT users/me/update-password/portal (API-18)', () => {
    const change = (as: number, current_password: string, new_password: string) =>
      portal.call(account.updatePassword, { body: { current_password, new_password } }, { as });

    it('AUTH-25 a password change answers 400 to a wrong current password, never 401', async () => {
      const { id } = await addAccount(portal);
      const answer = await change(id, 'errada', 'Caminho novo 42');
      expect(answer).toMatchObject({ status: 400, body: { fields: { current_password: expect.any(String) } } });
      expect(answer.headers.get('x-portal-token')).toBeNull();
    });

    it('a password change refuses a weak one and changes nothing', async () => {
      const { id, email } = await addAccount(portal);
      expect((await change(id, password, email)).status).toBe(400);
      expect((await change(id, password, '1234567890')).status).toBe(400);
      expect((await change(id, password, 'curta')).status).toBe(422);
      expect((await portal.call(login, { body: { username: email, password } })).status).toBe(200);
    });

    it('a password change is limited like a login and leaves a record', async () => {
      const { id, email } = await addAccount(portal);
      expect((await change(id, password, 'Caminho novo 42')).status).toBe(200);
      const guesses = await Promise.all(Array.from({ length: 20 }, () => change(id, 'errada', 'Caminho novo 43')));
      expect(guesses.filter(({ status }) => status === 400)).toHaveLength(10);
      expect(guesses.filter(({ status }) => status === 429)).toHaveLength(10);
      expect(await audits(id)).toEqual(['password-change']);
      expect((await portal.mails(email)).map(({ subject }) => subject)).toEqual(['A senha do seu acesso foi trocada']);
    });
  });

  describe('e-mail verification (API-09, API-10)', () => {
    const ask = (as: number, email: string) => portal.call(account.sendEmailVerification, { query: { email } }, { as });
    const verify = (as: number, token_email: string) =>
      portal.call(account.verifyEmail, { body: { token_email } }, { as });
    async function mailedToken(id: number, email: string) {
      await ask(id, email);
      const [mail] = await portal.mails(email);
      return /token_email=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    }

    it('the verification of an e-mail verifies with the token of the mail, once, for its own user', async () => {
      const { id, email } = await addAccount(portal);
      const token = await mailedToken(id, email);
      expect((await verify(people.bruno, token)).status).toBe(400);
      expect((await verify(id, token)).body).toEqual({ email_verified: true });
      expect((await me(id)).email_verified).toBe(true);
      expect((await verify(id, token)).status).toBe(400);
    });

    it('the verification of an e-mail does not verify an address that was changed meanwhile', async () => {
      const { id, email } = await addAccount(portal);
      const token = await mailedToken(id, email);
      const changed = `trocado${id}@teste.example`;
      await portal.school.db
        .updateTable('users')
        .set({ email: changed, email_key: changed })
        .where('id', '=', id)
        .execute();
      expect((await verify(id, token)).status).toBe(400);
      expect((await me(id)).email_verified).toBe(false);
    });

    it('the verification of an e-mail ends after a day', async () => {
      const { id, email } = await addAccount(portal);
      const token = await mailedToken(id, email);
      portal.clock.advance(24 * 3_600_000);
      expect((await verify(id, token)).status).toBe(400);
    });

    it('the verification of an e-mail mails the own address alone, once a minute', async () => {
      const { id, email } = await addAccount(portal);
      expect((await ask(id, 'aluna@demo.example')).status).toBe(400);
      expect((await ask(id, email)).body.resend_after_s).toBe(60);
      expect(await ask(id, email)).toMatchObject({ status: 429 });
      expect(await portal.mails(email)).toHaveLength(1);
    });
  });
});
