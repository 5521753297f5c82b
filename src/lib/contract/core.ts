import type { z } from 'zod';

/** The maximum size of a JSON or form body. */
export const MAX_BODY_BYTES = 64 * 1024;

/** What one call takes and returns. It is in `<area>.schema.ts`, so that zod stays out of browser bundles. */
export interface CallSchema {
  /** One sentence for the reference page. */
  summary: string;
  /**
   * Ledger id (`API-01`), or `ours` for a call that the specification lacks. The path of such a call begins with
   * `portal/`.
   */
  ledger: 'ours' | `API-${string}`;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  result: z.ZodType;
  /** Refusals that an API client must distinguish, by status: a sentence with their codes. */
  refusals?: Readonly<Record<number, string>>;
}

/**
 * The runtime half of a call: what a client needs to send it. `schema` is only for the types and is never set.
 *
 * `path` is relative to `/api/v1/`, has `{name}` for each parameter and keeps its trailing slash.
 */
export interface Call<S extends CallSchema = CallSchema> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** The separate drive/document service (§1, BRAND-07). Absent: the portal host. */
  host?: 'drive';
  /** Absent: the call needs a bearer token (AUTH-26). */
  auth?: 'none';
  /** Absent: JSON, if there is a body. */
  body?: 'form' | 'multipart';
  /** The maximum size of a JSON body where a service batches messages; absent: `MAX_BODY_BYTES`. */
  maxBytes?: number;
  /** Media types of a body that is the file itself, accepted beside a multipart form. */
  raw?: readonly string[];
  /** Absent: JSON. `file` streams bytes with a file name, `text` a text file such as a calendar. */
  result?: 'file' | 'text';
  /** The call moves points or money and takes an `Idempotency-Key`, which a client with its own bearer may leave out. */
  keyed?: true;
  /** A GET that writes: never repeated automatically, never on behalf of another site. */
  writes?: true;
  /** Sent without our own clock header (CONST-16). */
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

/** What a caller passes: `{ params, query, body }`, each only if the call has it. A multipart body is a `FormData`. */
export type CallInput<C> = Sent<SchemaOf<C>, 'params'> &
  Sent<SchemaOf<C>, 'query'> &
  (C extends { body: 'multipart' } ? { body: FormData } : Sent<SchemaOf<C>, 'body'>);

/** What a handler receives: the same parts after parsing. */
export type ParsedInput<C> = Parsed<SchemaOf<C>, 'params'> & Parsed<SchemaOf<C>, 'query'> & Parsed<SchemaOf<C>, 'body'>;

/** The answer of a call. */
export type CallResult<C> =
  SchemaOf<C> extends { result: infer R } ? (R extends z.ZodType ? z.output<R> : never) : never;

/** What a handler may return: the answer before defaults fill it in. */
export type CallAnswer<C> =
  SchemaOf<C> extends { result: infer R } ? (R extends z.ZodType ? z.input<R> : never) : never;

export const API_PREFIX = '/api/v1/';
/** Where islands call operations: `POST do/practice.saveReviews/`, `GET do/travel.getCheckIn/?input={"id":1}`. */
export const ISLAND_PATH = 'do/';
