import type { Upstream } from '#lib/api/asked.ts';
import { everyCall, schemaOf } from '#lib/contract/index.schema.ts';
import type { School } from './http/ctx.ts';
import { createDispatch, type Served, servedCall, servedOperation } from './http/dispatch.ts';
import { everyOperation } from './http/operation.ts';
import { operations } from './operations.ts';
import { handlerOf } from './routes.ts';

/** The embedded school API as one function. The gateway and the tests call the same one. */
export const createApi = (school: School): Upstream => createDispatch(school, everyServed());

/** Every call of the contract with its schema and its handler. */
export const allCalls = () =>
  everyCall().map(({ name, call }) => ({ name, call, schema: schemaOf(name), handler: handlerOf(name) }));

export const allOperations = () => everyOperation(operations);

const everyServed = (): Served[] => [...allCalls().map(servedCall), ...allOperations().map(servedOperation)];
