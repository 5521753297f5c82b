import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redeemReward } from '#lib/contract/club.ts';
import { payWithPix } from '#lib/contract/finance.ts';
import { deliverOutbox } from '../../src/server/auth/deliver-outbox.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { noMail } from '../../src/server/ports/mail.ts';
import { addDebtor, payByCard } from '../support/bills.ts';
import { cards } from '../support/card-body.ts';
import { addMember, addReward } from '../support/points.ts';
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
