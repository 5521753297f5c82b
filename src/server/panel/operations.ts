import { z } from 'zod';
import { RIGHTS } from '#lib/rules/people/rights.ts';
import { operation } from '../http/operation.ts';
import { staff } from '../http/who.ts';
import { readHome } from './read-home.ts';

/** What the area offers. */
export const panelOperations = {
  /** What waits for staff, and the lessons of today. */
  getPanelHome: operation({
    who: staff(RIGHTS),
    does: 'reads',
    connected: 'staff',
    input: z.object({}),
    run: (_input, ctx) => readHome(ctx),
  }),
};
