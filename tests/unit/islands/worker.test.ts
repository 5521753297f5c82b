import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
const register = vi.fn(async (..._: unknown[]) => Object.assign(new EventTarget(), { waiting: null }));

/** Registers in a browser with these features. */
async function registerWith({ notifications = true, push = true, worker = true }): Promise<void> {
  vi.stubGlobal('window', { ...(notifications && { Notification: {} }), ...(push && { PushManager: {} }) });
  vi.stubGlobal('navigator', worker ? { serviceWorker: { register } } : {});
  await (await import('../../../src/islands/shell/worker.ts')).registerWorker();
}

/** The toast about a new version. */
const message = vi.fn((_text: string, _action?: { onClick(): void }) => 1);
vi.mock('#lib/stores/toast.ts', () => ({ toast: { message } }));

describe('a new version', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ['is activated after consent, and the page reloads then', 'installed', 0],
    ['that another tab has activated reloads at once', 'activated', 1],
  ])('%s', async (_, state, reloads) => {
    const reload = vi.fn();
    const waiting = Object.assign(new EventTarget(), { state: 'installed', postMessage: vi.fn() });
    register.mockResolvedValueOnce(Object.assign(new EventTarget(), { waiting }) as never);
    vi.stubGlobal('location', { reload });
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
    await registerWith({});
    waiting.state = state;
    message.mock.lastCall?.[1]?.onClick();
    expect([reload.mock.calls.length, waiting.postMessage.mock.calls.length]).toEqual([reloads, 1 - reloads]);
    waiting.state = 'activated';
    waiting.dispatchEvent(new Event('statechange'));
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

describe('registration of the service worker', () => {
  beforeEach(() => {
    warn.mockClear();
    register.mockClear();
  });
  afterEach(() => vi.unstubAllGlobals());

  it('PUSH-10 CONST-08 the worker is registered with scope “/”, without a warning', async () => {
    await registerWith({});
    expect(register).toHaveBeenCalledWith('/service-worker.js', expect.objectContaining({ scope: '/' }));
    expect(warn).not.toHaveBeenCalled();
  });

  it.each([{ push: false }, { worker: false }])('PUSH-10 no worker is registered in browsers with %o', async (lack) => {
    await registerWith(lack);
    expect(register).not.toHaveBeenCalled();
    expect(warn).toHaveBeenCalledWith('Este navegador não recebe notificações.');
  });

  it('PUSH-10 a failed registration is logged, not thrown', async () => {
    register.mockRejectedValueOnce(new Error('blocked'));
    await registerWith({});
    expect(warn).toHaveBeenCalledWith('O modo offline não pôde ser ligado.', expect.any(Error));
  });

  it('PUSH-11 ERR-16 a browser without notifications gets a warning in Portuguese in the console', async () => {
    await registerWith({ notifications: false });
    expect(warn.mock.calls).toEqual([['Este navegador não mostra notificações.']]);
  });
});
