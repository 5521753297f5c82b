import { club } from './club.ts';
import { events } from './events.ts';
import { fairness } from './fairness.ts';
import { firstPaint } from './first-paint.ts';
import { firstTouch } from './first-touch.ts';
import { growth } from './growth.ts';
import { logins } from './logins.ts';
import { migrations } from './migrations.ts';
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
import { verdicts } from './verdicts.ts';
import { walk } from './walk.ts';
import { weights } from './weights.ts';

/** The options of the command. */
export interface Wishes {
  quick: boolean;
  peers: boolean;
  /** A commit. */
  from?: string;
  /** A folder. */
  beside?: string;
  /** For the parts `stillness` and `first-touch`: only routes or places with this text. */
  part: string;
}

/** The parts of a measurement, by name. Each prints its table. */
export const partsOf = ({ quick, peers, from, beside, part }: Wishes): Record<string, () => Promise<void>> => ({
  async weights() {
    process.stdout.write(`${await weights()}\n\n`);
  },
  rates: async () =>
    print('answers a second', await rates(quick ? { seconds: 1, rounds: 1 } : { seconds: 2, rounds: 3 })),
  ...(peers && {
    peers: async () =>
      print(
        'beside other frameworks',
        await peerRates(
          quick
            ? { seconds: 1, rounds: 1, starts: 1, isJudged: false }
            : { seconds: 2, rounds: 5, starts: 3, isJudged: true },
        ),
      ),
  }),
  'first-paint': async () => print('first visits, slow phone and network', await firstPaint(quick ? 1 : 3, peers)),
  stillness: async () =>
    print('first visits, slow phone and network, every page', await stillness(quick ? 1 : 5, part)),
  'first-touch': async () =>
    print(
      'first touches, slow network',
      await firstTouch(quick ? 1 : 5, { only: part, ...(beside !== undefined && { beside }) }),
    ),
  verdicts: async () => print('answers in a practice session, slow phone', await verdicts(quick ? 5 : 20)),
  study: async () =>
    print(
      'pages of study and of the panel, answers a second',
      await studyRates(quick ? { seconds: 1, rounds: 1 } : { seconds: 2, rounds: 3 }, quick ? 1_000 : 10_000),
    ),
  logins: async () => print('logins', await logins(quick ? 40 : 200)),
  fairness: async () => print('others meanwhile', await fairness(quick ? 2 : 5)),
  growth: async () =>
    print('pages as the school grows', await growth(quick ? [10, 1_000] : [10, 100, 1_000, 10_000], quick ? 9 : 25)),
  people: async () =>
    print('people of a school that grows', await people(quick ? [1_000, 10_000] : [10_000, 100_000], quick ? 20 : 50)),
  ...(from && {
    migrations: async () => print(`the schema since ${from}`, await migrations(from, quick ? 1_000 : 10_000)),
  }),
  // Needs a school in DATABASE_URL that `npm run seed:load` has filled.
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
});
