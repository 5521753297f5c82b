import fs from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { moveDate } from './move-date.ts';

/**
 * Moves the clock of the process: `Date` tells the time `CLOCK_SHIFT_MS` later, and so do the times of files, which the
 * system writes. `npm test unit -- --at 2028-02-29T23:50Z` loads it before all else, so that the same tests run on another
 * day, at another hour.
 */
const shift = Number(process.env.CLOCK_SHIFT_MS ?? 0);
moveDate(shift);

/** What was asked of a file, with its time of change moved. */
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
