import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Moves the clock of the process: `Date` tells the time `CLOCK_SHIFT_MS` later, and so do the times of files, which the
 * system writes. `npm test unit -- --at 2028-02-29T23:50Z` loads it before all else, so that the same tests run on another
 * day, at another hour.
 */
const shift = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const { now } = Date;
Date.now = () => now() + shift;
globalThis.Date = new Proxy(Date, {
  construct: (real, parts, made) =>
    Reflect.construct(real, parts.length === 0 ? [real.now()] : parts, made === Date ? real : made),
  apply: (real) => new real(real.now()).toString(),
});

const { stat, utimes } = files;
files.stat = (async (...args: Parameters<typeof stat>) => {
  const found = await stat(...args);
  if ('mtimeMs' in found) (found as { mtimeMs: number }).mtimeMs += shift;
  return found;
}) as typeof stat;
const moved = (time: string | number | Date) => new Date(new Date(time).getTime() - shift);
files.utimes = (path, atime, mtime) => utimes(path, moved(atime), moved(mtime));
syncBuiltinESMExports();
