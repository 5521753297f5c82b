import type { z } from 'zod';

/** What goes in and comes out of one call. Lives in `<area>.schema.ts`, so that zod stays out of browser bundles. */
export interface CallSchema {
  /** One sentence for the reference page. */
  summary: string;
  /** Ledger id (`API-01`), or `ours` for a call the specification lacks. Its path begins with `portal/`. */
  ledger: 'ours' | `API-${string}`;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  result: z.ZodType;
}

/**
 * The runtime half of a call: what a client needs to send it. `schema` exists for the types alone and is never set.
 *
 * `path` stands below `/api/v1/`, has `{name}` for each parameter and keeps its trailing slash.
 */
export interface Call<S extends CallSchema = CallSchema> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** The separate drive/document service (§1, BRAND-07). Absent: the portal host. */
  host?: 'drive';
  /** Absent: a bearer token is needed (AUTH-26). */
  auth?: 'none';
  /** Absent: JSON, where there is a body. */
  body?: 'form' | 'multipart';
  /** Absent: JSON. `file` streams bytes with a file name, `text` a text file such as a calendar. */
  result?: 'file' | 'text';
  /** The call moves points or money and takes an `Idempotency-Key`, which a client with its own bearer may leave out. */
  keyed?: true;
  /** A GET that writes: never sent twice by itself, never on behalf of another site. */
  writes?: true;
  /** Our own clock header is not sent (CONST-16). */
  tmz?: false;
  schema?: S;
}

/** A call that needs no bearer token. */
export type PublicCall<S extends CallSchema = CallSchema> = Call<S> & { auth: 'none' };

export type SchemaOf<C> = C extends { schema?: infer S } ? NonNullable<S> : never;

type Sent<S, Part extends 'params' | 'query' | 'body'> =
  S extends Record<Part, infer T> ? (T extends z.ZodType ? { [P in Part]: z.input<T> } : unknown) : unknown;

type Parsed<S, Part extends 'params' | 'query' | 'body'> =
  S extends Record<Part, infer T> ? (T extends z.ZodType ? { [P in Part]: z.output<T> } : unknown) : unknown;

/** What a caller passes: `{ params, query, body }`, each only where the call has it. A multipart body is a `FormData`. */
export type CallInput<C> = Sent<SchemaOf<C>, 'params'> &
  Sent<SchemaOf<C>, 'query'> &
  (C extends { body: 'multipart' } ? { body: FormData } : Sent<SchemaOf<C>, 'body'>);

/** What a handler receives: the same parts after parsing. */
export type ParsedInput<C> = Parsed<SchemaOf<C>, 'params'> & Parsed<SchemaOf<C>, 'query'> & Parsed<SchemaOf<C>, 'body'>;

/** What a call answers. */
export type CallResult<C> =
  SchemaOf<C> extends { result: infer R } ? (R extends z.ZodType ? z.output<R> : never) : never;

/** What a handler may return: the answer before defaults are filled in. */
export type CallAnswer<C> =
  SchemaOf<C> extends { result: infer R } ? (R extends z.ZodType ? z.input<R> : never) : never;

export const API_PREFIX = '/api/v1/';
