import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Stores = typeof import('../../../../src/lib/stores/shared.ts');

/** A tab of the browser, with modules of its own. */
async function openTab() {
  vi.resetModules();
  const stores: Stores = await import('../../../../src/lib/stores/shared.ts');
  const $points = stores.shared<number>('points');
  open.push(stores);
  return { ...stores, $points, value: () => $points.get().value };
}

const open: Stores[] = [];
const asUser = (userId: string | undefined) => vi.stubGlobal('document', { body: { dataset: { userId } } });

beforeEach(() => asUser('1'));
afterEach(() => {
  for (const { disconnectTabs } of open.splice(0)) disconnectTabs();
  vi.unstubAllGlobals();
});

it('a change in one tab reaches the other tab', async () => {
  const [one, other] = [await openTab(), await openTab()];
  for (const tab of [one, other]) {
    tab.seedShared(tab.$points, 1240, 1_000);
    tab.connectTabs();
  }
  one.updateShared(one.$points, 840);
  await expect.poll(other.value).toBe(840);
  // The other tab reports a change without its value.
  other.updateShared(other.$points, null);
  await expect.poll(one.value).toBeNull();
});

it('a newly loaded page updates the open tabs, and an older page changes nothing', async () => {
  const [one, other] = [await openTab(), await openTab()];
  one.seedShared(one.$points, 100, 1_000);
  one.connectTabs();
  other.seedShared(other.$points, 200, 2_000);
  other.connectTabs();
  await expect.poll(one.value).toBe(200);

  const older = await openTab();
  older.seedShared(older.$points, 50, 500);
  older.connectTabs();
  older.updateShared(older.$points, 300);
  await expect.poll(one.value).toBe(300);
  expect(other.value()).toBe(300);
});

it('a page that was requested before an answer does not overwrite it', async () => {
  const tab = await openTab();
  tab.updateShared(tab.$points, 840);
  tab.seedShared(tab.$points, 1240, 1_000);
  expect(tab.value()).toBe(840);
});

it('messages of another user of the browser and unknown messages are ignored', async () => {
  const tab = await openTab();
  tab.seedShared(tab.$points, 100, 1_000);
  tab.connectTabs();
  const channel = new BroadcastChannel('portal_shared');
  const fact = { name: 'points', value: 7, at: Date.now() };
  for (const message of [{ user: '2', facts: [fact] }, { user: '2', facts: null }, null, 'x', { user: '1', facts: 3 }])
    channel.postMessage(message);
  // Messages of one channel arrive in order.
  channel.postMessage({ user: '1', facts: [{ ...fact, value: 8 }] });
  const values: unknown[] = [];
  tab.$points.listen(({ value }) => values.push(value));
  await expect.poll(tab.value).toBe(8);
  channel.close();
  expect(values).toEqual([8]);
});

it('a received message is not sent on', async () => {
  const [one, other] = [await openTab(), await openTab()];
  for (const tab of [one, other]) tab.connectTabs();
  const heard: unknown[] = [];
  const channel = new BroadcastChannel('portal_shared');
  channel.onmessage = ({ data }) => heard.push(data);
  one.updateShared(one.$points, 1);
  await expect.poll(other.value).toBe(1);
  other.updateShared(other.$points, 2);
  await expect.poll(one.value).toBe(2);
  await expect.poll(() => heard.length).toBe(2);
  channel.close();
});

it('a logout empties every tab of this user', async () => {
  const [one, other] = [await openTab(), await openTab()];
  for (const tab of [one, other]) tab.connectTabs();
  one.updateShared(one.$points, 840);
  await expect.poll(other.value).toBe(840);
  one.clearShared();
  expect(one.$points.get()).toEqual({ name: 'points', value: null, at: 0 });
  await expect.poll(() => other.$points.get().at).toBe(0);
});

it('a visitor’s page sends and receives no messages', async () => {
  const tab = await openTab();
  tab.connectTabs();
  asUser(undefined);
  const visitor = await openTab();
  visitor.connectTabs();
  visitor.updateShared(visitor.$points, 5);
  asUser('1');
  const last = await openTab();
  last.connectTabs();
  last.updateShared(last.$points, 6);
  await expect.poll(tab.value).toBe(6);
  expect(visitor.value()).toBe(5);
});
