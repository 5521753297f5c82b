import { z } from 'zod';
import { Found } from '#lib/contract/panel.schema.ts';
import { Line } from '#lib/contract/shapes.schema.ts';
import { RIGHTS } from '#lib/rules/people/rights.ts';
import { islandOperation, operation } from '../../core/http/operation.ts';
import { staff, staffOfWholeSchool } from '../../core/http/who.ts';
import { closeFirstSteps } from './first-steps.ts';
import { readHome } from './read-home.ts';
import { searchPanel } from './search.ts';
import { cachedWaiting } from './waiting.ts';

/** The operations of the panel. */
export const panelOperations = {
  /** What waits for the user, and the lessons of today. */
  getPanelHome: operation({
    who: staff(RIGHTS),
    does: 'reads',
    connected: 'staff',
    input: z.object({}),
    run: (_input, ctx) => readHome(ctx),
  }),
  /** Closes the list of setup steps of a new school, for all its staff. */
  closeFirstSteps: operation({
    who: staffOfWholeSchool('equipe'),
    does: 'writes',
    connected: 'staff',
    input: z.object({}),
    run: (_input, ctx) => closeFirstSteps(ctx),
  }),
  /** What waits for the user, for the navigation: it may be a minute old. */
  listWaiting: operation({
    who: staff(RIGHTS),
    does: 'reads',
    connected: 'staff',
    input: z.object({}),
    run: (_input, ctx) => cachedWaiting(ctx),
  }),
  /** People, classes, orders, open bills, contacts and pages by words of their names in any order, a few of each. */
  searchPanel: islandOperation({
    who: staff(RIGHTS),
    does: 'reads',
    connected: 'staff',
    input: z.object({ q: Line(80).min(2) }),
    result: z.array(Found),
    run: ({ q }, ctx) => searchPanel(ctx, q),
  }),
};
