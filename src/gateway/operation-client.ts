import type { CallOptions } from '#lib/api/client.ts';
import type { NamedOperation } from '#lib/api/request.ts';
import { fieldsOf, shapeOf } from '#lib/contract/fields.schema.ts';
import type { OperationClient } from '#lib/page/operations.ts';

/** Sends one operation. */
type Ask = (operation: NamedOperation, input: unknown, options?: CallOptions) => Promise<unknown>;
interface AreaClient {
  ask: Ask;
}

/** Creates the operations client of one page: `leads.listLeads({ … })`. */
export type OperationClients = (ask: Ask) => OperationClient;

/** The client functions are created once for the process; a page gets one small object for each area. */
export function operationClients(operations: readonly NamedOperation[]): OperationClients {
  const areas = new Map<string, Record<string, unknown>>();
  for (const operation of operations) {
    const [area = '', name = ''] = operation.name.split('.');
    function asks(this: AreaClient, input: object = {}, options?: CallOptions) {
      return this.ask(operation, input, options);
    }
    const fields = (labels?: Readonly<Record<string, string>>) => fieldsOf({ shape: shapeOf(operation.input) }, labels);
    areas.set(area, { ...areas.get(area), [name]: Object.assign(asks, { fields }) });
  }
  return (ask) => {
    const clients: Record<string, unknown> = {};
    for (const [area, own] of areas) clients[area] = Object.create(own, { ask: { value: ask } });
    return clients as unknown as OperationClient;
  };
}
