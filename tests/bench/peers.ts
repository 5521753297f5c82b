import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../scripts/free-port.ts';
import { type PortalProcess, startPortal, tokenOf } from '../../scripts/portal-process.ts';
import { createTokens } from '../../src/server/identity/auth/tokens.ts';
import { cookiesAfter, inRounds, median, type Rate, SECRET, type Target } from './measure.ts';
import type { Recorded } from './peers/record.ts';
import { kilobytes, perSecond, processor, type Row } from './report.ts';

// Peers are small apps of other frameworks that show Ana's dashboard: the same session, queries and HTML as ours.
const SOURCES = 'tests/bench/peers';
/** The folder in which peers are installed and built, outside the project. */
const HOME = '.cache/peers';
const ANA = 'aluna@demo.example';
const RECORDINGS = 3;

interface Peer {
  name: string;
  folder: string;
  /** The folder of its public files. */
  files: string;
  build: string[];
  start: string[];
  /** Its output once it listens. */
  ready: RegExp;
}

export const sveltekit: Peer = {
  name: 'SvelteKit',
  folder: 'sveltekit',
  files: 'static',
  build: ['node_modules/vite/bin/vite.js', 'build'],
  start: ['build/index.js'],
  ready: /Listening/,
};
const next: Peer = {
  name: 'Next',
  folder: 'next',
  files: 'public',
  build: ['node_modules/next/dist/bin/next', 'build'],
  start: ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1'],
  ready: /Ready/,
};

/** The portal and its peers, each a process of its own on the same database, with Ana's session. */
interface Field {
  portal: PortalProcess;
  /** `portal_session=…`, which all of them accept. */
  session: string;
  /** The dashboard of each peer, in the requested order. */
  peers: Target[];
}

/** The median over the starts of one side. */
interface Side {
  us: number;
  rate: number;
  bytes: number;
}

/** The duration of a comparison. */
export interface PeerPlan {
  seconds: number;
  rounds: number;
  /** The number of starts of each side, since two processes of one build differ by a tenth. */
  starts: number;
  /** With fewer answers a figure is not reliable. */
  isJudged: boolean;
}

/**
 * Ana's dashboard from us and from the peers with gzip, in turn: the CPU time of each answer, the median of
 * some starts (P5).
 *
 * @throws if a peer shows another text than our page
 */
export async function peerRates({ seconds, rounds, starts, isJudged }: PeerPlan): Promise<Row[]> {
  const all = await withPeers([sveltekit, next], starts, (field) => ratesOf(field, seconds, rounds));
  const [ours, kit, react] = [0, 1, 2].map(
    (side): Side => ({
      us: median(all.map((each) => each[side]?.processor ?? Number.NaN)),
      rate: median(all.map((each) => each[side]?.rate ?? Number.NaN)),
      bytes: all[0]?.[side]?.bytes ?? 0,
    }),
  );
  if (!ours || !kit || !react) return [];
  const figure = ({ us, rate, bytes }: Side) => `${processor(us)}, ${perSecond(rate)}, ${kilobytes(bytes)}`;
  const row = (name: string, peer: Side, max: string): Row => ({
    what: '/dashboard of Ana',
    figure: figure(ours),
    yardstick: `${name} ${figure(peer)}`,
    ratio: isJudged ? `${(ours.us / peer.us).toFixed(2)} ×` : '–',
    aim: isJudged ? `≤ ${max} ×` : '–',
  });
  return [row('SvelteKit', kit, '1.5'), row('Next', react, '0.5')];
}

/** The rates of one start, ours first. */
async function ratesOf({ portal, session, peers }: Field, seconds: number, rounds: number) {
  const url = `${portal.address}/dashboard`;
  const headers = { cookie: await cookiesAfter(url, session), 'accept-encoding': 'gzip' };
  const dashboard = { url, pid: portal.pid, headers };
  const targets = [dashboard, ...peers.map((peer) => ({ ...peer, headers }))];
  const pages: string[] = [];
  for (const target of targets) pages.push(await pageOf(target));
  const [own = '', ...others] = pages;
  // The page counts the minutes to the next lesson, and a minute may end between two pages.
  const shown = [own, await pageOf(dashboard)].map(wordsOf);
  for (const other of others) {
    if (!shown.includes(wordsOf(other))) throw new Error(`A peer shows something else:\n${difference(own, other)}`);
  }
  const rates: Rate[] = await inRounds(targets, seconds, rounds);
  return rates.map((rate, index) => ({ ...rate, bytes: pages[index]?.length ?? 0 }));
}

/**
 * Builds peers, and uses them with the portal on one new demo school.
 *
 * @param starts how often all of them are started for it
 * @returns the result of each start
 */
