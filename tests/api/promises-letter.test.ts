import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redeemReward } from '#lib/contract/club.ts';
import { payWithPix } from '#lib/contract/finance.ts';
import { deliverOutbox } from '../../src/server/auth/deliver-outbox.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { noMail } from '../../src/server/ports/mail.ts';
import { addDebtor, payByCard } from '../support/bills.ts';
import { cards } from '../support/card-body.ts';
import { jsonAnswer, openFranchiseHost } from '../support/franchise-host.ts';
import { addMember, addReward } from '../support/points.ts';
import { openTestPortal, sendRaw } from '../support/portal.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

/** What the portal promises about the letter of the specification, one line each (docs/security.md). */
const promises: readonly [name: string, check: (portal: TestSchool) => Promise<void>][] = [
  [
    'D18 a client with its own bearer needs no Idempotency-Key',
    async (portal) => {
      const id = await addMember(portal, [[500]]);
      const body = { reward_id: await addReward(portal), quantidade: 1 as const };
      expect((await portal.call(redeemReward, { body }, { as: id })).body.saldo).toBe(400);
    },
  ],
  [
    'D18 a payment call without session or signature is not found, and logs nobody out',
    async (portal) => {
      const [bill = 0] = (await addDebtor(portal)).bills;
      const pix = await portal.call(payWithPix, { params: { id: bill }, query: {} });
      expect([pix.status, pix.body.detail]).toEqual([404, expect.stringMatching(/link de pagamento/)]);
      expect((await payByCard(portal, bill, cards.approved, {})).status).toBe(404);
    },
  ],
  [
    'D19 connected, a login of a token alone and a user of section 3 alone open the portal, and any 401 closes it',
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
      await expect(refused).rejects.toThrow(/newer version of the portal.*9999-future/);
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

describe.each(engines)('promises of the letter on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  it.each(promises)('%s', (_name, check) => check(portal));
});
