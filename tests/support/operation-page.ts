import { json } from 'node:stream/consumers';
import { ApiError } from '../../src/lib/api/client.ts';
import type { OperationName } from '../../src/lib/page/operations.ts';
import { sessionCookie } from '../../src/lib/session.ts';
import type { PageHandler } from '../../src/process/pages.ts';

type Ask = (input: unknown, options: { idempotencyKey?: string }) => Promise<unknown>;

interface Posted {
  operation: OperationName;
  input: object;
  /** The idempotency key. */
  key?: string;
}

interface PageAnswer<T> {
  status: number;
  /** null for a redirect. */
  value: T;
  location: string | null;
}

/**
 * A plain page in place of the build's. A POST names an operation and its input, which the page calls as
 * a form of the build's would.
 */
export const operationPage: PageHandler = async (request, response, next, { session }) => {
  if (request.method !== 'POST') return void response.end('<!doctype html>');
  const { operation, input, key } = (await json(request)) as Posted;
  const [area = '', name = ''] = operation.split('.');
  const { api } = session as unknown as { api: Record<string, Record<string, Ask | undefined> | undefined> };
  try {
    response.end(JSON.stringify(await api[area]?.[name]?.(input, { idempotencyKey: key })));
  } catch (error) {
    if (!(error instanceof ApiError)) return next(error);
    response.statusCode = error.status;
    response.end(JSON.stringify({ detail: error.detail, code: error.code }));
  }
};

/** Calls an operation by `operationPage`. @param token of the session; null: a visitor */
export async function postOperation<T>(
  address: string,
  { operation, input, key }: Posted,
  token: string | null,
): Promise<PageAnswer<T>> {
  const answer = await fetch(address, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: address, ...(token !== null && { cookie: `${sessionCookie}=${token}` }) },
    body: JSON.stringify({ operation, input, key }),
  });
  const text = await answer.text();
  return { status: answer.status, value: JSON.parse(text || 'null') as T, location: answer.headers.get('location') };
}
