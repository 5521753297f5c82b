import { API_PREFIX } from '#lib/contract/core.ts';
import { everyCall, type NamedCall } from '#lib/contract/index.schema.ts';

export interface KnownCall extends NamedCall {
  /** Decoded path parameters. */
  params: Record<string, string>;
}

interface Entry extends NamedCall {
  segments: string[];
  fixed: number;
}

const entries: Entry[] = everyCall()
  .map(({ name, call }) => {
    const segments = call.path.split('/').filter(Boolean);
    return { name, call, segments, fixed: segments.filter((part) => !part.startsWith('{')).length };
  })
  .sort((a, b) => b.fixed - a.fixed);

const byShape = Map.groupBy(entries, (entry) => `${entry.call.method} ${entry.segments.length} ${entry.segments[0]}`);

/** The call of the contract that a request means, or null. Nothing outside the contract passes the gateway. */
export function findCall(method: string, pathname: string): KnownCall | null {
  if (!pathname.startsWith(API_PREFIX)) return null;
  const parts = pathname.slice(API_PREFIX.length).replace(/\/$/, '').split('/');
  for (const { name, call, segments } of byShape.get(`${method} ${parts.length} ${parts[0]}`) ?? []) {
    const params = match(segments, parts);
    if (params) return { name, call, params };
  }
  return null;
}

function match(segments: string[], parts: string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const part = parts[index] ?? '';
    const [, name, suffix = ''] = /^\{(\w+)\}(.*)$/.exec(segment) ?? [];
    if (!name) {
      if (segment !== part) return null;
      continue;
    }
    const value = part.endsWith(suffix) ? decode(part.slice(0, part.length - suffix.length)) : null;
    if (value === null || value === '' || value === '.' || value === '..') return null;
    params[name] = value;
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
