import type { Call, CallSchema } from '../../../src/lib/contract/core.ts';
import type { CallName } from '../../../src/lib/contract/index.schema.ts';
import { allEndpoints, allOperations } from '../../../src/server/app.ts';
import type { Who } from '../../../src/server/core/http/who.ts';
import type { Sent, TestSchool } from '../school.ts';
import { type Cells, cellsOf } from './cells.ts';
import { endpointInputs } from './endpoint-inputs.ts';
import { type Input, type Inputs, operationInputs } from './operation-inputs.ts';
import { sampleOf } from './sample-input.ts';
import { type Parts, sendBroken, sendSample } from './send.ts';
import type { Things } from './things.ts';

/** An entry of the dispatcher: who may call it, and how the tests call it. */
export interface ServedCase {
  name: string;
  call: Call;
  who: Who;
  cells: Cells;
  /** Missing fields of its smallest input. */
  input: Input;
  isOperation: boolean;
  /** Calls it with the smallest input, the missing fields and more: one flat object. */
  send(sent: Sent, more?: Input): Promise<Response>;
  /** Calls it with an input that breaks every rule. @returns the status */
  sendBroken(sent: Sent): Promise<number>;
}

/** A call of the contract in the matrix: who may send it, and the missing values of its smallest request. */
export interface Row extends Parts {
  cells: Cells;
}

/** Everything that the dispatcher serves. */
export function servedCases(portal: TestSchool, things: Things): ServedCase[] {
  const inputs: Inputs = { ...operationInputs(things), ...endpointInputs(things) };
  const endpoints = allEndpoints().map((served): ServedCase => {
    const { name, call, schema, endpoint } = served;
    const input = inputs[name] ?? {};
    return {
      ...{ name, call, input, who: endpoint.who, cells: cellsOf(name, endpoint), isOperation: false },
      send: (sent, more) => sendSample(portal, served, partsOf(schema, { ...input, ...more }), sent),
      sendBroken: (sent) => sendBroken(portal, served, sent),
    };
  });
  const operations = allOperations().map((served): ServedCase => {
    const { name, call, operation } = served;
    const input = inputs[name] ?? {};
    return {
      ...{ name, call, input, who: operation.who, cells: cellsOf(name, operation), isOperation: true },
      send: (sent, more) => portal.askOperation(served, sampleOf(served.input, { ...input, ...more }), sent),
      sendBroken: async (sent) => (await portal.askOperation(served, 'broken', sent)).status,
    };
  });
  return [...endpoints, ...operations];
}

/** The calls of the contract by name. */
export function endpointRows(things: Things): Record<CallName, Row> {
  const inputs = endpointInputs(things);
  const rows = allEndpoints().map(({ name, schema, endpoint }) => [
    name,
    { ...partsOf(schema, inputs[name] ?? {}), cells: cellsOf(name, endpoint) },
  ]);
  return Object.fromEntries(rows) as Record<CallName, Row>;
}

/** Puts each field into the part of the request where the call expects it. */
function partsOf({ params, query }: CallSchema, input: Input): Parts {
  const shapeOf = (schema: unknown): object => (schema as { shape?: object } | undefined)?.shape ?? {};
  const place = (field: string) => (field in shapeOf(params) ? 'params' : field in shapeOf(query) ? 'query' : 'body');
  const fields = (part: string) => Object.fromEntries(Object.entries(input).filter(([name]) => place(name) === part));
  return { params: fields('params'), query: fields('query'), body: fields('body') };
}

const LAST = 'auth.logoutEverywhere';
/** In this order each case still finds its rows: reads come first, joining the club after calls for members. */
export const methodOrder = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', LAST];
/** Operations that change rows that other cases need, and those that delete them. */
const CHANGES = /\.(update|save|set|write|correct|release|take)[A-Z]/;
const ENDS = /\.(cancelReplacement|withdraw|delete|remove|discard|end|reset|refuse|restart|resumeCourse|cancelBoleto)/;

/** The method of a call, or the one that an operation would have. */
export const methodOf = ({ name, call, isOperation }: ServedCase): string => {
  if (name === LAST) return LAST;
  if (!isOperation || call.method === 'GET') return call.method;
  return ENDS.test(name) ? 'DELETE' : CHANGES.test(name) ? 'PUT' : 'POST';
};

export const byMethod = (a: ServedCase, b: ServedCase): number =>
  methodOrder.indexOf(methodOf(a)) - methodOrder.indexOf(methodOf(b));
