import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as account from '../../src/lib/contract/account.ts';
import * as auth from '../../src/lib/contract/auth.ts';
import { addAccount } from '../support/accounts.ts';
import { addLead } from '../support/leads.ts';
import { html, png, svg } from '../support/sample-files.ts';
import { engines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

const password = 'portal-demo';
const people = { ana: 1, davi: 4, felipe: 6 };
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

describe.each(engines)('the profile on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const me = async (sent: Sent) => (await portal.call(account.getMe, {}, sent)).body;
  const logIn = async (username: string, agent = PHONE) => {
    const { body } = await portal.call(
      auth.login,
      { body: { username, password } },
      { headers: { 'user-agent': agent } },
    );
    return body.access_token ?? '';
  };

  describe('data (API-14, PROFILE-02)', () => {
    it('a new e-mail is pending until verified by a link, and the old one is notified', async () => {
      const { id, email } = await addAccount(portal, { email_verified: true });
      const next = `novo${id}@teste.example`;
      const requested = { email: next, current_password: password };
      const { body } = await portal.call(account.updateProfile, { body: requested }, { as: id });
      expect(body).toMatchObject({ email, email_verified: true, email_pendente: next });
      expect((await portal.mails(next)).map(({ subject }) => subject)).toEqual(['Confirme seu e-mail']);
      expect((await portal.mails(email)).map(({ subject }) => subject)).toEqual(['Pedido para trocar seu e-mail']);
    });

    it('the same e-mail in other case sends nothing', async () => {
      const { id, email } = await addAccount(portal, { email_verified: true });
      const { body } = await portal.call(account.updateProfile, { body: { email: email.toUpperCase() } }, { as: id });
      expect(body.email_verified).toBe(true);
      expect(await portal.mails(email)).toEqual([]);
    });
  });

  it('a missing birth date can be set once, and not to a future day', async () => {
    const { id } = await addAccount(portal);
    const tell = (birth_date: string) => portal.call(account.updateProfile, { body: { birth_date } }, { as: id });
    expect((await tell('2999-01-01')).body.fields).toEqual({ birth_date: 'Essa data ainda não chegou: confira o ano' });
    expect((await tell('2012-02-03')).body).toMatchObject({ birth_date: '2012-02-03', is_minor: true });
    expect((await tell('2012-02-03')).status).toBe(200);
    const other = await tell('1999-02-03');
    expect([other.status, Object.keys(other.body.fields ?? {})]).toEqual([422, ['birth_date']]);
    expect((await me({ as: id })).birth_date).toBe('2012-02-03');
  });

  it('theme and text size are stored with the account, and do not confirm the registration', async () => {
    const { id } = await addAccount(portal);
    const before = await me({ as: id });
    expect([before.theme, before.text_size]).toEqual([null, null]);
    await portal.call(account.updateProfile, { body: { theme: 'escuro' } }, { as: id });
    const { body } = await portal.call(account.updateProfile, { body: { text_size: 'grande' } }, { as: id });
    expect(body).toEqual({ ...before, theme: 'escuro', text_size: 'grande' });
    const wrong = await portal.call(account.updateProfile, { body: { theme: 'azul' } as never }, { as: id });
    expect([wrong.status, wrong.body.fields?.theme]).toEqual([422, expect.stringMatching(/\S/)]);
  });

  describe('the picture', () => {
    const upload = (bytes: Buffer, sent: Sent) => {
      const body = new FormData();
      body.set('file', new File([new Uint8Array(bytes)], 'eu.png'));
      return portal.call(account.uploadAvatar, { body }, sent);
    };
    const use = (avatar_file_id: string | null, as: number) =>
      portal.call(account.updateProfile, { body: { avatar_file_id } }, { as });
    const fetchPicture = (url: string) => portal.send('GET', url);

    it('a profile picture is uploaded, used, served at an unguessable address, and removed', async () => {
      const { id } = await addAccount(portal);
      const sent = await upload(png, { as: id });
      expect(sent.status).toBe(200);
      expect(sent.body.avatar_url).toMatch(/\/portal\/avatars\/[0-9a-f]{36}\/$/);
      expect((await me({ as: id })).avatar_url).toBeNull();
      expect((await use(sent.body.avatar_file_id, id)).body.avatar_url).toBe(sent.body.avatar_url);
      const picture = await fetchPicture(sent.body.avatar_url);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(picture.headers.get('cache-control')).toMatch(/^private/);
      expect(Buffer.from(await picture.arrayBuffer()).equals(png)).toBe(true);
      expect((await use(null, id)).body.avatar_url).toBeNull();
      expect((await fetchPicture(sent.body.avatar_url)).status).toBe(404);
      await portal.worker.runOnce();
      expect(await portal.school.db.selectFrom('files_to_remove').selectAll().execute()).toEqual([]);
      await expect(portal.school.ports.files.open(`fotos/${sent.body.avatar_file_id}`)).rejects.toThrow();
    });

    it('a new picture replaces the old one, and unused uploads do not fill the store', async () => {
      const { id } = await addAccount(portal);
      const first = (await upload(png, { as: id })).body;
      await use(first.avatar_file_id, id);
      for (let tries = 0; tries < 7; tries += 1) {
        portal.clock.advance(1000);
        await upload(png, { as: id });
      }
      const stored = () => portal.school.db.selectFrom('avatars').select('chave').where('user_id', '=', id).execute();
      expect((await stored()).length).toBeLessThanOrEqual(6);
      expect((await fetchPicture(first.avatar_url)).status).toBe(200);
      const last = (await upload(png, { as: id })).body;
      await use(last.avatar_file_id, id);
      expect(await stored()).toEqual([{ chave: last.avatar_file_id }]);
      expect((await fetchPicture(first.avatar_url)).status).toBe(404);
    });

    it.each([
      ['a page', html],
      ['a drawing with a script', svg],
    ])('the profile refuses %s, whatever it is called', async (_what, bytes) => {
      const { status, body } = await upload(bytes, { as: people.ana });
      expect([status, body.detail]).toEqual([415, 'Envie uma imagem PNG, JPEG ou WebP.']);
    });

    it('the profile refuses more than 2 MB, no session, a book session, and a picture of somebody else', async () => {
      const { id } = await addAccount(portal);
      expect((await upload(Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)]), { as: id })).status).toBe(413);
      expect((await upload(png, {})).status).toBe(401);
      expect((await upload(png, { as: id, scope: 'book' })).status).toBe(403);
      const { avatar_file_id } = (await upload(png, { as: id })).body;
      const other = await use(avatar_file_id, people.davi);
      expect([other.status, other.body.fields]).toEqual([400, { avatar_file_id: 'Foto não encontrada' }]);
    });
  });

  describe('sessions (S16)', () => {
    const list = (token: string) => portal.ops.account.listSessions({}, { token });

    it('the list of sessions shows this device first, and another session can be ended', async () => {
      const { id, email } = await addAccount(portal);
      const phone = await logIn(email);
      const computer = await logIn(email, 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0');
      const { body } = await list(computer);
      expect(body).toMatchObject([
        { atual: true, navegador: 'Firefox', sistema: 'Windows', aparelho: 'computador', so_estudo: false },
        { atual: false, navegador: 'Chrome', sistema: 'Android', aparelho: 'celular' },
      ]);
      const end = (sessionId: string, token: string) => portal.ops.account.endSession({ id: sessionId }, { token });
      expect((await end(body[0]?.id ?? '', computer)).status).toBe(409);
      const foreign = await portal.tokenOf(people.ana);
      expect((await end(body[1]?.id ?? '', foreign)).status).toBe(404);
      expect((await list(phone)).status).toBe(200);
      expect((await end(body[1]?.id ?? '', computer)).status).toBe(200);
      expect((await list(phone)).status).toBe(401);
      expect((await list(computer)).body).toHaveLength(1);
      expect((await end(body[1]?.id ?? '', computer)).status).toBe(404);
      expect((await me({ token: computer })).id).toBe(id);
    });

    it('a token from before the list is added to it, and its use is stored at most every ten minutes', async () => {
      const { id } = await addAccount(portal);
      const token = await portal.tokenOf(id);
      await me({ token });
      const seen = async () => (await list(token)).body[0]?.vista_em;
      const first = await seen();
      portal.clock.advance(9 * 60_000);
      await me({ token });
      expect(await seen()).toBe(first);
      portal.clock.advance(2 * 60_000);
      await me({ token });
      expect(await seen()).toBe(portal.clock.now.toISOString());
    });

    it('a new password ends all other sessions; a logout everywhere ends all', async () => {
      const { email } = await addAccount(portal);
      const [a, b] = [await logIn(email), await logIn(email)];
      const body = { current_password: password, new_password: 'Caminho novo 42' };
      const changed = await portal.call(account.updatePassword, { body }, { token: a });
      const renewed = changed.headers.get('x-portal-token') ?? '';
      expect((await list(b)).status).toBe(401);
      expect((await list(renewed)).body).toMatchObject([{ atual: true }]);
      await portal.ops.auth.logoutEverywhere({}, { token: renewed });
      expect((await list(renewed)).status).toBe(401);
    });

    it('the list of sessions needs a login with a password', async () => {
      expect((await portal.ops.account.listSessions({}, { as: people.ana, scope: 'book' })).status).toBe(403);
      expect((await portal.ops.account.listSessions()).status).toBe(401);
    });
  });

  describe('switching to another account', () => {
    const family = async (own: boolean, other: boolean) => {
      const email = `casa${Math.random()}@teste.example`;
      const a = await addAccount(portal, { email, email_verified: own });
      const b = await addAccount(portal, { email: email.toUpperCase(), email_verified: other });
      return { a: a.id, b: b.id };
    };
    const list = (as: number, sent: Sent = {}) => portal.ops.account.listSwitchable({}, { as, ...sent });
    const step = (user_id: number, sent: Sent) => portal.ops.account.switchAccount({ user_id }, sent);

    it('switching opens the other account with its own token; the first session continues', async () => {
      const { a, b } = await family(true, true);
      expect((await list(a)).body).toMatchObject({ contas: [{ id: b }], precisa_verificar: false, por_verificar: 0 });
      const token = await portal.tokenOf(a);
      const { status, body } = await step(b, { token });
      expect(status).toBe(200);
      expect((await me({ token: body.access_token ?? '' })).id).toBe(b);
      expect((await me({ token })).id).toBe(a);
      const noted = portal.school.db.selectFrom('audit_log').select('user_id').where('action', '=', 'account-switch');
      expect(await noted.where('target', '=', `user:${b}`).execute()).toEqual([{ user_id: a }]);
    });

    it.each<[string, boolean, boolean, object]>([
      ['the own address is not verified', false, true, { contas: [], precisa_verificar: true, por_verificar: 0 }],
      ['the other has not verified it', true, false, { contas: [], precisa_verificar: false, por_verificar: 1 }],
    ])('stepping over lists and opens nobody while %s', async (_what, own, other, expected) => {
      const { a, b } = await family(own, other);
      expect((await list(a)).body).toEqual(expected);
      expect((await step(b, { as: a })).status).toBe(404);
    });

    it('switching opens no account of another e-mail, no blocked account, and nothing for a book session', async () => {
      const { a, b } = await family(true, true);
      expect((await step(people.ana, { as: a })).status).toBe(404);
      expect((await step(a, { as: a })).status).toBe(404);
      expect((await step(b, { as: a, scope: 'book' })).status).toBe(403);
      expect((await step(b, {})).status).toBe(401);
      await portal.school.db.updateTable('users').set({ is_blocked: true }).where('id', '=', b).execute();
      expect((await step(b, { as: a })).status).toBe(404);
      const closed = await addAccount(portal, { email_verified: true });
      const suspended = await addAccount(portal, { email: closed.email, email_verified: true, company: 436 });
      expect((await step(suspended.id, { as: closed.id })).status).toBe(404);
    });

    it('Davi switches to Eva', async () => {
      expect((await list(people.davi)).body.contas).toMatchObject([{ full_name: 'Eva Reis' }]);
    });
  });

  describe('consents', () => {
    it('the list of consents says what was agreed to and when, without the address that it came from', async () => {
      const { id } = await addAccount(portal);
      await portal.call(
        account.updateClub,
        { body: { is_club: true, accepted_rules_version: '2026-01' } },
        { as: id, caller: { address: '203.0.113.7' } },
      );
      const { body } = await portal.ops.account.listConsents({}, { as: id });
      expect(body).toEqual([
        { tipo: 'clube', versao: '2026-01', aceito_em: portal.clock.now.toISOString(), ip_hash: expect.any(String) },
      ]);
      expect(body[0]?.ip_hash).toMatch(/^[0-9a-f]{32}$/);
    });

    it('the list of consents includes older ones, and no form of an unverified address', async () => {
      const tipos = async (as: number) =>
        (await portal.ops.account.listConsents({}, { as })).body.map(({ tipo }) => tipo);
      expect(await tipos(people.ana)).toContain('clube');
      const { id, email } = await addAccount(portal);
      await addLead(portal, { email: email.toUpperCase() });
      expect(await tipos(id)).toEqual([]);
      await portal.school.db.updateTable('users').set({ email_verified: true }).where('id', '=', id).execute();
      expect(await tipos(id)).toEqual(['contato']);
    });

    it('the list of consents needs a session with a password', async () => {
      expect((await portal.ops.account.listConsents()).status).toBe(401);
      expect((await portal.ops.account.listConsents({}, { as: 1, scope: 'book' })).status).toBe(403);
    });
  });

  describe('the family page', () => {
    const guardian = { full_name: 'Sandra', phone: '19994440000', relation: 'Mãe' };
    const childOf = (email: string, cpf: string, birth_date = '2014-05-05') =>
      addAccount(portal, { birth_date, guardian: JSON.stringify({ ...guardian, email, cpf }) });
    const list = async (as: number, sent: Sent = {}) => portal.ops.account.listFamily({}, { as, ...sent });
    /** The navigation of every page depends on it. */
    const hasChildren = async (as: number, sent: Sent = {}) =>
      (await portal.call(account.getMe, {}, { as, ...sent })).body.tem_criancas;

    it('the family page shows a guardian the lessons, bills, absences and released grades of a child', async () => {
      const { db } = portal.school;
      const felipe = await db
        .selectFrom('users')
        .select('guardian')
        .where('id', '=', people.felipe)
        .executeTakeFirstOrThrow();
      const { cpf, email } = JSON.parse(felipe.guardian ?? '{}') as { cpf: string; email: string };
      const parent = await addAccount(portal, { cpf, email, email_verified: true });
      const { body } = await list(parent.id);
      expect(body).toMatchObject([{ id: people.felipe, nome: 'Felipe Nunes', parentesco: 'Mãe' }]);
      const bills = body[0]?.financeiro.parcelas.filter(({ formas }) => formas.length > 0) ?? [];
      expect(bills.length).toBeGreaterThan(0);
      expect((await portal.ops.finance.listBills({ ids: String(bills[0]?.id) }, { as: parent.id })).status).toBe(200);
      const me = (await portal.call(account.getMe, {}, { as: parent.id })).body;
      expect([me.so_responsavel, me.paga_por_outros]).toEqual([null, true]);
      expect((await list(people.felipe)).body).toEqual([]);
      expect(await hasChildren(parent.id)).toBe(true);
      expect(await hasChildren(people.felipe)).toBeNull();
      expect(await hasChildren(parent.id, { scope: 'book' })).toBeNull();
    });

    it('the family page shows data of the child, and no unreleased grade', async () => {
      const { db } = portal.school;
      const cpf = '71428793860';
      const parent = await addAccount(portal, { cpf, email_verified: true });
      const child = await childOf(parent.email, cpf);
      const { id: enrollment } = await db
        .insertInto('turma_alunos')
        .values({ turma_id: 1, user_id: child.id, status: 'ativa' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const lesson = await db
        .selectFrom('aulas')
        .select('id')
        .where('turma_id', '=', 1)
        .orderBy('inicio')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('presencas')
        .values({ aula_id: lesson.id, turma_aluno_id: enrollment, status: 'falta', confirmada_em: null, origem: null })
        .execute();
      for (const [periodo_id, nota] of [
        [11, 8.5],
        [13, 3.3],
      ] as const) {
        const { id } = await db
          .insertInto('avaliacoes')
          .values({
            periodo_id,
            nome: `Prova ${nota}`,
            habilidade: 'geral',
            data: '2026-03-02',
            nota_maxima: 10,
            peso: 1,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await db
          .insertInto('notas')
          .values({ turma_aluno_id: enrollment, avaliacao_id: id, nota, comentario: 'só para o aluno' })
          .execute();
      }
      const body = (await list(parent.id)).body.find(({ id }) => id === child.id);
      const [turma] = body?.turmas ?? [];
      expect(turma?.notas.frequencia).toMatchObject({ faltas: 1 });
      const grades = turma?.notas.periodos.flatMap(({ avaliacoes }) => avaliacoes) ?? [];
      expect(grades.filter(({ nome }) => /^Prova/.test(nome)).map(({ nome, nota }) => [nome, nota])).toEqual([
        ['Prova 8.5', 8.5],
        ['Prova 3.3', null],
      ]);
      expect(body?.aulas.length).toBeGreaterThan(0);
      expect(JSON.stringify(body)).not.toMatch(/link_reuniao|"nota":3\.3/);
      const detail = (await portal.ops.account.getChild({ aluno: child.id }, { as: parent.id })).body;
      expect(detail?.filhos).toEqual([{ id: child.id, nome: detail?.nome }]);
      expect((await portal.ops.account.getChild({ aluno: people.felipe }, { as: parent.id })).status).toBe(404);
      expect((await portal.ops.account.getChild({}, { as: people.ana })).body).toBeNull();
    });

    it.each<[string, { email_verified?: boolean; cpf?: string; email?: string }, string]>([
      ['whose e-mail is not verified', { email_verified: false }, '2014-05-05'],
      ['with another CPF', { cpf: '52998224725' }, '2014-05-05'],
      ['with the CPF and another e-mail', { email: 'outra.pessoa@teste.example' }, '2014-05-05'],
      ['whose child has come of age', {}, '2001-05-05'],
    ])('the family page shows nothing to one %s', async (_what, differs, birth) => {
      const cpf = '27865757379';
      const email = `mae${Math.random()}@teste.example`;
      const parent = await addAccount(portal, { cpf, email, email_verified: true, ...differs });
      const child = await childOf(email, cpf, birth);
      const seen = (await list(parent.id)).body.map(({ id }) => id);
      expect(seen).not.toContain(child.id);
      expect(await hasChildren(parent.id)).toBe(seen.length > 0 || null);
    });

    it('the family page needs a session with a password', async () => {
      expect((await portal.ops.account.listFamily()).status).toBe(401);
      expect((await list(people.ana, { scope: 'book' })).status).toBe(403);
    });
  });
});
