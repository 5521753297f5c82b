import { vi } from 'vitest';

export interface FakeWindow {
  visibilityState: 'visible' | 'hidden';
  focus(): Promise<void>;
  /** The window after the navigation. */
  navigate(path: string): Promise<FakeWindow | null>;
  postMessage(message: unknown): void;
}

/** The globals of a service worker, with a record of their use. */
export function installWorker({
  windows = [] as FakeWindow[],
  maxActions = 2,
  answers = {} as Record<string, unknown>,
  isPressOver = (): boolean => false,
} = {}) {
  const shown: { title: string; options: NotificationOptions }[] = [];
  const sent: { method: string; path: string; body?: unknown }[] = [];
  const opened: string[] = [];
  const badge: (number | 'clear')[] = [];
  const registration = {
    showNotification: async (title: string, options: NotificationOptions) => {
      shown.push({ title, options });
    },
    getNotifications: async () => [] as { close(): void }[],
    pushManager: {
      subscribe: async () => subscriptionOf('new'),
      getSubscription: async () => null as unknown,
    },
  };
  const self = {
    location: { origin: 'https://portal.example' },
    registration,
    clients: {
      matchAll: async () => windows,
      openWindow: async (path: string) => {
        if (isPressOver()) throw new DOMException('nobody pressed', 'InvalidAccessError');
        opened.push(path);
      },
    },
    navigator: {
      setAppBadge: async (count: number) => {
        badge.push(count);
      },
      clearAppBadge: async () => {
        badge.push('clear');
      },
    },
  };
  vi.stubGlobal('self', self);
  vi.stubGlobal('Notification', { maxActions });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET';
    sent.push({ method, path, ...(init.body ? { body: JSON.parse(String(init.body)) } : {}) });
    const answer = method === 'GET' ? answers[path] : {};
    return answer === undefined ? new Response('{}', { status: 404 }) : Response.json(answer);
  });
  return { shown, sent, opened, badge, registration };
}

export const subscriptionOf = (auth: string) => ({
  toJSON: () => ({ endpoint: `https://push.example/${auth}`, keys: { auth, p256dh: `p-${auth}` } }),
});
