import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import { defOf } from '../../src/connected/tolerant-reader.ts';

/** Differences of a host by another vendor, all of which the portal must accept. */
export const harmless = ['shuffled', 'extra', 'no-nulls', 'sparse', 'words'] as const;
/** How a host fails. */
export const failures = [
  'slow',
  'stalled',
  'unauthorized',
  'not-allowed',
  'html-500',
  'html-502',
  'html-200',
  'reset',
  'half',
  'redirect',
  'huge',
  'trace',
  'other-shape',
] as const;
export type Quirk = (typeof harmless)[number] | (typeof failures)[number];

/** Applies to calls whose `METHOD path` (below `/api/v1/`) matches the pattern; by default to all. */
export interface Quirks {
  quirks: Quirk[];
  /** A regular expression. */
  only?: string;
  /** Milliseconds of `slow`. */
  delayMs?: number;
}

const PAGE = '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>';
const TRACE = {
  error: 'NullPointerException',
  stack: 'at Franquia.Main (/srv/app/main.js:12:7)',
  detail: [{ msg: 'x' }],
};
const MB = 1024 * 1024;

/** Applies a failure to an answer. @returns whether the answer is finished */
export function failWith(quirk: Quirk, request: IncomingMessage, response: ServerResponse): boolean {
  const html = (status: number, headers: Record<string, string> = {}) =>
    void response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(PAGE);
  const json = (status: number, body: unknown) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  switch (quirk) {
    case 'stalled':
      return true;
    case 'unauthorized':
      json(401, { detail: 'Could not validate credentials' });
      return true;
    case 'not-allowed':
      json(405, { detail: 'Method Not Allowed' });
      return true;
    case 'html-500':
      html(500);
      return true;
    case 'html-502':
      html(502);
      return true;
    case 'html-200':
      html(200);
      return true;
    case 'reset':
      request.socket.destroy();
      return true;
    case 'half':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '4096' });
      response.write('{"items": [{"id": 1,', () => response.destroy());
      return true;
    case 'redirect':
      html(302, { location: 'https://manutencao.franquia.example/' });
      return true;
    case 'huge':
      json(200, { items: 'x'.repeat(11 * MB) });
      return true;
    case 'trace':
      json(500, TRACE);
      return true;
    case 'other-shape':
      json(200, { data: { rows: [null, 1, 'a'] }, ok: true });
      return true;
    default:
      return false;
  }
}

/** Our answer in the format of another vendor's host. */
export function strange(schema: z.ZodType, value: unknown, quirks: ReadonlySet<Quirk>): unknown {
  const def = defOf(schema);
  if (value === null || value === undefined) return value;
  if (def.innerType) return strange(def.innerType, value, quirks);
  if (def.type === 'array' && Array.isArray(value)) {
    return value.map((item) => strange(def.element as z.ZodType, item, quirks));
  }
  if (def.type === 'enum' && typeof value === 'string' && quirks.has('words')) return `${value}_novo`;
  if (def.type !== 'object' || typeof value !== 'object') return value;
  return strangeObject(def.shape ?? {}, value as Record<string, unknown>, quirks);
}

function strangeObject(shape: Record<string, z.ZodType>, value: Record<string, unknown>, quirks: ReadonlySet<Quirk>) {
  let entries = Object.entries(value).map(([key, item]): [string, unknown] => [
    key,
    shape[key] ? strange(shape[key], item, quirks) : item,
  ]);
  if (quirks.has('sparse')) entries = entries.filter(([key]) => !(shape[key] && mayBeAbsent(shape[key])));
  if (quirks.has('no-nulls'))
    entries = entries.filter(([key, item]) => item !== null || !(shape[key] && mayBeAbsent(shape[key])));
  if (quirks.has('extra')) {
    entries.push(['x_franquia', { versao: 3, tags: ['a', null] }], ['_links', { self: '/x' }], ['created_by', null]);
  }
  if (quirks.has('shuffled')) entries = entries.toReversed();
  return Object.fromEntries(entries);
}

/** Whether the contract allows null or absence. */
function mayBeAbsent(schema: z.ZodType): boolean {
  return defOf(schema).type === 'optional';
}
