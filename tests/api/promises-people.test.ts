import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getMe, updateRegistration, uploadAvatar } from '../../src/lib/contract/account.ts';
import { requestPasswordReset } from '../../src/lib/contract/auth.ts';
import { listOwnBooks } from '../../src/lib/contract/books.ts';
import { subscribe, updatePwa } from '../../src/lib/contract/devices.ts';
import { downloadCertificate } from '../../src/lib/contract/english-test.ts';
import { deleteActivityFile, getGrades, uploadActivity } from '../../src/lib/contract/pedagogico.ts';
import { decide } from '../../src/lib/guards.ts';
import { needsRegistrationUpdate } from '../../src/lib/rules/account/registration.ts';
import { activityLook, presenceWords } from '../../src/lib/words/pedagogico.ts';
import { createReadiness } from '../../src/server/core/db/readiness.ts';
import { handleRecoveryRequests } from '../../src/server/identity/auth/password-reset.ts';
import { deliverOutbox } from '../../src/server/messages/mail/outbox.ts';
import { erasePerson } from '../../src/server/operate/privacy/erasure.ts';
import { addAccount } from '../support/accounts.ts';
import { cpfOf } from '../support/cpf.ts';
import { late } from '../support/late.ts';
import { takeLevelTest } from '../support/level-test.ts';
import { openTestPortal, sendRaw } from '../support/portal.ts';
import { pdf, png } from '../support/sample-files.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const HELENA = 7;
const registration = {
  phone: '19991234567',
  cep: '13015904',
  full_name: 'Leo Jovem',
  street: 'Rua das Palmeiras',
  street_number: '10',
};
const guardian = {
  full_name: 'Marta Jovem',
  cpf: '27865757379',
  email: 'marta.jovem@teste.example',
  phone: '19994440000',
  relation: 'Mãe',
};
/** A class of Ana. */
const EVENING = 1;
/** Her exercises whose deadline has passed. */
const LATE_WORK = 401;
const people = { ana: 1, davi: 4 };
/** Takes every mail. */
const mail = { kind: 'smtp', send: async () => undefined } as const;

