import type { Call } from '../../../src/lib/contract/core.ts';
import { allCalls, allOperations } from '../../../src/server/app.ts';
import { whoOf } from '../../../src/server/http/callers.ts';
import type { Who } from '../../../src/server/http/who.ts';
import type { Sent, TestSchool } from '../school.ts';
import { operationInputs } from './operation-inputs.ts';
import { rowOf } from './operation-rows.ts';
import type { Row } from './rows.ts';
import { sampleOf } from './sample-input.ts';
import { sendBroken, sendSample } from './send.ts';
import { accessTable } from './table.ts';
import type { Things } from './things.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A call or an operation, with who may ask it. */
export interface Ask {
  name: string;
  call: Call;
  who: Who;
  row: Row;
  isOperation: boolean;
  /** Asks with the smallest input, what its row adds, and more. */
  send(sent: Sent, more?: { params?: Fields; body?: Fields }): Promise<Response>;
  /** Asks with an input that breaks every rule. @returns the status */
  sendBroken(sent: Sent): Promise<number>;
}

/** Everything that the dispatcher serves. */
export function everyAsk(portal: TestSchool, things: Things): Ask[] {
  const table: Readonly<Record<string, Row>> = accessTable(things);
  const inputOf = operationInputs(things);
  const calls = allCalls().map((served): Ask => {
    const row = table[served.name] as Row;
    return {
      name: served.name,
      call: served.call,
      who: whoOf(served.name),
      row,
      isOperation: false,
      send: (sent, { params, body } = {}) => {
        const input = {
          ...row,
          params: { ...row.params, ...params },
          body: body ? { ...row.body, ...body } : row.body,
        };
        return sendSample(portal, served, input, sent);
      },
      sendBroken: (sent) => sendBroken(portal, served, sent),
    };
  });
  const operations = allOperations().map((served): Ask => {
    const row = rowOf(served, inputOf(served.name));
    return {
      name: served.name,
      call: served.call,
      who: served.operation.who,
      row,
      isOperation: true,
      send: (sent, { params, body } = {}) =>
        portal.askOperation(served, sampleOf(served.input, { ...row.body, ...params, ...body }), sent),
      sendBroken: async (sent) => (await portal.askOperation(served, 'broken', sent)).status,
    };
  });
  return [...calls, ...operations];
}
