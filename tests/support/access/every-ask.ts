import type { Call, CallSchema } from '../../../src/lib/contract/core.ts';
import type { CallName } from '../../../src/lib/contract/index.schema.ts';
import { allEndpoints, allOperations } from '../../../src/server/app.ts';
import type { Who } from '../../../src/server/http/who.ts';
import type { Sent, TestSchool } from '../school.ts';
import { type Cells, cellsOf } from './cells.ts';
import { endpointInputs } from './endpoint-inputs.ts';
import { type Input, operationInputs } from './operation-inputs.ts';
import { sampleOf } from './sample-input.ts';
import { type Parts, sendBroken, sendSample } from './send.ts';
import type { Things } from './things.ts';

/** An operation, with or without an address, and who may ask it. */
export interface Ask {
  name: string;
  call: Call;
  who: Who;
  cells: Cells;
  /** Parameters of its address. */
  params: Input;
  isOperation: boolean;
  /** Asks with the smallest input, what the tables of inputs add, and more. */
  send(sent: Sent, more?: { params?: Input; body?: Input }): Promise<Response>;
  /** Asks with an input that breaks every rule. @returns the status */
  sendBroken(sent: Sent): Promise<number>;
}

/** A call of the contract in the matrix: who may send it, and what its smallest request lacks. */
export interface Row extends Parts {
  cells: Cells;
}

/** Everything that the dispatcher serves. */
export function everyAsk(portal: TestSchool, things: Things): Ask[] {
  const rows = endpointRows(things);
  const calls = allEndpoints().map((served): Ask => {
    const { name, call, endpoint } = served;
    const row = rows[name];
    return {
      name,
      call,
      who: endpoint.who,
      cells: row.cells,
      params: row.params,
      isOperation: false,
      send: (sent, { params, body } = {}) => {
        const parts = {
          ...row,
          params: { ...row.params, ...params },
          body: body ? { ...row.body, ...body } : row.body,
        };
        return sendSample(portal, served, parts, sent);
      },
      sendBroken: (sent) => sendBroken(portal, served, sent),
    };
  });
  const inputOf = operationInputs(things);
  const operations = allOperations().map((served): Ask => {
    const { who, scopes = [] } = served.operation;
    const { input, isMissing } = inputOf(served.name);
    return {
      name: served.name,
      call: served.call,
      who,
      cells: cellsOf(who, scopes, isMissing),
      params: {},
      isOperation: true,
      send: (sent, { params, body } = {}) =>
        portal.askOperation(served, sampleOf(served.input, { ...input, ...params, ...body }), sent),
      sendBroken: async (sent) => (await portal.askOperation(served, 'broken', sent)).status,
    };
  });
  return [...calls, ...operations];
}

/** The calls of the contract by name. */
export function endpointRows(things: Things): Record<CallName, Row> {
  const inputOf = endpointInputs(things);
  const rows = allEndpoints().map(({ name, schema, endpoint: { who, scopes = [] } }) => {
    const { input, isMissing } = inputOf(name);
    return [name, { ...partsOf(schema, input), cells: cellsOf(who, scopes, isMissing) }];
  });
  return Object.fromEntries(rows) as Record<CallName, Row>;
}

/** Puts each field where the call takes it. */
function partsOf({ params, query }: CallSchema, input: Input | readonly unknown[]): Parts {
  if (Array.isArray(input)) return { params: {}, query: {}, body: input };
  const shapeOf = (schema: unknown): object => (schema as { shape?: object } | undefined)?.shape ?? {};
  const place = (field: string) => (field in shapeOf(params) ? 'params' : field in shapeOf(query) ? 'query' : 'body');
  const fields = (part: string) => Object.fromEntries(Object.entries(input).filter(([name]) => place(name) === part));
  return { params: fields('params'), query: fields('query'), body: fields('body') };
}
