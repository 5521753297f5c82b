import type { Connected, Upstream } from '#lib/api/request.ts';
import type { School } from './core/http/ctx.ts';
import { createDispatch, type Served, servedEndpoint, servedOperation } from './core/http/dispatch.ts';
import { everyEndpoint, everyOperation } from './core/http/operation.ts';
import { operations } from './operations.ts';

/** The embedded school API as one function. The gateway and the tests call the same one. */
export const createApi = (school: School): Upstream => createDispatch(school, everyServed());

export const allEndpoints = () => everyEndpoint(operations);
export const allOperations = () => everyOperation(operations);

const everyServed = (): Served[] => [...allEndpoints().map(servedEndpoint), ...allOperations().map(servedOperation)];

/** The connected mode of each operation, by name. `host`: the franchise's host answers it. */
export const connectedModes = (): ReadonlyMap<string, Connected | 'host'> =>
  new Map([
    ...allEndpoints().map(({ name, endpoint }) => [name, endpoint.connected] as const),
    ...allOperations().map(({ name, operation }) => [name, operation.connected] as const),
  ]);
