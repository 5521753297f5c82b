import type { z } from 'zod';
import { type ApiHeaders, type ApiRequest, readUpTo } from '#lib/api/request.ts';
import { type CallSchema, MAX_BODY_BYTES } from '#lib/contract/core.ts';
import { fieldSentence } from '#lib/words/field-names.ts';
import { firstMessages } from '#lib/words/validation.ts';
import { invalid, Refusal } from './refusal.ts';

/**
 * Reads and checks the input of a call.
 *
 * @throws Refusal 413 too large, 415 wrong content type, 422 anything that the schema or the wire format refuses.
 */
export async function parseInput(schema: CallSchema, request: ApiRequest) {
  const { call, params, query } = request;
  return {
    params: schema.params ? check(schema.params, params) : undefined,
    query: schema.query ? check(schema.query, fromPairs(query)) : undefined,
    body: schema.body && call.body !== 'multipart' ? check(schema.body, await readBody(request)) : undefined,
  };
}

/**
 * Reads and checks the input of an operation, which a page passes or an island sends.
 *
 * @param isRead of a read, empty texts are dropped: a filter that a form left empty does not filter
 * @throws Refusal as `parseInput`
 */
export async function parseOperation(schema: z.ZodType, request: ApiRequest, isRead: boolean): Promise<unknown> {
  const value = await readBody(request);
  return check(schema, isRead ? withoutBlanks(value) : value);
}

const withoutBlanks = (input: unknown) =>
  Object.fromEntries(Object.entries(Object(input)).filter(([, value]) => value !== ''));

/**
 * Reads a JSON text from a part of a multipart request, by the same rules as a body.
 *
 * @throws Refusal 422
 */
export const parseJsonPart = <T extends z.ZodType>(schema: T, text: string): z.output<T> =>
  check(schema, fromJson(text)) as z.output<T>;

function check(schema: z.ZodType, value: unknown): unknown {
  refuseNulCharacters(value);
  const parsed = schema.safeParse(value);
  if (parsed.success) return withPlainZeros(parsed.data);
  const fields = firstMessages(parsed.error.issues, value);
  const [name, message] = Object.entries(fields)[0] ?? ['', 'Formato inválido'];
  throw invalid(fieldSentence(name, message), fields);
}

async function readBody(request: ApiRequest): Promise<unknown> {
  const { call, headers, body } = request;
  if ('value' in body) return body.value;
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const text = await readText(headers, body.bytes, call.maxBytes);
  bodies.set(request, text);
  if (call.body === 'form') {
    if (type !== 'application/x-www-form-urlencoded') throw wrongType('application/x-www-form-urlencoded');
    return fromPairs(new URLSearchParams(text));
  }
  // The input of an operation that reads is JSON in its address.
  if (call.method !== 'GET' && type !== 'application/json') throw wrongType('application/json');
  return fromJson(text);
}

const wrongType = (expected: string) => new Refusal(415, `Envie os dados como ${expected}.`);

const bodies = new WeakMap<ApiRequest, string>();

/** The raw body of a parsed request: a signature covers its bytes. */
export const bodyText = (request: ApiRequest): string => bodies.get(request) ?? '';

async function readText(
  headers: ApiHeaders,
  bytes: AsyncIterable<Uint8Array>,
  maxBytes = MAX_BODY_BYTES,
): Promise<string> {
  const tooLarge = () => new Refusal(413, 'Os dados enviados passam do tamanho permitido.');
  if (Number(headers.get('content-length') ?? 0) > maxBytes) throw tooLarge();
  const whole = await readUpTo(maxBytes, bytes);
  if (!whole) throw tooLarge();
  return decoded(whole);
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid('Os dados enviados não são um texto UTF-8 válido.');
  }
}

/** Reads a JSON text that is larger than the limit of a JSON body, by the same rules. @throws Refusal 422 */
export const parseSent = (bytes: Uint8Array): unknown => fromJson(decoded(bytes));

/** Refuses a repeated field: two parsers could each take a different value. */
function fromPairs(pairs: URLSearchParams): Record<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (fields.has(name))
      throw invalid('Um campo foi enviado mais de uma vez.', { [name.slice(0, 60)]: 'Campo repetido' });
    fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

function fromJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('Os dados enviados não são um JSON válido.');
  }
  if (countKeysWritten(text) !== countKeys(value)) throw invalid('Um campo foi enviado mais de uma vez.');
  return value;
}

/**
 * `JSON.parse` silently keeps the last of two equal keys, so this counts the written keys to compare them with the kept
 * ones.
 */
function countKeysWritten(text: string): number {
  let count = 0;
  // The closing quote is optional, so that no text makes the expression try again from each of its quotes.
  for (const match of text.matchAll(/"(?:[^"\\]|\\.)*"?\s*(:?)/g)) if (match[1]) count += 1;
  return count;
}

/** Adds one value at a time to the stack: a call takes a limited number of arguments. */
function countKeys(root: unknown): number {
  let count = 0;
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (value === null || typeof value !== 'object') continue;
    if (!Array.isArray(value)) count += Object.keys(value).length;
    for (const each of Object.values(value)) open.push(each);
  }
  return count;
}

export const nulCharacter = 'O texto contém um caractere inválido.';

/** PostgreSQL cannot store U+0000, and nobody types it. */
function refuseNulCharacters(root: unknown): void {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string' && value.includes('\0')) throw invalid(nulCharacter);
    if (value !== null && typeof value === 'object') for (const each of Object.values(value)) open.push(each);
  }
}

/** Makes each −0 a 0, in place: JSON has no −0 to answer with, and a page shows it as "-0". */
function withPlainZeros<T>(root: T): T {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (value === null || typeof value !== 'object') continue;
    for (const [name, each] of Object.entries(value)) {
      if (Object.is(each, -0)) (value as Record<string, unknown>)[name] = 0;
      else open.push(each);
    }
  }
  return root;
}
