import { request } from 'node:http';
import { expect, test } from '@playwright/test';
import { startPortal } from '../../scripts/portal-process.ts';

const logins = ['aluna', 'visitante', 'pendente', 'menor', 'gestora', 'admin', 'professora', 'phenom'];

test('S13 a stop answers what runs, takes no more, and ends well', async () => {
  const portal = await startPortal();
  const sent: Promise<void>[] = [];
  const answers = logins.map(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const asking = request(`${portal.address}/api/v1/login/access-token/`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
        asking.once('error', reject);
        asking.once('response', (response) => {
          response.resume();
          response.once('end', () => resolve(response.statusCode ?? 0));
        });
        sent.push(new Promise((done) => asking.once('finish', done)));
        asking.end(`username=${name}%40demo.example&password=portal-demo`);
      }),
  );
  await Promise.all(sent);
  // The kernel may hold what was sent: this one is answered after all of them were read.
  await fetch(`${portal.address}/healthz`);
  const ended = portal.stop();
  expect(await Promise.all(answers)).toEqual(logins.map(() => 200));
  expect(await ended).toBe(0);
  await expect(fetch(`${portal.address}/healthz`)).rejects.toThrow();
  expect(portal.output()).not.toMatch(/"level":(50|60)/);
});

test('S13 D20 `npm start` ends with what it started, and leaves the port free', async () => {
  const portal = await startPortal({}, ['npm', 'start']);
  expect((await fetch(`${portal.address}/readyz`)).status).toBe(200);
  // To the process of npm itself, as a supervisor or a container does it.
  expect(await portal.stop()).toBe(0);
  await expect(fetch(`${portal.address}/readyz`)).rejects.toThrow();
  const next = await startPortal({ PORT: new URL(portal.address).port });
  expect(next.address).toBe(portal.address);
  await next.stop();
});
