import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import Sqlite from 'better-sqlite3';
import { type PortalProcess, startPortal, tokenOf } from '../../scripts/portal-process.ts';
import { openIntake, type ReportIntake } from '../support/report-intake.ts';

/** Values of the error or the request that no report may contain. */
const canaries = [
  'ana@demo.example',
  '529.982.247-25',
  '4111 1111 1111 1111',
  'Segredo-123',
  'portal-demo',
  'um-segredo-de-biscoito',
];
const FAULT = 'Falhou para ana@demo.example, 529.982.247-25, 4111 1111 1111 1111, senha=Segredo-123';
const told = [process.execPath, '--import', './tests/e2e/support/module-counter.ts', 'src/main.ts'] as const;

let intake: ReportIntake;
let portal: PortalProcess;
let data: string;
let token: string;

test.beforeAll(async () => {
  intake = await openIntake();
  data = mkdtempSync(join(tmpdir(), 'portal-reports-'));
  portal = await startPortal({ DATA_DIR: data, SENTRY_DSN: intake.dsn, SENTRY_ENVIRONMENT: 'homologacao' }, told);
  token = await tokenOf(portal.address, 'aluna@demo.example');
});
test.afterAll(async () => {
  await portal.stop();
  await intake.close();
  rmSync(data, { recursive: true, force: true });
});
test.beforeEach(() => {
  intake.envelopes.length = 0;
});

/** Breaks the school's database while `run` goes on. */
async function whileBroken(broken: string, mended: string, run: () => Promise<void>): Promise<void> {
  const database = new Sqlite(join(data, 'portal.sqlite'));
  try {
    database.exec(broken);
    await run();
  } finally {
    database.exec(mended);
    database.close();
  }
}

/** The one report that arrived, without personal data. */
async function theReport(): Promise<{ exception: { values: { value: string }[] }; tags: Record<string, string> }> {
  await expect.poll(() => intake.errors().length).toBeGreaterThan(0);
  expect(intake.envelopes).toHaveLength(1);
  const [envelope = ''] = intake.envelopes;
  for (const secret of [...canaries, token]) expect(envelope).not.toContain(secret);
  expect(envelope).toContain('"environment":"homologacao"');
  return JSON.parse(envelope.split('\n')[2] ?? '');
}

const SCRUBBED = 'Falhou para [e-mail], [cpf], [cartão], senha=[removido]';

test('an error in a call is reported once, without input or personal data of the message (SENTRY-07)', async () => {
  const broken = `create trigger breaks before update on users begin select raise(abort, '${FAULT}'); end`;
  await whileBroken(broken, 'drop trigger breaks', async () => {
    const answer = await fetch(
      `${portal.address}/api/v1/users/me/update-password/portal/?token=um-segredo-de-biscoito`,
      {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${token}`,
          cookie: 'portal_flash=um-segredo-de-biscoito',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ current_password: 'portal-demo', new_password: 'Segredo-123-novo' }),
      },
    );
    expect(answer.status).toBe(500);
  });
  const { exception, tags } = await theReport();
  expect(exception.values.at(-1)?.value).toBe(SCRUBBED);
  expect(tags).toMatchObject({ call: 'users/me/update-password/portal/' });
});

test('an error in a page is reported once, with its path only (SENTRY-07)', async () => {
  const broken = "update notices set expires_at = created_at, created_at = 'nunca'";
  await whileBroken(broken, 'update notices set created_at = expires_at, expires_at = null', async () => {
    const answer = await fetch(`${portal.address}/avisos?q=um-segredo-de-biscoito`, {
      headers: { cookie: `portal_session=${token}; portal_flash=um-segredo-de-biscoito` },
    });
    expect(answer.status).toBe(500);
    expect(await answer.text()).toContain('Algo deu errado do nosso lado');
  });
  const { exception, tags } = await theReport();
  expect(exception.values.at(-1)?.value).toBe('Invalid time value');
  expect(tags).toMatchObject({ path: '/avisos' });
});

test('an error in a job is reported once for each run', async () => {
  const broken = `create trigger breaks before delete on ended_tokens begin select raise(abort, '${FAULT}'); end;
    insert into ended_tokens (jti, expires_at) values ('x', '2020-01-01T00:00:00.000Z')`;
  await whileBroken(broken, 'drop trigger breaks', async () => {
    await expect.poll(() => intake.errors().length, { timeout: 20_000 }).toBe(1);
  });
  const { exception, tags } = await theReport();
  expect(exception.values.at(-1)?.value).toBe(SCRUBBED);
  expect(tags).toMatchObject({ job: 'deleteExpiredTokens' });
});

test('expected refusals are not reported: a wrong field, a visitor, a missing page', async () => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const wrong = { method: 'PUT', headers, body: '{}' };
  expect((await fetch(`${portal.address}/api/v1/users/me/update-password/portal/`, wrong)).status).toBe(422);
  expect((await fetch(`${portal.address}/api/v1/users/me/`)).status).toBe(401);
  expect((await fetch(`${portal.address}/api/v1/nothing/`)).status).toBe(404);
  const cookie = `portal_session=${token}`;
  const nowhere = await fetch(`${portal.address}/nada`, { headers: { cookie }, redirect: 'manual' });
  expect(nowhere.status).toBe(302);
  await portal.stop();
  expect(intake.envelopes).toEqual([]);
  expect(portal.output()).toContain('loaded @sentry/astro');
});

test('a process without an address loads no package for reports (SENTRY-07)', async () => {
  const plain = await startPortal({}, told);
  await tokenOf(plain.address, 'aluna@demo.example');
  expect((await fetch(`${plain.address}/login/main`)).status).toBe(200);
  await plain.stop();
  expect(plain.output()).not.toContain('loaded @');
});
