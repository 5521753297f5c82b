import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkPush, enablePush } from '../../../../src/lib/stores/devices.ts';
import { watchInstall } from '../../../../src/lib/stores/install.ts';
import { toast } from '../../../../src/lib/stores/toast.ts';
import { pushMessages } from '../../../../src/lib/words/devices.ts';

vi.mock('../../../../src/lib/stores/toast.ts', () => ({ toast: { error: vi.fn(), success: vi.fn() } }));

const ME = 9;
const AUTH = 'c2VjcmV0LW9mLXRlc3RzIQ';
const LOOK_UP = `GET push-notifications/${AUTH}/`;
const DELETE = `DELETE push-notifications/unsubscribe/${AUTH}/`;

let stored: Map<string, string>;
/** Calls such as `GET push-notifications/abc/`, in order. */
let calls: string[];
/** Statuses that are not 200, by call. Status 0: no answer comes. */
let statuses: Record<string, number>;
let listeners: Map<string, EventListener[]>;

const storage = (area: string) => ({
  getItem: (key: string) => stored.get(`${area} ${key}`) ?? null,
  setItem: (key: string, value: string) => stored.set(`${area} ${key}`, value),
  removeItem: (key: string) => stored.delete(`${area} ${key}`),
});
const storedAuth = () => stored.get('local push_subscription_auth');

/** A subscription that the browser has, with the school's key. */
const subscription = {
  options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
  unsubscribe: async () => true,
  toJSON: () => ({ endpoint: 'https://push.example/1', keys: { auth: AUTH, p256dh: 'p' } }),
};

beforeEach(() => {
  stored = new Map();
  calls = [];
  statuses = {};
  listeners = new Map();
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('document', { body: { dataset: { userId: String(ME) } } });
  vi.stubGlobal('location', { assign: () => undefined });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('onbeforeinstallprompt', null);
  vi.stubGlobal('addEventListener', (type: string, listener: EventListener) =>
    listeners.set(type, [...(listeners.get(type) ?? []), listener]),
  );
  vi.stubGlobal('localStorage', storage('local'));
  vi.stubGlobal('sessionStorage', storage('session'));
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' });
  vi.stubGlobal('navigator', {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
    serviceWorker: { ready: Promise.resolve({ pushManager: { getSubscription: async () => subscription } }) },
  });
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    const call = `${method} ${path.replace('/api/v1/', '')}`;
    calls.push(call);
    const status = statuses[call] ?? 200;
    if (status === 0) throw new TypeError('no network');
    return Response.json({ key: 'AQID', detail: '' }, { status });
  });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

it('enabling push shows an error when the service worker is not ready within ten seconds', async () => {
  vi.stubGlobal('navigator', { serviceWorker: { ready: new Promise(() => undefined) } });
  const enabled = enablePush(1);
  await vi.advanceTimersByTimeAsync(10_000);
  await enabled;
  expect(toast.error).toHaveBeenCalledWith(pushMessages.notEnabled);
});

describe('a device with permission', () => {
  it('PUSH-05, PUSH-12 is looked up by its auth value and stored when the server does not know it', async () => {
    statuses[LOOK_UP] = 404;
    await checkPush(ME);
    expect(calls).toEqual(['GET do/devices.getPushKey/', LOOK_UP, 'POST push-notifications/subscribe/']);
    expect(storedAuth()).toBe(AUTH);
  });

  it('PUSH-05, PUSH-12 is updated when the server knows its auth value, and then only looked up', async () => {
    await checkPush(ME);
    expect(calls).toEqual(['GET do/devices.getPushKey/', LOOK_UP, 'PUT push-notifications/update/']);
    calls = [];
    await checkPush(ME);
    expect(calls).toEqual([LOOK_UP]);
  });

  it.each([0, 500, 403])('is not changed while the look-up answers %i', async (status) => {
    statuses[LOOK_UP] = status;
    await checkPush(ME);
    expect(calls).toEqual(['GET do/devices.getPushKey/', LOOK_UP]);
    expect(storedAuth()).toBeUndefined();
  });
});

describe('a device without permission', () => {
  beforeEach(() => {
    vi.stubGlobal('Notification', { permission: 'denied' });
    stored.set('local push_subscription_auth', AUTH);
  });

  it.each([200, 404])('PUSH-07, PUSH-12 is deleted by its stored auth value alone: %i', async (status) => {
    statuses[DELETE] = status;
    await checkPush(ME);
    expect(calls).toEqual([DELETE]);
    expect(storedAuth()).toBeUndefined();
    await checkPush(ME);
    expect(calls).toEqual([DELETE]);
  });

  it.each([0, 401, 503])('PUSH-07 is deleted at the next page when the call fails with %i', async (status) => {
    statuses[DELETE] = status;
    await checkPush(ME);
    expect(storedAuth()).toBe(AUTH);
    statuses = {};
    await checkPush(ME);
    expect([calls.filter((call) => call === DELETE).length, storedAuth()]).toEqual([2, undefined]);
  });
});

describe('the installed flag', () => {
  const FLAG = 'PUT users/pwa/';

  it('PUSH-02 is sent before any call about notifications, also when unchanged', async () => {
    watchInstall(true);
    const checked = checkPush(ME);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await checked;
    expect(calls.slice(0, 2)).toEqual([FLAG, 'GET do/devices.getPushKey/']);
  });

  it('PUSH-02 is sent once a session, and again when it changes; pages after the first do not wait for it', async () => {
    stored.set('session portal_pwa_sent', String(ME));
    watchInstall(true);
    await checkPush(ME);
    expect(calls[0]).toBe('GET do/devices.getPushKey/');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(calls).not.toContain(FLAG);
    watchInstall(false);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(calls.filter((call) => call === FLAG)).toHaveLength(1);
  });

  it('PWA-03 is sent as soon as the browser offers to install', async () => {
    watchInstall(true);
    const checked = checkPush(ME);
    for (const hear of listeners.get('beforeinstallprompt') ?? []) hear(new Event('beforeinstallprompt'));
    await checked;
    expect(calls[0]).toBe(FLAG);
  });

  it('PUSH-02 does not block the calls about notifications when it cannot be sent', async () => {
    statuses[FLAG] = 0;
    watchInstall(false);
    const checked = checkPush(ME);
    await vi.advanceTimersByTimeAsync(3_000);
    await checked;
    expect(calls.slice(0, 2)).toEqual([FLAG, 'GET do/devices.getPushKey/']);
    expect(stored.has('session portal_pwa_sent')).toBe(false);
  });
});
