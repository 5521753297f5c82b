import { z } from 'zod';
import { operation } from '../http/operation.ts';
import { user } from '../http/who.ts';
import { readStudyDay } from './study-day.ts';

/** What the area offers. */
export const pedagogicoOperations = {
  /** What to do now: words, open work, the week, the days ahead, and an event of today. */
  getToday: operation({
    who: user,
    does: 'reads',
    connected: 'contents',
    input: z.object({}),
    run: (_input, ctx) => readStudyDay(ctx),
  }),
};
