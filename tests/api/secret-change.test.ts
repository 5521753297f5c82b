import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getMe } from '../../src/lib/contract/account.ts';
import { joinCampaign, listQrCodes } from '../../src/lib/contract/travel.ts';
import { createTokens } from '../../src/server/identity/auth/tokens.ts';
import { vapidKeys } from '../../src/server/messages/devices/vapid.ts';
import { digestOf } from '../../src/server/school/travel/ticket-code.ts';
import { SECRET } from '../support/bare-env.ts';
import { addDebtor } from '../support/bills.ts';
import { addMember, addReward, booksOf, redeem } from '../support/points.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { noonOf } from '../support/school-day.ts';
import { addCampaign, staff } from '../support/travel.ts';

const OLD = SECRET;
const NEW = 'another secret that took its place';

describe.each(engines)('a change of the secret on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    portal.clock.now = noonOf(portal);
  });
  afterAll(() => portal.close());
  beforeEach(() => {
    portal.school.tokens = createTokens(OLD);
  });
  const change = () => {
    portal.school.tokens = createTokens(NEW, OLD);
  };

  it('a change of the secret keeps sessions and payment links valid if SECRET_PREVIOUS has the former one', async () => {
    const { id, bills } = await addDebtor(portal, [{}]);
    const token = await portal.tokenOf(id);
    const { body } = await portal.ops.finance.getPaymentLink({ parcela_id: bills[0] ?? 0 }, { token });
    const link = body.url.split('/').at(-1) ?? '';
    const works = async () => [
      (await portal.call(getMe, {}, { token })).status,
      (await portal.ops.finance.getBill({ token: link }, {})).status,
    ];
    change();
    expect(await works()).toEqual([200, 200]);
    portal.school.tokens = createTokens(NEW);
    expect(await works()).toEqual([401, 404]);
  });

  it('a printed ticket stays valid after a change of the secret, with and without network', async () => {
    const id = await addCampaign(portal);
    const body = { campaign_id: id, acompanhantes: [], aceite_regulamento: true } as const;
    await portal.call(joinCampaign, { body } as never, { as: 4 });
    const own = async () =>
      (await portal.call(listQrCodes, {}, { as: 4 })).body.find(({ campaign_id }) => campaign_id === id)?.payload ?? '';
    const printed = await own();
    change();
    const shown = await own();
    expect(shown).not.toBe(printed);
    const checkIn = await portal.ops.travel.getCheckIn({ id }, { as: staff.julia });
    expect(checkIn.body.itens.map(({ payload }) => payload)).toEqual([digestOf(shown), digestOf(printed)]);
    const { body: said } = await portal.ops.travel.scanTicket({ texto: printed }, { as: staff.julia });
    expect(said.valido).toBe(true);
  });

  it('a request repeated after a change of the secret is recognized as repeated', async () => {
    const id = await addMember(portal, [[500]]);
    const reward = await addReward(portal, { pontos: 100 });
    const key = randomUUID();
    const first = await redeem(portal, id, reward, key);
    change();
    const again = await redeem(portal, id, reward, key);
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect((await booksOf(portal, id)).saldo).toBe(400);
  });

  it('a change of the secret keeps the VAPID key of the school', () => {
    const before = vapidKeys(portal.school).publicKey;
    change();
    expect(vapidKeys(portal.school).publicKey).toBe(before);
    portal.school.tokens = createTokens(NEW);
    expect(vapidKeys(portal.school).publicKey).not.toBe(before);
  });
});
