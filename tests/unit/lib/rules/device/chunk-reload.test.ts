import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isChunkFailure, mayReload, reloadBox } from '../../../../../src/lib/rules/device/chunk-reload.ts';

const MINUTE = 60_000;
const now = 1_800_000_000_000;
let stored: Map<string, string>;
let isFull = false;
const storage = reloadBox();

beforeEach(() => {
  stored = new Map();
  isFull = false;
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem(name: string, value: string) {
      if (isFull) throw new Error('full');
      stored.set(name, value);
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('reloading after a chunk failure (GUARD-18, ERR-15)', () => {
  test('an address is reloaded at most once a minute', () => {
    expect(mayReload(storage, '/dashboard', now)).toBe(true);
    expect(mayReload(storage, '/dashboard', now + MINUTE - 1)).toBe(false);
    expect(mayReload(storage, '/dashboard', now + MINUTE)).toBe(true);
  });

  test('two broken addresses that redirect to each other do not loop', () => {
    expect(mayReload(storage, '/a', now)).toBe(true);
    expect(mayReload(storage, '/b', now + 1)).toBe(true);
    expect(mayReload(storage, '/a', now + 2)).toBe(false);
    expect(mayReload(storage, '/b', now + 3)).toBe(false);
  });

  test('an unreadable stored value is ignored', () => {
    stored.set('portal_chunk_reload', '{');
    expect(mayReload(storage, '/a', now)).toBe(true);
  });

  test('C13 an address is not reloaded when this cannot be stored, since it could loop', () => {
    isFull = true;
    expect(mayReload(storage, '/a', now)).toBe(false);
  });
});

describe('recognizing a chunk failure (ERR-13)', () => {
  test.each([
    'Failed to fetch dynamically imported module: https://portal.example/_astro/a.js',
    'error loading dynamically imported module: https://portal.example/_astro/a.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /_astro/a.css',
  ])('%s', (message) => {
    expect(isChunkFailure(message)).toBe(true);
  });

  test.each(['Failed to fetch', 'x is not a function', ''])('“%s” is no chunk failure', (message) => {
    expect(isChunkFailure(message)).toBe(false);
  });
});
