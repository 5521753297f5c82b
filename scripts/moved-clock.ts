import { pathToFileURL } from 'node:url';

/** Milliseconds by which the clock of this process is ahead of the machine's. */
const ownShift = Number(process.env.CLOCK_SHIFT_MS ?? 0);

/** The environment of a process whose clock is ahead of this one's by these milliseconds. */
export const movedClock = (ms: number) => ({
  NODE_OPTIONS: `--import ${pathToFileURL('tests/support/shifted-clock.ts')}`,
  CLOCK_SHIFT_MS: String(ownShift + ms),
});
