import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NoticeKind } from '../../src/lib/contract/inbox.schema.ts';
import { notifyPayers } from '../../src/server/messages/inbox/guardian.ts';
import { kinds } from '../../src/server/messages/inbox/kinds.ts';
import { mailDeliveries } from '../../src/server/messages/inbox/mail-deliveries.ts';
import { notify } from '../../src/server/messages/inbox/notify.ts';
import { addAccount } from '../support/accounts.ts';
import { addDevices } from '../support/device-rows.ts';
import { type PushService, startPushService } from '../support/push-service.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const MINUTE_MS = 60_000;
interface Pushed {
  title: string;
  body: string;
  navigate: string;
  data: { delivery_token: string };
}
const NOON = new Date('2026-03-10T15:00:00.000Z');
let number = 0;

describe.each(engines)('several notices of one hour on %s', (engine) => {
  let service: PushService;
  let portal: TestSchool;
  beforeAll(async () => {
    service = await startPushService();
    portal = await openTestSchool(engine, { env: { PUSH_HOSTS: `fcm.googleapis.com,${service.origin}` } });
  });
  beforeEach(() => {
    portal.clock.now = NOON;
  });
  afterAll(async () => {
    await portal.close();
    await service.close();
  });

  async function reader(devices = 1) {
    const { id } = await addAccount(portal);
    const own = Array.from({ length: devices }, () => service.device());
    await addDevices(portal.school, id, own);
    const paths = own.map(({ endpoint }) => new URL(endpoint).pathname);
    const pushed = () =>
      service.arrived.filter(({ path }) => paths.includes(path)).map(({ payload }) => payload.notification as Pushed);
    return { id, pushed };
  }
  const order = (userId: number, presses = false) => {
    number += 1;
    const params = { id: number, numero: String(number), status: 3 };
    const event = { userId, kind: 'pedido_andou', about: `${number}:3`, params, isPressing: presses } as const;
    return portal.school.db.transaction().execute((tx) => notify(tx, portal.clock.now, event));
  };
  const send = () => portal.sender.runOnce();
  async function wait(minutes: number) {
    portal.clock.advance(minutes * MINUTE_MS);
    await send();
  }
  const unread = async (as: number) => (await portal.ops.inbox.listNotices({}, { as })).body.total;

  it('PUSH-17 the first notice is sent at once, the others of the hour as one push, and the portal has each', async () => {
    const { id, pushed } = await reader(2);
    await order(id);
    await send();
    expect(pushed()).toHaveLength(2);
    for (let more = 0; more < 3; more += 1) {
      await wait(5);
      await order(id);
    }
    await wait(1);
    expect(pushed()).toHaveLength(2);
    await wait(60);
    const bundles = pushed().slice(2);
    expect(bundles.map(({ title }) => title)).toEqual(['3 novidades', '3 novidades']);
    expect(bundles[0]?.body.split('\n')).toHaveLength(3);
    expect(bundles[0]?.navigate).toMatch(/\/avisos$/);
    await portal.ops.devices.reportEvent(
      { delivery_token: bundles[0]?.data.delivery_token ?? '', event: 'clicked' },
      {},
    );
    expect(await unread(id)).toBe(4);
    await wait(60);
    expect(pushed()).toHaveLength(4);
    const rows = await portal.school.db.selectFrom('deliveries').select('status').where('user_id', '=', id).execute();
    const states = rows.map(({ status }) => status).toSorted();
    expect(states).toEqual([...Array.from({ length: 7 }, () => 'aceita'), 'clicada']);
  });

  it('urgent notices and those about bills are never delayed, and urgent ones are sent alone', async () => {
    const { id, pushed } = await reader();
    await order(id);
    await order(id, true);
    const aboutBills = NoticeKind.options.filter((kind) => kinds[kind].category === 'financeiro');
    expect(aboutBills.length).toBeGreaterThan(1);
    for (const kind of aboutBills) {
      const event = { userId: id, kind, about: `p${id}`, params: kinds[kind].exemplo } as const;
      await portal.school.db.transaction().execute((tx) => notify(tx, portal.clock.now, event));
    }
    const rows = await portal.school.db.selectFrom('deliveries').select('due_at').where('user_id', '=', id).execute();
    expect(rows.map(({ due_at }) => due_at)).toEqual(
      Array.from({ length: 2 + aboutBills.length }, () => NOON.toISOString()),
    );
    await send();
    expect(pushed().map(({ title }) => title)).toEqual(
      expect.arrayContaining([`${1 + aboutBills.length} novidades`, expect.stringMatching(/^Pedido/)]),
    );
    expect(pushed()).toHaveLength(2);
  });

  it('a new notice does not share the attempts of a failing one', async () => {
    const { id, pushed } = await reader();
    const { endpoint } = await portal.school.db
      .selectFrom('push_subscriptions')
      .select('endpoint')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    const { pathname } = new URL(endpoint);
    service.answers.set(pathname, { status: 503 });
    await order(id);
    await send();
    service.answers.delete(pathname);
    await order(id);
    await wait(61);
    expect(pushed().map(({ title }) => title)).toEqual([
      expect.stringMatching(/^Pedido/),
      expect.stringMatching(/^Pedido/),
    ]);
  });

  it('a bundle is retried after a failure of the service, and arrives once', async () => {
    const { id, pushed } = await reader();
    await order(id);
    await send();
    await order(id);
    await order(id);
    const { endpoint } = await portal.school.db
      .selectFrom('push_subscriptions')
      .select('endpoint')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    service.answers.set(new URL(endpoint).pathname, { status: 503 });
    await wait(61);
    service.answers.delete(new URL(endpoint).pathname);
    await wait(10);
    await wait(10);
    expect(
      pushed()
        .map(({ title }) => title)
        .slice(1),
    ).toEqual(['2 novidades']);
  });

  it('each notice is in exactly one message, whenever it was created', async () => {
    const arrivals = fc.array(fc.record({ after: fc.integer({ min: 0, max: 50 }), presses: fc.boolean() }), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(arrivals, async (list) => {
        portal.clock.now = NOON;
        const { id, pushed } = await reader();
        const first = number;
        for (const { after, presses } of list) {
          await wait(after);
          await order(id, presses);
          await send();
          if (presses)
            expect(pushed().some(({ title, body }) => `${title} ${body}`.includes(`Pedido ${number}:`))).toBe(true);
        }
        await wait(61);
        const lines = pushed().flatMap(({ title, body }) => (title.endsWith('novidades') ? body.split('\n') : [title]));
        const numbers = lines.map((line) => Number(/Pedido (\d+):/.exec(line)?.[1])).toSorted((a, b) => a - b);
        expect(numbers).toEqual(list.map((_each, at) => first + at + 1));
      }),
      { numRuns: 12 },
    );
  });

  it('a guardian without an account gets one mail for notices of two children that are due together', async () => {
    number += 1;
    const email = `dois-filhos${number}@teste.example`;
    const guardian = JSON.stringify({ full_name: 'Sandra Nunes', cpf: '00000000191', email, relation: 'Mãe' });
    const child = async (full_name: string) => {
      const { id } = await addAccount(portal);
      await portal.school.db
        .updateTable('users')
        .set({ full_name, birth_date: '2014-03-02', guardian })
        .where('id', '=', id)
        .execute();
      return { id, full_name, birth_date: '2014-03-02', guardian };
    };
    const [davi, lia] = [await child('Davi Nunes'), await child('Lia Nunes')];
    const due = (owner: typeof davi) => {
      number += 1;
      const params = { descricao: 'Mensalidade', centavos: 100, vencimento: '2026-03-13', dias: 3, path: '/financial' };
      const event = { userId: owner.id, kind: 'parcela_lembrete', about: `x${number}`, params, owner } as const;
      const events = [{ ...event, today: '2026-03-10', forGuardian: { ...params, de: owner.full_name } }];
      return portal.school.db.transaction().execute((tx) => notifyPayers(tx, portal.clock.now, events));
    };
    const mail = () => Promise.all([mailDeliveries(portal.school), mailDeliveries(portal.school)]);
    const subjects = async () => (await portal.mails(email)).map(({ subject }) => subject).toReversed();
    await due(davi);
    await mail();
    portal.clock.advance(5 * MINUTE_MS);
    await due(lia);
    await due(davi);
    await mail();
    expect(await subjects()).toEqual(['Parcela de Davi vence em 3 dias', '2 novidades']);
    await mail();
    expect(await subjects()).toHaveLength(2);

    // Another guardian gets Davi's mails before they are sent: each gets those of the own child.
    await due(davi);
    await due(lia);
    const other = email.replace('dois', 'outros');
    await portal.school.db
      .updateTable('users')
      .set({ guardian: guardian.replace(email, other) })
      .where('id', '=', davi.id)
      .execute();
    await mail();
    expect((await portal.mails(other)).map(({ subject }) => subject)).toEqual(['Parcela de Davi vence em 3 dias']);
    expect((await subjects()).slice(2)).toEqual(['Parcela de Lia vence em 3 dias']);
  });
});
