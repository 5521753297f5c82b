import fs from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { moveDate } from './move-date.ts';

/**
 * Moves the clock of the process: `Date` is `CLOCK_SHIFT_MS` ahead, and so are the times of files, which the
 * system writes. `npm test unit -- --at 2028-02-29T23:50Z` loads it first, so that the same tests run on another
 * day, at another hour.
 */
const shift = Number(process.env.CLOCK_SHIFT_MS ?? 0);
moveDate(shift);

/** The stats of a file with a shifted modification time. */
function move<Found>(found: Found): Found {
  if (found instanceof fs.Stats) found.mtimeMs += shift;
  return found;
}

const { statSync } = fs;
Object.assign(fs, { statSync: (...args: Parameters<typeof statSync>) => move(statSync(...args)) });
const { stat, utimes } = files;
files.stat = (async (...args: Parameters<typeof stat>) => move(await stat(...args))) as typeof stat;
const moved = (time: string | number | Date) => new Date(new Date(time).getTime() - shift);
files.utimes = (path, atime, mtime) => utimes(path, moved(atime), moved(mtime));
syncBuiltinESMExports();
