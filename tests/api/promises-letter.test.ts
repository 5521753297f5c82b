import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError, type Client } from '../../src/lib/api/client.ts';
import { getMe, updateRegistration } from '../../src/lib/contract/account.ts';
import { redeemReward } from '../../src/lib/contract/club.ts';
import { payWithPix } from '../../src/lib/contract/finance.ts';
import { listClasses } from '../../src/lib/contract/pedagogico.ts';
import { serveLoginPage } from '../../src/lib/forms/auth/login-page.ts';
import { classOfGrades } from '../../src/lib/forms/pedagogico/grades-page.ts';
import type { FormPage } from '../../src/lib/forms/submit.ts';
import { decide } from '../../src/lib/guards.ts';
import { routes } from '../../src/lib/routes.ts';
import { migrate } from '../../src/server/core/db/migrate.ts';
import { noMail } from '../../src/server/core/ports/mail.ts';
import { deliverOutbox } from '../../src/server/messages/mail/outbox.ts';
import { demoPassword } from '../../src/server/operate/seed/people.ts';
import { addAccount } from '../support/accounts.ts';
import { addDebtor, payByCard } from '../support/bills.ts';
import { cards } from '../support/card-body.ts';
import { cpfOf } from '../support/cpf.ts';
import { jsonAnswer, openFranchiseHost } from '../support/franchise-host.ts';
import { addMember, addReward } from '../support/points.ts';
import { openTestPortal, sendRaw } from '../support/portal.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const ANA = 1;
const guardOptions = ({ clock }: TestSchool) => ({
  publicPages: [],
  now: clock.now,
  timeZone: 'America/Sao_Paulo',
  connected: false,
});
/** The client of a page, with or without a session. */
const clientOf =
  (portal: TestSchool, as?: number): Client =>
  async (call, ...[input]) => {
    // As over HTTP: undefined values are not sent.
    const sent = JSON.parse(JSON.stringify(input ?? {}));
    const { status, body } = await portal.call(call, sent, { as });
    if (status >= 400) throw new ApiError(status, body);
    return body;
  };
const registration = {
  phone: '+55 (19) 99123-4567',
  cep: '13015-904',
  full_name: 'Rita Prado',
  street: 'Rua das Palmeiras',
  street_number: '10',
};

