import { API_PREFIX, type Call } from '#lib/contract/core.ts';
import { everyCall, type NamedCall } from '#lib/contract/index.schema.ts';

export interface KnownCall extends NamedCall {
  /** Decoded path parameters. */
  params: Record<string, string>;
}

interface Segment {
  /** A fixed segment’s text, or the fixed suffix after a parameter. */
  fixed: string;
  param: string | null;
}
interface Entry extends NamedCall {
  segments: Segment[];
  params: number;
}

const partsOf = (path: string) => path.replace(/\/$/, '').split('/');

const entries: Entry[] = everyCall()
  .map(({ name, call }) => {
    const segments = partsOf(call.path).map((part): Segment => {
      const [, param, suffix = ''] = /^\{(\w+)\}(.*)$/.exec(part) ?? [];
      return param ? { fixed: suffix, param } : { fixed: part, param: null };
    });
    return { name, call, segments, params: segments.filter(({ param }) => param !== null).length };
  })
  // Paths with fewer parameters match first (API-73).
  .sort((a, b) => a.params - b.params);

const byShape = Map.groupBy(entries, ({ segments }) => `${segments.length} ${segments[0]?.fixed}`);
const byPath = new Map(entries.map((entry) => [`${entry.call.method} ${entry.call.path}`, entry]));

/** The contract’s call with exactly this method and path, whose path may contain parameters. */
export const callOf = ({ method, path }: Pick<Call, 'method' | 'path'>): NamedCall | undefined =>
  byPath.get(`${method} ${path}`);

/** The contract’s call that matches a request, or null. The gateway rejects everything outside the contract. */
export function findCall(method: string, pathname: string): KnownCall | null {
  if (!pathname.startsWith(API_PREFIX)) return null;
  const path = pathname.slice(API_PREFIX.length);
  const exact = byPath.get(`${method} ${path}`);
  if (exact?.params === 0) return { name: exact.name, call: exact.call, params: {} };
  return matches(path).find(({ call }) => call.method === method) ?? null;
}

/** The methods that a path serves. */
export const methodsOf = (pathname: string): string[] =>
  pathname.startsWith(API_PREFIX) ? matches(pathname.slice(API_PREFIX.length)).map(({ call }) => call.method) : [];

function matches(path: string): KnownCall[] {
  const parts = partsOf(path);
  return (byShape.get(`${parts.length} ${parts[0]}`) ?? []).flatMap(({ name, call, segments }) => {
    const params = match(segments, parts);
    return params ? [{ name, call, params }] : [];
  });
}

function match(segments: readonly Segment[], parts: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [index, { fixed, param }] of segments.entries()) {
    const part = parts[index] ?? '';
    if (param === null) {
      if (fixed !== part) return null;
      continue;
    }
    const value = part.endsWith(fixed) ? decode(part.slice(0, part.length - fixed.length)) : null;
    if (value === null || value === '' || value === '.' || value === '..') return null;
    params[param] = value;
  }
  return params;
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
