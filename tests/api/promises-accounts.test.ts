import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe, updateProfile, updateRegistration, verifyEmail } from '../../src/lib/contract/account.ts';
import { login, requestPasswordReset } from '../../src/lib/contract/auth.ts';
import { subscribe } from '../../src/lib/contract/devices.ts';
import { deleteActivityFile, getGrades, listClasses } from '../../src/lib/contract/pedagogico.ts';
import { listMyBooks } from '../../src/lib/contract/practice.ts';
import { closeDemoAccounts } from '../../src/server/identity/account/demo-accounts.ts';
import { storedSecret } from '../../src/server/identity/auth/stored-secret.ts';
import { createTokens } from '../../src/server/identity/auth/tokens.ts';
import { removeDemo } from '../../src/server/operate/admin/remove-demo.ts';
import { demoAccounts } from '../../src/server/operate/seed/index.ts';
import { addAccount } from '../support/accounts.ts';
import { SECRET } from '../support/bare-env.ts';
import { cpfOf } from '../support/cpf.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const demoLogin = { body: { username: 'gestora@demo.example', password: 'portal-demo' } };

const people = { ana: 1, helena: 7 };

/** One row for each promise about secrets, sessions and accounts: its name in words, and the essential check. */
const promises: readonly [string, (portal: TestSchool) => Promise<void>][] = [
  [
    'A1 signatures of the previous secret count, and those of no other secret do',
    async ({ school, ...portal }) => {
      const present = school.tokens;
      school.tokens = createTokens('the secret of before, long enough too');
      const token = await portal.tokenOf(1);
      const statuses: number[] = [];
      for (const previous of [
        'the secret of before, long enough too',
        'a secret that nobody ever had here',
        undefined,
      ]) {
        school.tokens = createTokens(SECRET, previous);
        statuses.push((await portal.call(getMe, {}, { token })).status);
      }
      school.tokens = present;
      expect(statuses).toEqual([200, 401, 401]);
    },
  ],
  [
    'A1 a truncated secret, or a missing one beside accounts, stops the start with a message',
    async ({ school }) => {
      const folder = mkdtempSync(join(tmpdir(), 'portal-promise-'));
      const hasAccounts = async () => (await school.db.selectFrom('users').select('id').execute()).length > 0;
      await expect(storedSecret(folder, hasAccounts)).rejects.toThrow(/^SECRET: falta /);
      writeFileSync(join(folder, 'secret'), 'cut off');
      await expect(storedSecret(folder, hasAccounts)).rejects.toThrow(/^SECRET: .* menos de 32/);
      rmSync(folder, { recursive: true });
    },
  ],
  [
    'A2 a new e-mail needs the password and a verified mailbox; the old one is notified and can undo (S18)',
    async (portal) => {
      const { id, email } = await addAccount(portal, { email_verified: true });
      const next = `nova${id}@teste.example`;
      const ask = (current_password?: string) =>
        portal.call(updateProfile, { body: { email: next, current_password } }, { as: id });
      expect((await ask()).status).toBe(422);
      expect((await ask('portal-demo')).body).toMatchObject({ email, email_pendente: next });
      const proof = /token_email=([\w-]+)/.exec((await portal.mails(next))[0]?.text ?? '')?.[1] ?? '';
      expect((await portal.call(verifyEmail, { body: { token_email: proof } }, { as: id })).status).toBe(200);
      const token = /desfazer-email\/([\w-]+)/.exec((await portal.mails(email))[0]?.text ?? '')?.[1] ?? '';
      expect((await portal.ops.account.undoEmailChange({ token })).body.nova_senha).toBeTruthy();
      expect((await portal.call(getMe, {}, { as: id })).body).toMatchObject({ email, email_verified: true });
    },
  ],
  [
    'A2 an e-mail that the school writes is notified to its owner, and opens no recovery for a day (S18)',
    async (portal) => {
      const { id, email } = await addAccount(portal, { email_verified: true });
      const next = `escola${id}@teste.example`;
      await portal.ops.people.updateUser({ id, email: next }, { as: people.helena });
      await portal.call(requestPasswordReset, { query: { email: next, isAccessCode: 'false' } });
      expect([(await portal.mails(email)).length, (await portal.mails(next)).length]).toEqual([1, 0]);
    },
  ],
  [
    'A2 a CPF of another account of the school is refused',
    async (portal) => {
      const cpf = cpfOf(820_001);
      await addAccount(portal, { cpf });
      const { id, email } = await addAccount(portal);
      const address = { phone: '19991234567', cep: '13015904', street: 'Rua das Palmeiras', street_number: '1' };
      const body = { ...address, full_name: 'Pessoa Teste', cpf, email };
      const answer = await portal.call(updateRegistration, { body }, { as: id });
      expect([answer.status, answer.body.code]).toEqual([409, 'cpf_taken']);
    },
  ],
  [
    'A3 sessions of unit 436 and of blocked people end at the next call, and the panel blocks (S16)',
    async (portal) => {
      const [moved, blocked] = [await addAccount(portal), await addAccount(portal)];
      const tokens = [await portal.tokenOf(moved.id), await portal.tokenOf(blocked.id)];
      const unit = portal.school.db.updateTable('drive_users').set({ company_id: 436 });
      await unit.where('id', '=', moved.driveUserId ?? 0).execute();
      await portal.ops.people.setUserBlock({ id: blocked.id, bloqueado: true }, { as: people.helena });
      const answers = await Promise.all(tokens.map((token) => portal.call(getMe, {}, { token })));
      expect(answers.map(({ status }) => status)).toEqual([401, 401]);
      expect(answers.map(({ body }) => body.code)).toEqual(['blocked_company', 'blocked_user']);
    },
  ],
  [
    'A4 a printed book code opens only practice of that book and the times of its classes (S17)',
    async (portal) => {
      const sent = { as: people.ana, scope: 'book' } as const;
      const opened = [
        await portal.call(listMyBooks, {}, sent),
        await portal.call(listClasses, { query: {} }, sent),
        await portal.ops.auth.logout({}, sent),
      ];
      expect(opened.map(({ status }) => status)).toEqual([200, 200, 200]);
      const closed = [
        await portal.call(getGrades, { params: { id: 1 } }, sent),
        await portal.ops.inbox.listNotices({}, sent),
        await portal.ops.auth.logoutEverywhere({}, sent),
        await portal.call(deleteActivityFile, { params: { id: 701, n: 1 } }, sent),
        await portal.call(subscribe, { body: {} as never }, sent),
      ];
      expect(closed.map(({ body }) => body.code)).toEqual(closed.map(() => 'password_required'));
    },
  ],
  [
    'A5 only failures count, and a known device is never refused for the guesses of others (S5, S20)',
    async (portal) => {
      const { email } = await addAccount(portal);
      const enter = (password: string, caller: object) =>
        portal.call(login, { body: { username: email, password } }, { caller });
      const room = { address: '203.0.113.20' };
      const device = (await enter('portal-demo', room)).headers.get('x-portal-device') ?? '';
      for (let index = 0; index < 11; index += 1) expect((await enter('portal-demo', room)).status).toBe(200);
      for (let index = 0; index < 10; index += 1) expect((await enter('errada', room)).status).toBe(400);
      const refused = await enter('portal-demo', room);
      expect([refused.status, refused.body.detail]).toEqual([429, expect.stringMatching(/em \d+ minutos\.$/)]);
      expect((await enter('portal-demo', { ...room, device })).status).toBe(200);
    },
  ],
  [
    'A6 demo accounts refuse every login once the demo is off, and open again with it',
    async (portal) => {
      const { db } = portal.school;
      const token = await portal.tokenOf(people.helena);
      expect((await closeDemoAccounts(db, 'off')).closed).toBe(demoAccounts.people.length);
      expect((await portal.call(login, demoLogin)).status).toBe(400);
      expect((await portal.call(getMe, {}, { token })).body.code).toBe('blocked_user');
      expect(await closeDemoAccounts(db, 'on')).toEqual({ closed: 0, others: 0 });
      expect((await portal.call(login, demoLogin)).status).toBe(200);
    },
  ],
  [
    'A6 the demo school is removed with its people and printed books, and another school stays',
    async ({ school: { db, now } }) => {
      const other = { nome: 'KNN Centro', marca: 'knn', cidade: 'Recife', uf: 'PE' } as const;
      await db.insertInto('schools').values(other).execute();
      await removeDemo({ db, now }, { isTrial: false, withOthers: true });
      expect(await db.selectFrom('schools').select('nome').execute()).toEqual([{ nome: 'KNN Centro' }]);
      expect(await db.selectFrom('users').select('id').execute()).toEqual([]);
      expect(await db.selectFrom('user_books').select('id').execute()).toEqual([]);
    },
  ],
];

describe.each(engines)('what is promised about accounts, on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  it.each(promises)('%s', (_name, check) => check(portal));
});
