import { addressOf } from '../../../src/lib/api/client.ts';
import type { Call, CallSchema } from '../../../src/lib/contract/core.ts';
import { formBody } from '../form-body.ts';
import type { Sent, TestSchool } from '../school.ts';
import { sampleOf } from './sample-input.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Missing values of the smallest request, by part. */
export interface Parts {
  params: Fields;
  query: Fields;
  body: Fields;
}

/** Sends a call with the smallest input that its schema accepts, and the values of its row. */
export function sendSample(
  portal: TestSchool,
  { call, schema }: { call: Call; schema: CallSchema },
  row: Parts,
  sent: Sent,
): Promise<Response> {
  const query = schema.query ? (sampleOf(schema.query, row.query) as Record<string, unknown>) : undefined;
  const address = addressOf(call, { params: row.params, query });
  if (!schema.body || call.body === 'multipart') return portal.send(call.method, address, {}, sent);
  const body = sampleOf(schema.body, row.body);
  if (call.body === 'form') return portal.send(call.method, address, { body: formBody(body) }, sent);
  const headers = { 'content-type': 'application/json' };
  return portal.send(call.method, address, { headers, body: JSON.stringify(body) }, sent);
}

/** Sends a call whose address, query and body break every rule. @returns the status */
export async function sendBroken(
  portal: TestSchool,
  { call, schema }: { call: Call; schema: CallSchema },
  sent: Sent,
): Promise<number> {
  const path = call.path.replace(/\{\w+\}/g, 'not%00one');
  const address = `/api/v1/${path}${schema.query ? '?twice=1&twice=2' : ''}`;
  const headers = { 'content-type': 'application/json' };
  const init = schema.body && call.body !== 'multipart' ? { headers, body: '{' } : {};
  return (await portal.send(call.method, address, init, sent)).status;
}
