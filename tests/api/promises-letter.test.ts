import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redeemReward } from '#lib/contract/club.ts';
import { payWithPix } from '#lib/contract/finance.ts';
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
];

describe.each(engines)('promises of the letter on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  it.each(promises)('%s', (_name, check) => check(portal));
});
