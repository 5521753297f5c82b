import { expect, it } from 'vitest';
import { routes, type SheetPage } from '../../../../../src/lib/routes.ts';
import { rightOfPage } from '../../../../../src/lib/rules/people/rights.ts';
import { SYNC_TABLES, syncTables } from '../../../../../src/lib/rules/sync/tables.ts';

it.each(SYNC_TABLES)('the table %s is imported on a page with the right that it requires', (table) => {
  const { right } = syncTables[table];
  expect(rightOfPage(routes.manager.sheets(right as SheetPage))).toBe(right);
});
