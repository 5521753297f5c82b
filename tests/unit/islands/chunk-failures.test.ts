import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** The page that a browser would give, as far as the watch asks for it. */
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

describe('a piece of a page that does not come (GUARD-18)', () => {
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

  it('a lost piece of a page loads the page afresh', async () => {
    const { page, reloads } = await watch();
    page.dispatchEvent(new Event('vite:preloadError'));
    expect(reloads).toEqual(['reload']);
  });

  it('a lost piece of a page keeps nobody on a page that is being left, whose pieces a browser breaks off', async () => {
    const { page, reloads } = await watch();
    page.dispatchEvent(new Event('beforeunload'));
    vi.advanceTimersByTime(5_000);
    page.dispatchEvent(new Event('vite:preloadError'));
    expect(reloads).toEqual([]);
    // It was a download: the page is still there.
    vi.advanceTimersByTime(5_001);
    page.dispatchEvent(new Event('vite:preloadError'));
    expect(reloads).toEqual(['reload']);
  });
});
