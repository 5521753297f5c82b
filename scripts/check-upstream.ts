import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { checkUpstream, type Finding, NoLogin, type Report } from './upstream-check.ts';

const USAGE = `npm run check:upstream -- --user LOGIN [--portal URL --drive URL]
  --user            who logs in; a student with something of everything shows most
  --password-stdin  reads the password from standard input; else UPSTREAM_PASSWORD, else it is asked for
  --portal --drive  the hosts; else PORTAL_API_URL and DRIVE_API_URL, also from .env
  --account N       which account, where several share the login (1)
  --tmz HOURS       the clock that is sent (-3)
  --timeout-ms N    how long each call may take (8000)
  --write           also tries writing calls that leave everything as it is
  --json            the whole report as JSON
Ends with 0 when every call that was tried keeps the contract, with 1 when one does not, with 2 when nothing could be asked.
`;

/** Says what is wrong with the call of the command. */
class Misuse extends Error {}

function readOptions() {
  const { values } = parseArgs({
    options: {
      user: { type: 'string' },
      'password-stdin': { type: 'boolean', default: false },
      portal: { type: 'string', default: process.env.PORTAL_API_URL ?? '' },
      drive: { type: 'string', default: process.env.DRIVE_API_URL ?? '' },
      account: { type: 'string', default: '1' },
      tmz: { type: 'string', default: '-3' },
      'timeout-ms': { type: 'string', default: '8000' },
      write: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const isHost = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '');
  const [account, tmz, timeoutMs] = [values.account, values.tmz, values['timeout-ms']].map(Number);
  if (!values.user) throw new Misuse('--user is missing');
  if (!isHost(values.portal) || !isHost(values.drive)) throw new Misuse('--portal and --drive name the two hosts');
  if (![account, tmz, timeoutMs].every(Number.isFinite)) throw new Misuse('--account, --tmz, --timeout-ms: numbers');
  const host = (text: string) => text.replace(/\/+$/, '');
  return {
    ...values,
    user: values.user,
    account: account as number,
    upstream: {
      portal: host(values.portal),
      drive: host(values.drive),
      tmz: tmz as number,
      timeoutMs: timeoutMs as number,
    },
  };
}

async function readPassword(fromInput: boolean): Promise<string> {
  if (fromInput) {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks)
      .toString('utf8')
      .replace(/\r?\n$/, '');
  }
  if (process.env.UPSTREAM_PASSWORD) return process.env.UPSTREAM_PASSWORD;
  if (!process.stdin.isTTY) throw new Misuse('no password: --password-stdin or UPSTREAM_PASSWORD');
  process.stderr.write('Password: ');
  // The terminal does not show what the user types.
  const mute = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: mute, terminal: true });
  const typed = await new Promise<string>((done) => lines.question('', done));
  lines.close();
  process.stderr.write('\n');
  return typed;
}

/** One line for a call, and one line below for each difference. */
function linesOf({ outcome, name, line, status, ms, misfits, note }: Finding): string[] {
  const facts = [status, ms !== null && `${ms} ms`, note].filter((fact) => fact !== null && fact !== false);
  return [
    `${outcome.padEnd(9)} ${line.padEnd(62)} ${name}  ${facts.join(', ')}`.trimEnd(),
    ...misfits.map(
      ({ path, expected, got, isTolerated }) =>
        `            ${path}: ${expected} expected, ${got} came${isTolerated ? ' (borne)' : ''}`,
    ),
  ];
}

const tmzWords = {
  'east-positive': 'hours east count up: TMZ_SIGN=east-positive',
  'east-negative': 'hours east count down: TMZ_SIGN=east-negative',
  unknown: 'no answer depends on the clock that is sent, so its sign cannot be told from outside: ask the franchise',
};

function print({ login, calls, tmz, counts }: Report): void {
  const { ok, differs, missing, failed } = counts;
  process.stdout.write(
    `${[
      ...[login, ...calls].flatMap(linesOf),
      '',
      `tmz: ${tmzWords[tmz]}`,
      `${ok} ok, ${differs} differ, ${missing} missing, ${failed} failed, ${counts['not tried']} not tried`,
    ].join('\n')}\n`,
  );
}

async function main(): Promise<number> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const options = readOptions();
  const password = await readPassword(options['password-stdin']);
  const credentials = { username: options.user, password, account: options.account };
  const report = await checkUpstream(options.upstream, credentials, { tries: options.write });
  if (options.json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  else print(report);
  const { differs, missing, failed } = report.counts;
  return differs + missing + failed > 0 ? 1 : 0;
}

process.exitCode = await main().catch((error: unknown) => {
  if (error instanceof NoLogin) {
    process.stdout.write(`${linesOf(error.finding).join('\n')}\n`);
    process.stderr.write(`The login did not succeed: ${error.message}.\n`);
  } else if (error instanceof Misuse || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}`);
  } else {
    throw error;
  }
  return 2;
});
