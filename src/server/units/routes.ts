import type * as units from '#lib/contract/units.ts';
import type { Routes } from '../http/handler.ts';
import { listUnits, readUnit } from './read-units.ts';
import { closeUnit, createUnit, updateUnit } from './write-units.ts';

export const unitsRoutes: Routes<typeof units> = {
  listUnits: (_input, ctx) => listUnits(ctx),
  getUnit: ({ params }, ctx) => readUnit(ctx, params.id),
  createUnit: ({ body }, ctx) => createUnit(ctx, body),
  updateUnit: ({ params, body }, ctx) => updateUnit(ctx, params.id, body),
  closeUnit: ({ params }, ctx) => closeUnit(ctx, params.id, true),
  reopenUnit: ({ params }, ctx) => closeUnit(ctx, params.id, false),
};
