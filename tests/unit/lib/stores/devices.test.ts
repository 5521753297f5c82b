import { afterEach, expect, it, vi } from 'vitest';
import { enablePush } from '../../../../src/lib/stores/devices.ts';
import { toast } from '../../../../src/lib/stores/toast.ts';
import { pushMessages } from '../../../../src/lib/words/devices.ts';

vi.mock('../../../../src/lib/stores/toast.ts', () => ({ toast: { error: vi.fn(), success: vi.fn() } }));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a browser that cannot install the worker is told, instead of waiting for it for ever', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted' });
  vi.stubGlobal('navigator', { serviceWorker: { ready: new Promise(() => undefined) } });
  const enabled = enablePush(1);
  await vi.advanceTimersByTimeAsync(10_000);
  await enabled;
  expect(toast.error).toHaveBeenCalledWith(pushMessages.notEnabled);
});
