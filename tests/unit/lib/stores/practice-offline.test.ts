import { expect, it, vi } from 'vitest';
import { api } from '../../../../src/lib/api/browser.ts';
import { $offline, keepOffline } from '../../../../src/lib/stores/practice-offline.ts';

vi.mock('../../../../src/lib/api/browser.ts', () => ({ api: vi.fn() }));
vi.mock('../../../../src/lib/stores/toast.ts', () => ({ toast: { error: vi.fn() } }));

it('a download with a failed file stays failed, also if other files arrive later', async () => {
  const arquivos = ['a', 'b', 'c'].map((url) => ({ url, tamanho_bytes: 10 }));
  vi.mocked(api).mockResolvedValue({ arquivos, versao: '1' });
  const released = Promise.withResolvers<void>();
  const put = vi.fn(async () => undefined);
  vi.stubGlobal('document', { body: { dataset: { userId: '9' } } });
  vi.stubGlobal('caches', { open: async () => ({ put }), delete: async () => true });
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === 'a') return new Response('', { status: 404 });
    await released.promise;
    return new Response('som');
  });
  await keepOffline({ id: 4, versao: '1', titulo: 'Unidade 4', pages: [], tests: [] });
  expect($offline.get()).toEqual({ kind: 'absent' });
  released.resolve();
  await vi.waitFor(() => expect(put).toHaveBeenCalledTimes(2));
  expect($offline.get()).toEqual({ kind: 'absent' });
  vi.unstubAllGlobals();
});
