import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { isBuilt } from '../../scripts/build-state.ts';
import { club } from './club.ts';
import { events } from './events.ts';
import { firstPaint } from './first-paint.ts';
import { growth } from './growth.ts';
import { logins } from './logins.ts';
import { migrations } from './migrations.ts';
import { neighbours } from './neighbours.ts';
import { nightly } from './nightly.ts';
import { peerRates } from './peers.ts';
import { people } from './people.ts';
import { startAndMemory } from './process.ts';
import { processes } from './processes.ts';
import { push } from './push.ts';
import { rates, studyRates } from './rates.ts';
import { print } from './report.ts';
import { stillness } from './stillness.ts';
import { teaching } from './teaching.ts';
import { uploads } from './uploads.ts';
import { walk } from './walk.ts';
import { weights } from './weights.ts';

// npm run bench [-- --quick] [-- --only rates,logins] [-- --peers]: figures beside their yardsticks, all from one run.
// `--from COMMIT` measures the steps of the schema from that version to this one, `--part of-a-route` some routes alone.
// `--peers` installs and builds small apps of other frameworks, and puts them beside ours.
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    peers: { type: 'boolean', default: false },
    from: { type: 'string' },
    part: { type: 'string', default: '' },
  },
});
const { quick, from } = values;
const parts: Record<string, () => Promise<void>> = {
  async weights() {
    process.stdout.write(`${await weights()}\n\n`);
  },
  rates: async () =>
    print('answers a second', await rates(quick ? { seconds: 1, rounds: 1 } : { seconds: 2, rounds: 3 })),
  ...(values.peers && {
    peers: async () => print('beside other frameworks', await peerRates(quick ? 1 : 2, quick ? 2 : 7)),
  }),
  'first-paint': async () =>
    print('first visits, slow phone and network', await firstPaint(quick ? 1 : 3, values.peers)),
  stillness: async () =>
    print('first visits, slow phone and network, every page', await stillness(quick ? 1 : 5, values.part)),
  study: async () =>
    print(
      'pages of study and of the panel, answers a second',
      await studyRates(quick ? { seconds: 1, rounds: 1 } : { seconds: 2, rounds: 3 }, quick ? 1_000 : 10_000),
    ),
  logins: async () => print('logins', await logins(quick ? 40 : 200)),
  neighbours: async () => print('others meanwhile', await neighbours(quick ? 2 : 5)),
  growth: async () =>
    print('pages as the school grows', await growth(quick ? [10, 1_000] : [10, 100, 1_000, 10_000], quick ? 9 : 25)),
  people: async () =>
    print('people of a school that grows', await people(quick ? [1_000, 10_000] : [10_000, 100_000], quick ? 20 : 50)),
  ...(from && {
    migrations: async () => print(`the schema since ${from}`, await migrations(from, quick ? 1_000 : 10_000)),
  }),
  // Of the school that DATABASE_URL holds, filled by `npm run seed:load`.
  ...(process.env.DATABASE_URL && {
    walk: async () => print('a large school, PostgreSQL', await walk(process.env.DATABASE_URL ?? '', quick ? 5 : 21)),
  }),
  nightly: async () => print('files of every night', await nightly(quick ? 1_000 : 10_000, 300)),
  uploads: async () => print('files that are handed in', await uploads(quick ? 3 : 10)),
  teaching: async () => print('a teacher and a full class', await teaching(quick ? 9 : 25)),
  club: async () => print('points', await club(quick ? 20_000 : 100_000, quick ? 300 : 2_000, quick ? 15 : 60)),
  push: async () => print('push', await push(quick ? 2_000 : 20_000, quick ? 500 : 2_000, quick ? 1 : 3)),
  processes: async () => print('pages from two processes, PostgreSQL', await processes(quick ? 2 : 5, quick ? 1 : 5)),
  events: async () => print('events', await events(quick ? 1_000 : 10_000, quick ? 5 : 20)),
  process: async () => print('process', await startAndMemory(quick ? 3 : 10)),
};
const wanted = values.only?.split(',') ?? Object.keys(parts);
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  process.stderr.write(`Nothing is called ${unknown.join(', ')}: try ${Object.keys(parts).join(', ')}.\n`);
  process.exit(2);
}
if (!isBuilt()) await (await import('../../scripts/build.ts')).buildPortal();
const busy = () => loadavg()[0]?.toFixed(1);
const before = busy();
process.stdout.write(`${cpus().length} × ${cpus()[0]?.model.trim() ?? 'CPU'}, Node ${process.version}\n\n`);
for (const name of wanted) await parts[name]?.();
// Other work on the same cores makes every figure rough, ratios least.
process.stdout.write(`Load average ${before} before, ${busy()} after, in ${Math.round(performance.now() / 1000)} s.\n`);
