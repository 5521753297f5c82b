import { fork } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import pino, { type Logger } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atMost, openReports, reportErrors } from '../../../src/process/sentry.server.config.ts';
import { openIntake, type ReportIntake } from '../../support/report-intake.ts';

let intake: ReportIntake;
beforeEach(async () => {
  intake = await openIntake();
});
afterEach(() => intake.close());

const open = () => openReports({ dsn: intake.dsn, environment: 'homologacao', release: 'abc12345' });
const silent = () => pino({ level: 'silent' });

describe('a report of the process', () => {
  it('a report contains release, call and causes, and nothing about the machine', async () => {
    const reports = await open();
    const cause = new Error('a tabela sumiu');
    reports.send(new Error('falhou', { cause }), {
      call: '/club/rewards/',
      requestId: '9d5e5687-4007-4714-9f9b-145219f851c6',
      user: 'Ana Souza',
    });
    await reports.close();
    expect(intake.envelopes).toHaveLength(1);
    const event = JSON.parse(intake.envelopes[0]?.split('\n')[2] ?? '');
    expect(event).toMatchObject({ environment: 'homologacao', release: 'abc12345', level: 'error' });
    expect(event.tags).toEqual({ call: '/club/rewards/', request: '9d5e5687' });
    expect(event.exception.values.map(({ value }: { value: string }) => value)).toEqual(['a tabela sumiu', 'falhou']);
    expect(event.exception.values[0].stacktrace.frames.length).toBeGreaterThan(0);
    for (const name of ['server_name', 'user', 'request', 'extra', 'breadcrumbs', 'modules'])
      expect(event).not.toHaveProperty(name);
  });

  it('a report holds no token, CPF, e-mail, password, cookie or card number (SENTRY-07)', async () => {
    const reports = await open();
    const canaries = [
      '529.982.247-25',
      'ana@demo.example',
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln',
      '4111 1111 1111 1111',
    ];
    const named = ['senha=Segredo-123', 'cookie: portal_session=abcdef', '?token=ghijkl'];
    reports.send(new Error(`Falhou: ${[...canaries, ...named].join(', ')} em /x?token=ghijkl`), { path: canaries[1] });
    await reports.close();
    const [envelope = ''] = intake.envelopes;
    expect(envelope).toContain('Falhou: [cpf], [e-mail], [token], [cartão]');
    for (const secret of [...canaries, 'Segredo-123', 'abcdef', 'ghijkl']) expect(envelope).not.toContain(secret);
  });

  it('at most twenty reports are sent a minute', async () => {
    const reports = await open();
    for (let count = 0; count < 50; count++) reports.send(new Error('o banco de dados caiu'), {});
    await reports.close();
    expect(intake.envelopes).toHaveLength(20);
  });

  it('closing does not wait for an intake that does not answer', async () => {
    const mute = createServer();
    await new Promise<void>((done) => mute.listen(0, '127.0.0.1', done));
    const { port } = mute.address() as AddressInfo;
    const reports = await openReports({
      dsn: `http://key@127.0.0.1:${port}/7`,
      environment: 'teste',
      release: undefined,
    });
    reports.send(new Error('falhou'), {});
    await expect(reports.close()).resolves.toBeUndefined();
    mute.close();
  });
});

describe('the cap on reports', () => {
  it('the cap limits reports per time span, and starts again in the next span', () => {
    let now = 0;
    const mayPass = atMost(2, 60_000, () => now);
    expect([mayPass(), mayPass(), mayPass()]).toEqual([true, true, false]);
    now = 59_999;
    expect(mayPass()).toBe(false);
    now = 60_000;
    expect([mayPass(), mayPass(), mayPass()]).toEqual([true, true, false]);
  });
});

describe('errors in the log', () => {
  /** @returns the errors that are reported when `write` uses the log */
  function reported(write: (log: Logger) => void): unknown[] {
    const sent: unknown[] = [];
    const log = silent();
    reportErrors(log, (error) => void sent.push(error));
    write(log);
    return sent;
  }

  it('a logged error with its cause is reported, also when the log is silent', () => {
    const error = new Error('falhou');
    expect(reported((log) => log.error({ err: error, job: 'deleteOld' }, 'background job failed'))).toEqual([error]);
    expect(reported((log) => log.fatal({ err: error }, 'the process ends'))).toEqual([error]);
  });

  it('a logged warning, or an error without a cause, is not reported', () => {
    const error = new Error('away');
    expect(reported((log) => log.warn({ err: error }, 'database unreachable'))).toEqual([]);
    expect(reported((log) => log.error({ status: 500 }))).toEqual([]);
    expect(reported((log) => log.error('a sentence'))).toEqual([]);
  });

  it('reported lines are still logged', () => {
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    reportErrors(log, () => undefined);
    log.error({ err: new Error('falhou') }, 'call failed');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('"msg":"call failed"');
  });
});

describe('uncaught errors', () => {
  it('an unhandled rejection is reported; an uncaught exception also ends the process after its report', async () => {
    const child = fork('tests/support/faulty-process.ts', { env: { ...process.env, DSN: intake.dsn } });
    const ended = new Promise((done) => child.once('exit', done));
    const heard = () => new Promise((done) => child.once('message', done));
    expect(await heard()).toBe('ready');
    child.send('leave');
    await heard();
    // A connection closed by the browser is not reported.
    child.send('gone');
    await heard();
    expect(child.exitCode).toBeNull();
    child.send('break');
    expect(await ended).toBe(1);
    expect(intake.errors()).toHaveLength(2);
    expect(intake.errors()[0]).toContain('ficou sozinha');
    expect(intake.errors()[1]).toContain('quebrou para [e-mail]');
  });
});
