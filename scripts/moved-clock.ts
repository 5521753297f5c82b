import { pathToFileURL } from 'node:url';

/** How much the clock of this process is ahead of the machine's. */
const ownShift = Number(process.env.CLOCK_SHIFT_MS ?? 0);

/** The environment of a process whose clock is so much ahead of this one's. */
export const movedClock = (ms: number) => ({
  NODE_OPTIONS: `--import ${pathToFileURL('tests/support/shifted-clock.ts')}`,
  CLOCK_SHIFT_MS: String(ownShift + ms),
});
