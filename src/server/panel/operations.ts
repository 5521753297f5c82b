import { z } from 'zod';
import * as contract from '#lib/contract/panel.ts';
import { RIGHTS } from '#lib/rules/people/rights.ts';
import { endpoint, operation } from '../http/operation.ts';
import { staff } from '../http/who.ts';
import { readHome } from './read-home.ts';
import { searchPanel } from './search.ts';

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
  searchPanel: endpoint(contract.searchPanel, {
    who: staff(RIGHTS),
    connected: 'staff',
    run: ({ query }, ctx) => searchPanel(ctx, query.q),
  }),
};