/** What the portal promises about data and people, one line each (docs/security.md). */
const promises: readonly [name: string, check: (portal: TestSchool) => Promise<void>][] = [
  [
    'C12 an erasure leaves nothing of a person in the person’s own row',
    async (portal) => {
      const { db, now } = portal.school;
      const given = { city: 'Olinda', complement: 'Casa 7', guardian: '{"full_name":"Mãe"}', theme: 'escuro' as const };
      const { id } = await addAccount(portal, { full_name: 'Zita Apagada', ...given });
      const at = now().toISOString();
      await db.insertInto('erasures').values({ user_id: id, created_at: at, due_at: at }).execute();
      await erasePerson(portal.school, id);
      const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      expect(JSON.stringify(row)).not.toMatch(/Zita|Olinda|Casa 7|Mãe|escuro/);
    },
  ],
  [
    'C12 a printed code shows no document and no address of its owner',
    async (portal) => {
      const given = { cpf: '52998224725', phone: '11987654321', street: 'Rua das Flores', birth_date: '1990-05-17' };
      const { id, email } = await addAccount(portal, given);
      const { body } = await portal.call(getMe, {}, { as: id, scope: 'book' });
      for (const text of [...Object.values(given), email]) expect(JSON.stringify(body)).not.toContain(text);
    },
  ],
  [
    'C14 a minor without a guardian names one and can log in before that person confirms',
    async (portal) => {
      const { id, email } = await addAccount(portal, { birth_date: `${portal.clock.now.getFullYear() - 12}-01-01` });
      const body = { ...registration, cpf: cpfOf(600_000 + id), email, guardian };
      const saved = await portal.call(updateRegistration, { body }, { as: id });
      expect(needsRegistrationUpdate(saved.body, portal.clock.now, 'America/Sao_Paulo')).toBe(false);
      expect(saved.body).toMatchObject({ guardian: null, guardian_pending: { email: guardian.email } });
      const [mail] = await portal.mails(guardian.email);
      const token = decodeURIComponent(/\/responsavel\/([^"\s<]+)/.exec(mail?.text ?? '')?.[1] ?? '');
      await portal.ops.account.confirmGuardian({ token, cpf: guardian.cpf, aceite: true });
      expect((await portal.call(getMe, {}, { as: id })).body).toMatchObject({ guardian, guardian_pending: null });
    },
  ],
  [
    'C14 one confirmation of the school joins an account, its book and its progress with the enrollment',
    async (portal) => {
      const { db } = portal.school;
      const cpf = cpfOf(320_000_001);
      const account = await addAccount(portal, { company: null, cpf });
      const enrolled = await addAccount(portal, { cpf });
      const book = { uuid: randomUUID(), code: 'T-PROMESSA', livro_id: 1, user_id: account.id, linked_at: null };
      await db
        .insertInto('user_books')
        .values({ ...book, expires_at: null })
        .execute();
      const body = { user_id: enrolled.id };
      const joined = await portal.ops.people.joinAccount({ id: account.id, ...body }, { as: HELENA });
      expect(joined.body).toMatchObject({
        id: enrolled.id,
        email: account.email,
        drive_user: { id: enrolled.driveUserId },
      });
      expect((await portal.call(listOwnBooks, {}, { as: enrolled.id })).body.map(({ uuid }) => uuid)).toEqual([
        book.uuid,
      ]);
    },
  ],
  [
    'C14 an account without an enrollment uses what needs none, on any device',
    async (portal) => {
      const { id } = await addAccount(portal, { ...registration, cpf: cpfOf(630_000_000), company: null });
      const at = portal.clock.now.toISOString();
      await portal.school.db.updateTable('users').set({ updated_at: at }).where('id', '=', id).execute();
      const user = (await portal.call(getMe, {}, { as: id })).body;
      const options = { publicPages: [], now: portal.clock.now, timeZone: 'America/Sao_Paulo', connected: false };
      const ask = (address: string) => decide(address, { user, book: null, scope: 'full' }, options);
      expect(ask('/')).toEqual({ redirect: '/login/main?motivo=vinculo' });
      for (const address of ['/dashboard', '/pedagogico/list', '/pedagogico/minha-pratica/1', '/me'])
        expect([address, ask(address)]).toEqual([address, { allow: true }]);
      expect((await portal.call(listOwnBooks, {}, { as: id })).status).toBe(200);
    },
  ],
  [
    'C15 the attendance rate says what it counts',
    async (portal) => {
      const { body } = await portal.call(getGrades, { params: { id: EVENING } }, { as: people.ana });
      const { presencas, contadas = 0, percentual } = body.frequencia;
      expect(Math.floor((presencas * 100) / contadas)).toBe(percentual);
      expect(presenceWords(body.frequencia)).toContain(`${presencas} de ${contadas} aulas`);
    },
  ],
  [
    'C15 random answers give Pré-A1 and no certificate',
    async (portal) => {
      const { id } = await addAccount(portal);
      const { id: testId, result } = await takeLevelTest(portal, id, false);
      expect(result).toMatchObject({ nivel: 'Pré-A1', certificado_url: null });
      const refused = await portal.call(downloadCertificate, { params: { id: testId } }, { as: id });
      expect([refused.status, refused.body]).toMatchObject([409, { code: 'below_a1' }]);
    },
  ],
  [
    'C15 a visitor gets a certificate without consenting to a call, and makes no lead',
    async (portal) => {
      const { id } = await takeLevelTest(portal, undefined, true);
      const issued = await portal.ops.englishTest.issueCertificate({ id, nome: 'Joana Dias' });
      expect(issued.body.certificado_url).toMatch(/certificate\/$/);
      const leads = portal.school.db.selectFrom('leads').select('id').where('english_test', '=', id);
      expect(await leads.execute()).toEqual([]);
    },
  ],
  [
    'C15 a submission is notified at once, with its delay',
    async (portal) => {
      const late = { id: LATE_WORK };
      const body = new FormData();
      body.set('file', new File([new Uint8Array(pdf('redação'))], 'redação "final".pdf'));
      const sent = await portal.call(uploadActivity, { params: late, body }, { as: people.ana });
      expect(activityLook(sent.body).label).toBe('Enviada com atraso');
      expect(sent.body.arquivos.at(-1)?.nome).toBe('redação final.pdf');
      const n = sent.body.arquivos.at(-1)?.n ?? 0;
      const back = await portal.call(deleteActivityFile, { params: { ...late, n } }, { as: people.ana });
      expect(activityLook(back.body).label).toBe('Atrasada');
    },
  ],
  [
    'C16 a push key of another device, or outside the curve, is refused',
    async (portal) => {
      const endpoint = (name: string) => `https://fcm.googleapis.com/fcm/send/${name}`;
      const p256dh = createECDH('prime256v1').generateKeys('base64url', 'uncompressed');
      const auth = randomBytes(16).toString('base64url');
      const add = (user_id: number, device: { endpoint: string; p256dh: string }) =>
        portal.call(
          subscribe,
          { body: { user_id, auth, is_pwa: false, device_type: 'mobile', ...device } },
          { as: user_id },
        );
      expect((await add(people.ana, { endpoint: endpoint('um'), p256dh })).status).toBe(200);
      expect((await add(people.davi, { endpoint: endpoint('dois'), p256dh })).status).toBe(409);
      const offCurve = Buffer.alloc(65, 4).toString('base64url');
      expect((await add(people.davi, { endpoint: endpoint('tres'), p256dh: offCurve })).status).toBe(400);
    },
  ],
  [
    'C16 a picture with huge dimensions is refused',
    async (portal) => {
      const flood = Buffer.from(png);
      flood.writeUInt32BE(25_000, 16);
      flood.writeUInt32BE(25_000, 20);
      const body = new FormData();
      body.set('file', new File([new Uint8Array(flood)], 'foto.png'));
      expect((await portal.call(uploadAvatar, { body }, { as: people.ana })).status).toBe(413);
    },
  ],
  [
    'C16 a sent mail has no valid link, and is deleted after its retention period',
    async (portal) => {
      const { email } = await addAccount(portal);
      await portal.call(requestPasswordReset, { query: { email } });
      await handleRecoveryRequests(portal.school);
      await deliverOutbox({ ...portal.school, ports: { ...portal.school.ports, mail } });
      const rows = () => portal.school.db.selectFrom('outbox').selectAll().where('recipient', '=', email).execute();
      expect(await rows()).toMatchObject([{ html: '', text: expect.not.stringContaining('http') }]);
      portal.clock.advance(31 * 86_400_000);
      await portal.worker.runOnce();
      expect(await rows()).toEqual([]);
    },
  ],
  [
    'C16 many concurrent requests of a person do not delay other people',
    async (portal) => {
      const [ana, davi] = [{ token: await portal.tokenOf(1) }, { token: await portal.tokenOf(4) }];
      const put = () => portal.call(updatePwa, { body: { pwa_installed: true } }, ana);
      // Worker threads verify a new token, and may be busy for longer than a hundred writes take.
      await portal.call(getMe, {}, davi);
      const order: string[] = [];
      const many = Array.from({ length: 100 }, () => put().then(({ status }) => order.push(`ana ${status}`)));
      const other = await portal.call(getMe, {}, davi);
      order.push(`davi ${other.status}`);
      await Promise.all(many);
      // Without fair request slots it would be last; how many of the hundred end before depends on the machine.
      expect(order.indexOf('davi 200')).toBeLessThan(90);
      expect(new Set(order)).toEqual(new Set(['ana 200', 'davi 200']));
    },
  ],
  [
    'C16 readiness reports within two seconds whether the database answers and accepts writes',
    async ({ school }) => {
      const config = { DATA_DIR: ':memory:' };
      expect(await createReadiness(school.database, config)()).toBe('ready');
      const silent = { db: { selectNoFrom: () => ({ execute: () => new Promise(() => {}) }) } } as never;
      expect(await Promise.race([createReadiness(silent, config)(), late(2_000)])).toBe('database unreachable');
    },
  ],
  [
    'C17 odd spellings of an address do not displace cached pages',
    async () => {
      let rendered = 0;
      const web = await openTestPortal(
        {},
        {
          pageHandler: (_request, response) => {
            rendered += 1;
            response.setHeader('x-portal-anonymous', '1').end('<p>');
          },
        },
      );
      for (const _round of [1, 2, 3]) await sendRaw(web, '/%6bnn-orlando');
      expect(rendered).toBe(3);
      const isStored = async () => {
        const before = rendered;
        await sendRaw(web, '/knn-orlando');
        expect(rendered).toBe(before);
      };
      await vi.waitFor(isStored, { timeout: 10_000 });
      await web.close();
    },
  ],
];

describe.each(engines)('promises about data and people on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { env: { PUBLIC_PAGES: '/english-test' } });
  });
  afterAll(() => portal.close());

  it.each(promises)('%s', (_name, check) => check(portal));
});
