import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** A document with only what the watcher reads. */
function installPage() {
  const page = new EventTarget();
  const reloads: string[] = [];
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, to: string) => stored.set(key, to),
  };
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('location', { href: 'https://portal.example/financial', reload: () => reloads.push('reload') });
  return { page, reloads };
}

describe('a chunk that fails to load (GUARD-18)', () => {
  beforeEach(() => {
    vi.resetModules();
    vi.useFakeTimers({ toFake: ['performance', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const watch = async () => {
    const { page, reloads } = installPage();
    (await import('../../../src/islands/shell/chunk-failures.ts')).watchChunkFailures();
    (await import('../../../src/lib/rules/device/leaving.ts')).watchPageEnd();
    return { page, reloads };
  };

  it('a chunk that fails to load reloads the page', async () => {
    const { page, reloads } = await watch();
    page.dispatchEvent(new Event('vite:preloadError'));
    expect(reloads).toEqual(['reload']);
  });

  it('no reload happens while the user leaves the page, when the browser aborts its requests', async () => {
    const { page, reloads } = await watch();
    page.dispatchEvent(new Event('beforeunload'));
    vi.advanceTimersByTime(5_000);
    page.dispatchEvent(new Event('vite:preloadError'));
    expect(reloads).toEqual([]);
    // After a download the page is still open.
    vi.advanceTimersByTime(5_001);
    page.dispatchEvent(new Event('vite:preloadError'));
    expect(reloads).toEqual(['reload']);
  });
});
