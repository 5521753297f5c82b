import type { CallOptions } from '../../src/lib/api/client.ts';
import type { Call } from '../../src/lib/contract/core.ts';
import type { OperationName } from '../../src/lib/page/operations.ts';
import type { PageApi } from '../../src/lib/page/page-session.ts';

/** A request of a page: a call of the contract or the name of an operation, its input, and its options if any. */
export type PageRequest = readonly [requested: Call | OperationName, input?: unknown, options?: CallOptions];

/** An API for pages without a server: one function answers all requests. */
export function pageApi(answer: (...requested: PageRequest) => Promise<unknown>): PageApi {
  const operationsOf = (area: string) =>
    new Proxy(
      {},
      {
        get:
          (_, name) =>
          (...given: unknown[]) =>
            answer(`${area}.${String(name)}` as OperationName, ...(given as [])),
      },
    );
  return new Proxy(answer, { get: (_, area) => operationsOf(String(area)) }) as unknown as PageApi;
}
