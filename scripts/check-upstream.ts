import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { InvalidArgumentError } from 'commander';
import type { Finding, Report } from './upstream-check.ts';
import { command } from './usage.ts';

const ask = command(
  'check:upstream',
  'Asks the hosts of the franchise for everything once, and compares the answers with the contract.',
)
  .requiredOption('--user <login>', 'who logs in; a student with something of everything shows most')
  .option(
    '--password-stdin',
    'reads the password from standard input; else UPSTREAM_PASSWORD, else it is asked for',
    false,
  )
  .option('--portal <url>', 'one of the hosts; else PORTAL_API_URL, also from .env', host)
  .option('--drive <url>', 'the other one; else DRIVE_API_URL, also from .env', host)
  .option('--account <n>', 'which account, where several share the login', number, 1)
  .option('--tmz <hours>', 'the clock that is sent', number, -3)
  .option('--timeout-ms <n>', 'how long each call may take', number, 8_000)
  .option('--write', 'also tries writing calls that leave everything as it is', false)
  .option('--json', 'the whole report as JSON', false)
  .addHelpText(
    'after',
    `
Ends with 0 when every call that was tried keeps the contract, with 1 when one does not, with 2 when nothing could be asked.`,
  );

interface Options {
  user: string;
  passwordStdin: boolean;
  portal?: string;
  drive?: string;
  account: number;
  tmz: number;
  timeoutMs: number;
  write: boolean;
  json: boolean;
}

function host(text: string): string {
  if (isHost(text)) return text.replace(/\/+$/, '');
  throw new InvalidArgumentError('An address that begins with https:// or http://');
}

const isHost = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

function number(text: string): number {
  if (text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  throw new InvalidArgumentError('A number');
}

function readOptions() {
  const options = ask.parse().opts<Options>();
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { PORTAL_API_URL = '', DRIVE_API_URL = '' } = process.env;
  const [portal, drive] = [options.portal ?? PORTAL_API_URL, options.drive ?? DRIVE_API_URL];
  if (!isHost(portal) || !isHost(drive)) return ask.error('The two hosts are missing: --portal and --drive');
  return {
    ...options,
    upstream: { portal: host(portal), drive: host(drive), tmz: options.tmz, timeoutMs: options.timeoutMs },
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
  if (!process.stdin.isTTY) return ask.error('The password is missing: --password-stdin or UPSTREAM_PASSWORD');
  process.stderr.write('Password: ');
  // The terminal does not show what the user types.
  const mute = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: mute, terminal: true });
  const typed = await new Promise<string>((done) => lines.question('', done));
  lines.close();
  process.stderr.write('\n');
  return typed;
}

/** One line for each call, followed by one line for each difference. */
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

const options = readOptions();
const password = await readPassword(options.passwordStdin);
const credentials = { username: options.user, password, account: options.account };
const { checkUpstream, NoLogin } = await import('./upstream-check.ts');
try {
  const report = await checkUpstream(options.upstream, credentials, { tries: options.write });
  if (options.json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  else print(report);
  const { differs, missing, failed } = report.counts;
  process.exitCode = differs + missing + failed > 0 ? 1 : 0;
} catch (error) {
  if (!(error instanceof NoLogin)) throw error;
  process.stdout.write(`${linesOf(error.finding).join('\n')}\n`);
  process.stderr.write(`The login did not succeed: ${error.message}.\n`);
  process.exitCode = 2;
}
