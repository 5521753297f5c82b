import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../../../../src/lib/api/browser.ts';
import { getMe } from '../../../../src/lib/contract/account.ts';
import { watchPageEnd } from '../../../../src/lib/rules/device/leaving.ts';

afterEach(() => vi.unstubAllGlobals());

it('ERR-11 an expired session leads to the login, except during a logout', async () => {
  const page = new EventTarget();
  const assign = vi.fn();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('location', { assign });
  vi.stubGlobal('fetch', async () => new Response('', { status: 401 }));
  watchPageEnd();
  await expect(api(getMe)).rejects.toThrow();
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/sair?motivo=sessao'));

  for (const name of ['beforeunload', 'submit']) {
    page.dispatchEvent(new Event('pageshow'));
    page.dispatchEvent(new Event(name));
    const requested = vi.fn(async () => new Response('', { status: 401 }));
    vi.stubGlobal('fetch', requested);
    await expect(api(getMe)).rejects.toThrow();
    await vi.waitFor(() => expect(requested).toHaveBeenCalledTimes(2));
    expect(assign).toHaveBeenCalledTimes(1);
  }

  page.dispatchEvent(new Event('pageshow'));
  await expect(api(getMe)).rejects.toThrow();
  await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(2));
});