export async function withPeers<T>(
  wanted: readonly Peer[],
  starts: number,
  use: (field: Field) => Promise<T>,
): Promise<T[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-peers-'));
  try {
    for (const peer of wanted) prepare(peer);
    const queries = join(folder, 'queries.json');
    writeFileSync(queries, JSON.stringify(await recordQueries(folder)));
    const env = { DATABASE: join(folder, 'portal.sqlite'), SECRET, QUERIES: queries };
    const results: T[] = [];
    for (let index = 0; index < starts; index += 1) results.push(await started(wanted, { folder, env }, use));
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts the portal and peers, uses them, and stops them. */
async function started<T>(
  wanted: readonly Peer[],
  { folder, env }: { folder: string; env: Record<string, string> },
  use: (field: Field) => Promise<T>,
): Promise<T> {
  const stops: (() => unknown)[] = [];
  try {
    const portal = await startPortal({ DATA_DIR: folder, SECRET });
    stops.push(() => portal.stop());
    const peers: Target[] = [];
    for (const peer of wanted) {
      const port = await freePort();
      const child = await start(peer, { ...env, PORT: String(port) });
      stops.push(() => child.kill('SIGKILL'));
      peers.push({ url: `http://127.0.0.1:${port}/dashboard`, pid: child.pid ?? 0 });
    }
    return await use({ portal, session: `portal_session=${await tokenOf(portal.address, ANA)}`, peers });
  } finally {
    for (const stop of stops) await stop();
  }
}

/** Installs and builds a peer, with the icons, the style sheet, the font and the portraits of the portal. */
function prepare({ folder, files, build }: Peer): void {
  const [source, home] = [join(SOURCES, folder), join(HOME, folder)];
  const manifest = (where: string) => readFileSync(join(where, 'package.json'), 'utf8');
  const isInstalled = existsSync(join(home, 'node_modules')) && manifest(home) === manifest(source);
  rmSync(join(home, 'src'), { recursive: true, force: true });
  cpSync(source, home, { recursive: true });
  cpSync(join(SOURCES, 'both'), join(HOME, 'both'), { recursive: true });
  writeFileSync(
    join(HOME, 'both/icons.json'),
    JSON.stringify(iconsIn(readTree(source) + readTree(join(SOURCES, 'both')))),
  );
  const assets = join(home, files);
  mkdirSync(assets, { recursive: true });
  const built = (pattern: RegExp) => {
    const name = readdirSync('dist/client/_astro').find((file) => pattern.test(file));
    if (!name) throw new Error(`The build has no ${pattern}`);
    return join('dist/client/_astro', name);
  };
  const font = built(/latin-wght.*\.woff2$/);
  const sheet = readFileSync(built(/^portal\..*\.css$/), 'utf8');
  copyFileSync(font, join(assets, 'font.woff2'));
  copyFileSync('public/brand/knn/favicon-48.png', join(assets, 'icon.png'));
  cpSync('public/brand/pessoas', join(assets, 'brand/pessoas'), { recursive: true });
  writeFileSync(join(assets, 'portal.css'), sheet.replaceAll(font.slice('dist/client'.length), '/font.woff2'));
  const run = (command: string, args: string[]) =>
    execFileSync(command, args, {
      cwd: home,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  if (!isInstalled) run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund']);
  run(process.execPath, build);
}

const readTree = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');

/** The icons that a text names in quotes, as paths. */
function iconsIn(text: string): Record<string, string> {
  const { icons } = JSON.parse(readFileSync('node_modules/@iconify-json/material-symbols/icons.json', 'utf8')) as {
    icons: Record<string, { body: string }>;
  };
  return Object.fromEntries(
    Object.entries(icons)
      .filter(([name]) => text.includes(`"${name}"`) || text.includes(`'${name}'`))
      .map(([name, { body }]) => [name, / d="([^"]+)"/.exec(body)?.[1] ?? '']),
  );
}

function start({ name, folder, start: args, ready }: Peer, env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, {
    cwd: join(HOME, folder),
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', VIEW: resolve(SOURCES, 'view.ts'), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((done, fail) => {
    child.stdout.on('data', (chunk: Buffer) => ready.test(String(chunk)) && done(child));
    child.once('exit', (code) => fail(new Error(`${name} ended with ${code}`)));
  });
}

/**
 * The reads of one dashboard right after a login, when the session is read too. Of several recordings the
 * shortest: background work may add to the others.
 */
async function recordQueries(folder: string): Promise<Recorded[]> {
  const record = join(folder, 'recording');
  const portal = await startPortal({
    DATA_DIR: folder,
    SECRET,
    RECORD: record,
    NODE_OPTIONS: `--import ${pathToFileURL(join(SOURCES, 'record.ts'))}`,
  });
  try {
    const url = `${portal.address}/dashboard`;
    const all: Recorded[][] = [];
    for (let index = -1; index < RECORDINGS; index += 1) {
      const token = await tokenOf(portal.address, ANA);
      writeFileSync(record, '');
      await cookiesAfter(url, `portal_session=${token}`);
      const id = (await createTokens(SECRET).read(token, new Date()))?.id;
      const lines = readFileSync(record, 'utf8').trimEnd().split('\n');
      const queries = lines
        .map((line) => JSON.parse(line) as Omit<Recorded, 'ofToken'>)
        .map((query) => ({ ...query, ofToken: query.values.flatMap((value, at) => (value === id ? [at] : [])) }));
      if (index >= 0) all.push(queries.filter(({ sql }) => sql.startsWith('select')));
    }
    return all.toSorted((a, b) => a.length - b.length)[0] ?? [];
  } finally {
    await portal.stop();
  }
}

async function pageOf({ url, headers = {} }: Target): Promise<string> {
  const answer = await fetch(url, { headers, redirect: 'manual' });
  const text = await answer.text();
  if (answer.status !== 200 || answer.headers.get('content-encoding') !== 'gzip')
    throw new Error(`${url}: ${answer.status}, ${answer.headers.get('content-encoding')} ${text.slice(0, 500)}`);
  return text;
}

/** The visible text of a page, without spaces. */
const wordsOf = (html: string): string =>
  html
    .replace(/^[\s\S]*<body/, '<body')
    .replace(/<script[\s\S]*?<\/script>|<!--[\s\S]*?-->|<[^>]*>|\s/g, '')
    .replaceAll('&nbsp;', '')
    .replaceAll('\u00a0', '');

/** The first difference between the texts of two pages. */
function difference(own: string, other: string): string {
  const [ours, theirs] = [wordsOf(own), wordsOf(other)];
  let at = 0;
  while (at < ours.length && ours[at] === theirs[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 160);
  return `ours:   …${around(ours)}…\ntheirs: …${around(theirs)}…`;
}
