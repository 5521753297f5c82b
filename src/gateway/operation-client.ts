import { z } from 'zod';
import type { NamedOperation } from '#lib/api/asked.ts';
import type { CallOptions } from '#lib/api/client.ts';
import { type FormSchema, fieldsOf } from '#lib/contract/fields.schema.ts';
import type { OperationClient } from '#lib/page/operations.ts';

/** Sends one operation. */
type Ask = (operation: NamedOperation, input: unknown, options?: CallOptions) => Promise<unknown>;
interface AreaClient {
  ask: Ask;
}

/** The fields of an input, also of one that has several sides, or is one of several. */
function shapeOf(input: z.ZodType): FormSchema<string>['shape'] {
  if (input instanceof z.ZodObject) return input.shape;
  if (input instanceof z.ZodIntersection) return shapesOf(input.def.left, input.def.right);
  return input instanceof z.ZodUnion ? shapesOf(...input.options) : {};
}

const shapesOf = (...inputs: readonly z.core.$ZodType[]) =>
  Object.assign({}, ...inputs.map((each) => shapeOf(each as z.ZodType)));

/** Makes the operations of one page, as it asks them: `leads.listLeads({ … })`. */
export type OperationClients = (ask: Ask) => OperationClient;

/** The functions of all operations are made once for the process: a page gets one small object for each area. */
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
