import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkUpstream, NoLogin, type Report } from '../../scripts/upstream-check.ts';
import { planOfCalls } from '../../scripts/upstream-plan.ts';
import { openForeignHost, setQuirks, takeRequests } from '../support/foreign-host.ts';
import type { Quirks } from '../support/foreign-quirks.ts';
import { jsonAnswer, loginWith, openFranchiseHost } from '../support/franchise-host.ts';

const PASSWORD = 'portal-demo';
const ANA = { username: 'aluna@demo.example', password: PASSWORD, account: 1 };

describe('check:upstream', () => {
  const data = mkdtempSync(join(tmpdir(), 'franchise-'));
  let portal: Awaited<ReturnType<typeof openForeignHost>>;
  let drive: Awaited<ReturnType<typeof openForeignHost>>;
  beforeAll(async () => {
    portal = await openForeignHost('portal', data);
    drive = await openForeignHost('drive', data);
  });
  afterAll(async () => {
    await portal.close();
    await drive.close();
    rmSync(data, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await behave({ quirks: [] });
    await takeRequests(portal.address);
  });
  const behave = (quirks: Quirks) => setQuirks(portal.address, quirks);
  const check = (who = ANA, tries = false): Promise<Report> =>
    checkUpstream({ portal: portal.address, drive: drive.address, tmz: -3, timeoutMs: 8_000 }, who, { tries });
  const of = (report: Report, outcome: string) =>
    report.calls.filter((call) => call.outcome === outcome).map(({ name }) => name);

  it('check:upstream reports every call of the specification once', async () => {
    const report = await check();
    const names = [report.login, ...report.calls].map(({ name }) => name);
    expect(names.toSorted()).toEqual(
      planOfCalls()
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  it('check:upstream accepts a host that follows the contract, and lists the calls that it lacks', async () => {
    const report = await check();
    expect(of(report, 'differs')).toEqual([]);
    expect(of(report, 'failed')).toEqual([]);
    expect(of(report, 'missing')).toEqual([]);
    expect(report.counts.ok).toBeGreaterThan(28);
    expect(report.tmz).toBe('unknown');
  });

  it('check:upstream sends no writes unless requested, and then none that change data', async () => {
    await check();
    const methods = async () =>
      (await takeRequests(portal.address)).map(({ line }) => line).filter((line) => !line.startsWith('GET '));
    expect(await methods()).toEqual(['POST login/access-token/']);
    const report = await check(ANA, true);
    expect((await methods()).toSorted()).toEqual([
      'POST cambio-real/simulator-value/',
      'POST login/access-token/',
      'POST pre-invoice/aluno/',
      'PUT users/pwa/',
    ]);
    expect(of(report, 'failed')).toEqual([]);
  });

  it('check:upstream tests calls of staff with the login of a manager', async () => {
    expect(of(await check(), 'not tried')).toContain('account.searchUsers');
    expect(of(await check({ ...ANA, username: 'gestora@demo.example' }), 'ok')).toContain('account.searchUsers');
  });

  it('check:upstream tolerates another order, extra and missing fields, and unknown statuses', async () => {
    await behave({ quirks: ['shuffled', 'extra', 'sparse', 'words'] });
    const report = await check();
    expect([of(report, 'differs'), of(report, 'failed')]).toEqual([[], []]);
    const finance = report.calls.find(({ name }) => name === 'finance.getFinance');
    expect(finance?.misfits.find(({ path }) => path === 'parcelas[].status')).toMatchObject({ isTolerated: true });
  });

  it.each([
    ['other-shape', 'differs'],
    ['html-200', 'differs'],
    ['not-allowed', 'missing'],
    ['html-500', 'failed'],
    ['reset', 'failed'],
    ['half', 'failed'],
    ['redirect', 'failed'],
    ['huge', 'failed'],
    ['unauthorized', 'failed'],
  ] as const)('%s: the call is named as %s, the others go on', async (quirk, outcome) => {
    await behave({ quirks: [quirk], only: 'at-home/financeiro' });
    const report = await check();
    expect(of(report, outcome)).toContain('finance.getFinance');
    expect(of(report, 'ok')).toContain('pedagogico.listClasses');
  });

  it('a login with several accounts uses the requested one', async () => {
    const report = await check({ username: 'familia@demo.example', password: PASSWORD, account: 2 });
    expect(report.login.note).toBe('account 2 of 2');
    await expect(check({ username: 'familia@demo.example', password: PASSWORD, account: 3 })).rejects.toThrow(NoLogin);
  });

  it.each([
    ['east-positive', 1],
    ['east-negative', -1],
  ] as const)('OPEN-05 the sign of tmz is seen where answers follow the clock: %s', async (expected, sign) => {
    const host = await openFranchiseHost();
    host.answer = (request, response) => {
      const hours = Number(request.headers.tmz) * sign;
      const agora = new Date(Date.UTC(2026, 2, 1, 12) + hours * 3_600_000).toISOString();
      const answer = request.url?.includes('login')
        ? loginWith('token')
        : request.url?.endsWith('turmas/')
          ? [{ id: 1 }]
          : { agora, atividades: [] };
      jsonAnswer(200, answer)(request, response);
    };
    const upstream = { portal: host.address, drive: host.address, tmz: -3, timeoutMs: 8_000 };
    const report = await checkUpstream(upstream, ANA, { tries: false });
    await host.close();
    expect(report.tmz).toBe(expected);
  });

  describe('the command', () => {
    const run = (args: string[], input = ''): Promise<{ code: number | null; output: string }> =>
      new Promise((done) => {
        const env = { ...process.env, PORTAL_API_URL: '', DRIVE_API_URL: '', UPSTREAM_PASSWORD: '' };
        const child = spawn(process.execPath, ['scripts/check-upstream.ts', ...args], { env });
        let output = '';
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
        child.once('close', (code) => done({ code, output }));
        child.stdin.end(input);
      });
    const hosts = () => ['--portal', portal.address, '--drive', drive.address];
    const ask = (...more: string[]) =>
      run(['--user', ANA.username, '--password-stdin', ...hosts(), ...more], `${PASSWORD}\n`);

    it('check:upstream prints a line for each call and totals, and no personal data', async () => {
      const { output } = await ask();
      expect(output).toMatch(/^ok +GET users\/me\/ +account\.getMe +200, \d+ ms$/m);
      expect(output).toMatch(/\d+ ok, 0 differ, \d+ missing, 0 failed, \d+ not tried\n$/);
      expect(output).not.toMatch(new RegExp(`${PASSWORD}|${ANA.username}|Ana|Souza|KNN-LIVRO|11111111|eyJ`));
    });

    it('check:upstream exits with 1 if a call violates the contract, also with JSON output', async () => {
      await behave({ quirks: ['other-shape'], only: 'rewards/$' });
      const { code, output } = await ask('--json');
      expect(code).toBe(1);
      const report = JSON.parse(output) as Report;
      const rewards = report.calls.find(({ name }) => name === 'club.listRewards');
      expect(rewards?.misfits).toContainEqual({
        ...{ path: 'saldo', expected: 'integer', got: 'nothing', isTolerated: false },
      });
      expect(output).not.toContain(ANA.username);
    });

    it('check:upstream exits with 2 if no call was possible, and says what to do', async () => {
      const wrong = await run(['--user', 'x', '--password-stdin', ...hosts()], 'geheim');
      expect([wrong.code, wrong.output.includes('geheim')]).toEqual([2, false]);
      expect(wrong.output).toContain('The login did not succeed');
      for (const args of [[], ['--user', 'x'], ['--user', 'x', '--portal', 'ftp://a'], ['--nonsense']]) {
        const { code, output } = await run(args);
        expect([code, output.includes('npm run check:upstream')]).toEqual([2, true]);
      }
    });
  });
});
