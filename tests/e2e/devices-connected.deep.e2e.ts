import { type PortalProcess, startPortal } from '../../scripts/portal-process.ts';
import { type FranchiseHost, type HostAnswer, jsonAnswer, openFranchiseHost } from '../support/franchise-host.ts';
import { logIn } from './support/log-in.ts';
import { freshTest as base, expect } from './support/portal-test.ts';
import { AUTH, withService } from './support/push.ts';

/** A public key of a push service: the portal only hands it to the browser. */
const KEY = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
const user = {
  ...{ id: 7, drive_user: { id: 70, company: { id: 3, escola_id: 1, venda_direta_allow: false } } },
  ...{ user_actions: [], is_club: false, pwa_installed: true, driver_tour: { dashboard: true } },
  ...{ phone: '11987654321', cep: '13010100', cpf: '52998224725', email: 'ana@escola.example' },
  ...{ full_name: 'Ana Souza', street_number: '10', street: 'Rua A' },
};

/** Auth values that the host knows. Its list of devices is empty all the same. */
const known = new Set<string>();

/** A host and a portal of this file's own. */
const test = base.extend<object, { world: { host: FranchiseHost; portal: PortalProcess } }>({
  world: [
    async ({ browserName: _any }, use) => {
      const host = await openFranchiseHost();
      host.answer = answer;
      const env = { PORTAL_API_URL: host.address, DRIVE_API_URL: host.address, VAPID_PUBLIC_KEY: KEY };
      const portal = await startPortal(env);
      await use({ host, portal });
      await portal.stop();
      await host.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ world }, use) => use(world.portal.address),
});
test.use({ tolerated: [/status of [45]\d\d/] });

const answer: HostAnswer = (request, response) => {
  const line = `${request.method} ${request.url?.replace('/api/v1/', '').replace(/\?.*/, '')}`;
  if (line.endsWith('/subscribe/')) known.add(AUTH);
  if (line.endsWith(`/unsubscribe/${AUTH}/`)) known.delete(AUTH);
  const isMissing = line === `GET push-notifications/${AUTH}/` && !known.has(AUTH);
  const bodies: Record<string, unknown> = {
    'POST login/access-token/': { access_token: 'tok-1' },
    'GET users/me/': { ...user, updated_at: new Date().toISOString() },
    'GET push-notifications/': [],
  };
  jsonAnswer(isMissing ? 404 : 200, bodies[line] ?? {})(request, response);
};

/** What reached the host of this device, in order, since the last call. */
const reached = (host: FranchiseHost) =>
  host.seen
    .map(({ line }) => line.replace('/api/v1/', ''))
    .filter((line) => /users\/pwa|push-notifications/.test(line));

test('a host that identifies devices by auth value gets one subscription, updates and a deletion (PUSH-02, PUSH-05, PUSH-07, PUSH-12)', async ({
  page,
  context,
  world: { host },
}) => {
  const calls = () => reached(host);
  await withService(page);
  await context.grantPermissions(['notifications']);
  await logIn(page, 'ana@escola.example');
  const lookUp = `GET push-notifications/${AUTH}/`;
  await page.goto('/dashboard');
  await expect.poll(calls).toEqual(['PUT users/pwa/', lookUp, 'POST push-notifications/subscribe/']);

  // Another session of the browser.
  await page.evaluate(() => sessionStorage.clear());
  host.seen.length = 0;
  await page.goto('/dashboard');
  await expect.poll(calls).toEqual(['PUT users/pwa/', lookUp, 'PUT push-notifications/update/']);

  await context.clearPermissions();
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
  host.seen.length = 0;
  await page.goto('/dashboard');
  await expect.poll(calls).toEqual([`DELETE push-notifications/unsubscribe/${AUTH}/`]);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('push_subscription_auth'))).toBeNull();
  expect(known.size).toBe(0);
});
