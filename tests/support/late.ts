import { setTimeout } from 'node:timers/promises';

/** Resolves to 'late' after some milliseconds, for a race: two timers of one process keep their order on a busy machine. */
export const late = (ms: number): Promise<string> => setTimeout(ms, 'late', { ref: false });
