import { beforeEach, describe, expect, test } from 'vitest';
import { isChunkFailure, mayReload } from '../../../src/lib/chunk-reload.ts';

const MINUTE = 60_000;
const now = 1_800_000_000_000;
let kept: Map<string, string>;
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
};

beforeEach(() => {
  kept = new Map();
});

describe('loading an address afresh (GUARD-18, ERR-15)', () => {
  test('once per address and minute', () => {
    expect(mayReload(storage, '/dashboard', now)).toBe(true);
    expect(mayReload(storage, '/dashboard', now + MINUTE - 1)).toBe(false);
    expect(mayReload(storage, '/dashboard', now + MINUTE)).toBe(true);
  });

  test('two broken addresses that lead to each other cannot loop either', () => {
    expect(mayReload(storage, '/a', now)).toBe(true);
    expect(mayReload(storage, '/b', now + 1)).toBe(true);
    expect(mayReload(storage, '/a', now + 2)).toBe(false);
    expect(mayReload(storage, '/b', now + 3)).toBe(false);
  });

  test('what cannot be read counts as nothing', () => {
    kept.set('portal_chunk_reload', '{');
    expect(mayReload(storage, '/a', now)).toBe(true);
  });
});

describe('telling a chunk failure (ERR-13)', () => {
  test.each([
    'Failed to fetch dynamically imported module: https://portal.example/_astro/a.js',
    'error loading dynamically imported module: https://portal.example/_astro/a.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /_astro/a.css',
  ])('%s', (message) => {
    expect(isChunkFailure(message)).toBe(true);
  });

  test.each(['Failed to fetch', 'x is not a function', ''])('not “%s”', (message) => {
    expect(isChunkFailure(message)).toBe(false);
  });
});
