import { z } from 'zod';
import { IdParam, OneId } from '#lib/contract/shapes.schema.ts';
import { UnitInput } from '#lib/contract/units.schema.ts';
import { operation, staffOperation } from '../../core/http/operation.ts';
import { staff, staffOfWholeSchool, user } from '../../core/http/who.ts';
import { createUnitInput } from './inputs.ts';
import { listOwnUnits } from './own-units.ts';
import { closeUnit, createUnit, listUnits, readUnit, updateUnit } from './units.ts';

/** The operations of branches. */
export const unitsOperations = {
  /** Contact data of the units of the user and of the user's children. */
  listOwnUnits: operation({
    who: user,
    does: 'reads',
    connected: 'staff',
    input: z.object({}),
    run: (_input, ctx) => listOwnUnits(ctx),
  }),
  /** The units in reach, open ones first. */
  listUnits: staffOperation({
    who: staff('equipe'),
    does: 'reads',
    connected: 'staff',
    input: z.object({}),
    run: (_input, ctx) => listUnits(ctx),
  }),
  /** A unit, and its open classes, leads and bills. */
  getUnit: staffOperation({
    who: staff('equipe', 'unit'),
    does: 'reads',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => readUnit(ctx, id),
  }),
  /** Adds a unit to a school. */
  createUnit: staffOperation({
    who: staffOfWholeSchool('equipe'),
    does: 'writes',
    connected: 'staff',
    input: createUnitInput,
    run: (body, ctx) => createUnit(ctx, body),
  }),
  /** Changes name, place, telephone and legal identity of a unit. */
  updateUnit: staffOperation({
    who: staff('equipe', 'unit'),
    does: 'writes',
    connected: 'staff',
    input: UnitInput.partial().safeExtend({ id: IdParam }),
    run: (input, ctx) => updateUnit(ctx, input),
  }),
  /** Closes a unit: it accepts no new people, leads or classes; existing ones continue. */
  closeUnit: staffOperation({
    who: staffOfWholeSchool('equipe', 'unit'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => closeUnit(ctx, id, true),
  }),
  /** Reopens a closed unit. */
  reopenUnit: staffOperation({
    who: staffOfWholeSchool('equipe', 'unit'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => closeUnit(ctx, id, false),
  }),
};