/** What the portal promises about the letter of the specification, one line each (docs/security.md). */
const promises: readonly [name: string, check: (portal: TestSchool) => Promise<void>][] = [
  [
    'D18 /login/form asks for name and password; book codes have their own address',
    async (portal) => {
      const { email } = await addAccount(portal);
      const address = new URL(`https://aluno.example${routes.login.form({ next: '/financial' })}`);
      const enter = (fields: Record<string, string>) =>
        serveLoginPage({
          request: new Request(address, { method: 'POST', body: new URLSearchParams(fields) }),
          locals: { session: { api: clientOf(portal) } as FormPage['locals']['session'] },
          url: address,
        });
      expect(address.pathname).toBe('/login/form');
      expect(await enter({ username: email, password: 'errada' })).toMatchObject({
        refused: { problem: 'Usuário ou senha incorreta.', fields: {} },
      });
      expect(await enter({ username: email, password: demoPassword })).toEqual({ redirect: '/financial' });
      expect(decide(routes.login.book(), { user: null, book: null, scope: null }, guardOptions(portal))).toEqual({
        allow: true,
      });
    },
  ],
  [
    'D18 grades belong to the enrollment, and an old address of a class leads there',
    async (portal) => {
      const api = clientOf(portal, ANA);
      const none = new URLSearchParams();
      for (const { id, turma_aluno_id } of (await portal.call(listClasses, { query: {} }, { as: ANA })).body) {
        expect(await classOfGrades(api, String(turma_aluno_id), none)).toEqual({ turmaId: id });
        expect(await classOfGrades(api, String(id), new URLSearchParams('por=turma'))).toEqual({
          redirect: routes.pedagogico.grades(turma_aluno_id),
        });
      }
      expect(await classOfGrades(api, '99999', none)).toEqual({ status: 404 });
    },
  ],
  [
    'D18 the requested address is kept over a registration update',
    async (portal) => {
      const { id } = await addAccount(portal);
      const user = (await portal.call(getMe, {}, { as: id })).body;
      const verdict = decide('/financial?mostrar=pagas', { user, book: null, scope: 'full' }, guardOptions(portal));
      expect(verdict).toEqual({ redirect: '/profile-update/start?next=%2Ffinancial%3Fmostrar%3Dpagas' });
    },
  ],
  [
    'D18 a refused field is named in Portuguese, or not at all',
    async (portal) => {
      const { id, email } = await addAccount(portal);
      const body = { ...registration, cpf: cpfOf(610_000 + id), email };
      for (const [name, wrong, said] of [
        ['street', '', 'Rua: Este campo é obrigatório'],
        ['full_name', 'x', 'Nome completo: Escreva o nome completo'],
        ['email', 'rita@', 'E-mail: Por favor, insira um e-mail válido'],
      ] as const) {
        const answer = await portal.call(updateRegistration, { body: { ...body, [name]: wrong } }, { as: id });
        expect([answer.status, answer.body.detail]).toEqual([422, said]);
      }
    },
  ],
  [
    'D18 telephone, postal code, state and name are checked on the server (VALID-22)',
    async (portal) => {
      const { id, email } = await addAccount(portal);
      const body = { ...registration, cpf: cpfOf(620_000 + id), email };
      for (const wrong of [
        ...['00000000000', '19891234567', '2399123456', '1912345678', '991234567'].map((phone) => ({ phone })),
        ...[{ cep: '00000000' }, { state: 'XX' }, { full_name: 'x' }],
      ]) {
        const answer = await portal.call(updateRegistration, { body: { ...body, ...wrong } }, { as: id });
        expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, Object.keys(wrong)]);
      }
      const saved = await portal.call(updateRegistration, { body }, { as: id });
      expect(saved.body).toMatchObject({ phone: '19991234567', cep: '13015904' });
    },
  ],
  [
    'D18 a client with its own bearer needs no Idempotency-Key',
    async (portal) => {
      const id = await addMember(portal, [[500]]);
      const body = { reward_id: await addReward(portal), quantidade: 1 as const };
      expect((await portal.call(redeemReward, { body }, { as: id })).body.saldo).toBe(400);
    },
  ],
  [
    'D18 a payment call without session or signature is not found, and ends no session',
    async (portal) => {
      const [bill = 0] = (await addDebtor(portal)).bills;
      const pix = await portal.call(payWithPix, { params: { id: bill }, query: {} });
      expect([pix.status, pix.body.detail]).toEqual([404, expect.stringMatching(/link de pagamento/)]);
      expect((await payByCard(portal, bill, cards.approved, {})).status).toBe(404);
    },
  ],
  [
    'D19 in connected mode a login with only a token and a user of section 3 work, and any 401 ends the session',
    async () => {
      const host = await openFranchiseHost();
      const web = await openTestPortal({ PORTAL_API_URL: host.address, DRIVE_API_URL: host.address });
      const company = { id: 3, escola_id: 1, venda_direta_allow: true };
      const user = { id: 7, drive_user: { company }, user_actions: [{ action_id: 4 }], is_club: true, driver_tour: {} };
      const headers = { 'sec-fetch-site': 'same-origin', cookie: 'portal_session=tok' };
      const ask = async (path: string, method?: string) =>
        (await sendRaw(web, `/api/v1/${path}`, { method, headers })).status;
      host.answer = jsonAnswer(200, { access_token: 'tok', token_type: 'Bearer' });
      expect(await ask('login/access-token/', 'POST')).toBe(200);
      host.answer = jsonAnswer(200, { ...user, updated_at: '2026-11-01T12:00:00Z', pwa_installed: false });
      expect(await ask('users/me/')).toBe(200);
      host.answer = jsonAnswer(401, { detail: 'Could not validate credentials' });
      expect([await ask('at-home/turmas/'), await ask('users/me/')]).toEqual([401, 401]);
      await web.close();
      await host.close();
    },
  ],
  [
    'D20 an older program refuses a database that a newer one has changed',
    async ({ school: { database, db } }) => {
      await sql`insert into schema_steps (name, ran_at) values ('9999-future', '2099-01-01')`.execute(db);
      const refused = migrate(db, database.engine);
      await expect(refused).rejects.toThrow(/versão mais nova do portal.*9999-future/);
      await sql`delete from schema_steps where name = '9999-future'`.execute(db);
    },
  ],
  [
    'D20 without SMTP no mail of a school counts as sent',
    async ({ school }) => {
      const mail = { kind: 'test', recipient: 'a@b.example', subject: 'Aviso', html: '', text: '' };
      const fresh = { created_at: school.now().toISOString(), attempts: 0, claimed_until: null };
      await school.db
        .insertInto('outbox')
        .values({ ...mail, ...fresh, sent_at: null, last_error: null })
        .execute();
      await deliverOutbox({ ...school, ports: { ...school.ports, mail: noMail } });
      const waiting = school.db.selectFrom('outbox').select('attempts').where('sent_at', 'is', null);
      expect(await waiting.execute()).toEqual([{ attempts: 0 }]);
    },
  ],
];

describe.each(engines)('promises about the letter of the specification on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  it.each(promises)('%s', (_name, check) => check(portal));
});
