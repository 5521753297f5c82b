import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { misuseLine } from '../../../scripts/usage.ts';
import { bareEnv } from '../../support/bare-env.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
/** Biome's own answer to a wrong option ends with 1. */
const wrongUseOf = (name: string) => (scripts[name]?.startsWith('biome ') ? 1 : 2);

/** A folder with links to everything that a script reads, so that created files can be seen. */
const folder = mkdtempSync(join(tmpdir(), 'portal-usage-'));
for (const name of readdirSync('.')) {
  if (!['.git', '.cache', '.env', 'dist'].includes(name)) symlinkSync(resolve(name), join(folder, name));
}
const data = join(folder, 'data');
mkdirSync(data);
const before = readdirSync(folder).toSorted();
/** The files of the project behind the links, with their modification times. */
const written = () =>
  ['deploy', 'docs', 'public', 'scripts', 'src', 'tests'].flatMap((name) =>
    readdirSync(name, { recursive: true, encoding: 'utf8' }).map(
      (path) => `${join(name, path)} ${statSync(join(name, path)).mtimeMs}`,
    ),
  );
const existing = new Set(written());
afterAll(() => rmSync(folder, { recursive: true }));

interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A help text takes a second on a quiet machine, so a longer run does something else. */
const MAX_MS = 30_000;

/** Runs a command line as npm does. At the time limit it is ended with all processes that it started. */
function run(line: string): Promise<Ran> {
  const path = resolve('node_modules/.bin') + delimiter + process.env.PATH;
  const env = { ...bareEnv, PATH: path, DATA_DIR: data, PORT: '0', npm_config_update_notifier: 'false' };
  const child = spawn('sh', ['-c', line], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const limit = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), MAX_MS);
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Buffer) => {
      said[name] += chunk;
    });
  }
  return new Promise((done) => {
    child.once('close', (code) => {
      clearTimeout(limit);
      done({ code, ...said });
    });
  });
}

const portal = 'sh deploy/portal';
const lines = [
  ...Object.entries(scripts).map(([name, script]) => ({ name: `npm run ${name}`, script, wrong: wrongUseOf(name) })),
  { name: 'bin/portal', script: portal, wrong: 2 },
  { name: 'bin/portal ready', script: `${portal} ready`, wrong: 2 },
  { name: 'bin/portal version', script: `${portal} version`, wrong: 2 },
  { name: 'deploy/backup-daily', script: 'sh deploy/backup-daily', wrong: 2 },
];

describe('each command prints its usage and does nothing else', () => {
  const ran = new Map<string, Ran>();
  beforeAll(async () => {
    const waiting = lines.flatMap(({ script }) => [`${script} --help`, `${script} -h`, `${script} --nonsense`]);
    const work = async () => {
      for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) ran.set(line, await run(line));
    };
    await Promise.all(Array.from({ length: availableParallelism() + 1 }, work));
  });
  const of = (line: string) => ran.get(line) ?? { code: null, stdout: '', stderr: '' };

  it.each(lines)('$name --help, and -h', ({ script }) => {
    for (const option of ['--help', '-h']) {
      const { code, stdout } = of(`${script} ${option}`);
      expect([code, /^(Usage|Uso): \S/m.test(stdout)], stdout).toEqual([0, true]);
    }
  });

  it.each(lines)('$name with a wrong option: one sentence', ({ script, wrong }) => {
    const { code, stdout, stderr } = of(`${script} --nonsense`);
    // npm prints the command and its failure.
    const own = (text: string) => text.replace(/^(>.*|npm error.*|)\n/gm, '');
    expect([code, own(stdout)], stderr).toEqual([wrong, '']);
    expect(own(stderr).trim()).toMatch(/^[^\n]+$/);
  });

  it('nothing is created in the project folder or the data folder', () => {
    expect(ran.size).toBe(lines.length * 3);
    expect(readdirSync(folder).toSorted()).toEqual(before);
    expect(readdirSync(data)).toEqual([]);
    expect(written().filter((each) => !existing.has(each))).toEqual([]);
  });
});

it.each([
  ["error: unknown option '--nonsense'\n", 'A opção --nonsense não existe. Veja: x --help\n'],
  [
    "error: unknown option '--tesar'\n(Did you mean --testar?)\n",
    'A opção --tesar não existe. Seria --testar? Veja: x --help\n',
  ],
  [
    "error: unknown command 'importr'\n(Did you mean importar?)",
    'O comando importr não existe. Seria importar? Veja: x --help\n',
  ],
  ["error: missing required argument 'login'\n", 'Falta <login>. Veja: x --help\n'],
  ["error: required option '--nome <n>' not specified\n", 'Falta a opção --nome <n>. Veja: x --help\n'],
  ["error: option '--nome <n>' argument missing\n", 'Falta o valor da opção --nome <n>. Veja: x --help\n'],
  [
    "error: command-argument value 'x' is invalid for argument 'papel'. Allowed choices are a, b.\n",
    '<papel> não pode ser “x”. Valem: a, b. Veja: x --help\n',
  ],
  ["error: too many arguments for 'x'. Expected 0 arguments but got 1.\n", 'Há argumentos demais. Veja: x --help\n'],
])('the parser’s message %j is translated to Portuguese', (words, sentence) => {
  expect(misuseLine(words, 'x', 'pt')).toBe(sentence);
});
