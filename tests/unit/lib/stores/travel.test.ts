import { beforeEach, expect, it, vi } from 'vitest';
import { scansKey } from '../../../../src/lib/rules/device/unit-cache.ts';
import {
  $listMadeAt,
  $scans,
  $trouble,
  deliverScans,
  deliverScansWhenOnline,
  prepareCheckIn,
  scan,
} from '../../../../src/lib/stores/travel.ts';

const campaign = { id: 7 };
const said = { valido: true, titular_mascarado: 'Ana S.', campanha: 'Noite', detail: 'Pode entrar: Ana S.' };
const taken = () => Response.json(said);
const refused = (status: number, body: object = {}) => Response.json({ detail: 'Não agora.', ...body }, { status });

let stored: Map<string, string>;
let bodies: { texto: string; user_id?: number; lido_em?: string }[];
let answer: () => Response | Promise<Response>;
let count = 0;
/** Each test scans tickets of its own, since the store keeps scans between tests. */
const code = () => {
  count += 1;
  return `PT1.${count}.assinatura`;
};
const box = () => JSON.parse(stored.get(scansKey(9)) ?? '[]') as { texto: string }[];

beforeEach(() => {
  stored = new Map();
  bodies = [];
  answer = taken;
  $trouble.set(null);
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('document', { body: { dataset: { userId: '9' } } });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('location', { assign: () => undefined });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', async (_path: string, init?: RequestInit) => {
    if (init?.body) bodies.push(JSON.parse(String(init.body)));
    return answer();
  });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

it('TRAVEL-04 a scan carries its user, and leaves the outbox once it is answered', async () => {
  await scan(campaign, code());
  expect(bodies).toEqual([expect.objectContaining({ user_id: 9 })]);
  expect([box(), $scans.get()[0]?.state]).toEqual([[], 'done']);
  answer = () => refused(422);
  await scan(campaign, code());
  expect([box(), $scans.get()[0]?.result?.valido]).toEqual([[], false]);
});

it.each([
  [401, 'refused'],
  [403, 'refused'],
  [404, 'refused'],
  [409, 'refused'],
  [429, 'server'],
  [500, 'server'],
  [503, 'server'],
])('TRAVEL-04 a scan answered with %s stays in the outbox with the reason “%s”', async (status, kind) => {
  answer = () => refused(status);
  await scan(campaign, code());
  expect(box()).toHaveLength(1);
  expect($scans.get()[0]).toMatchObject({ state: 'waiting', why: { kind, text: expect.stringMatching(/\S/) } });
});

it('TRAVEL-04 after a scan without an answer the next one does not wait, and a timer sends the outbox', async () => {
  deliverScansWhenOnline();
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  await scan(campaign, code());
  expect($scans.get()[0]).toMatchObject({ state: 'waiting', why: { kind: 'offline' } });
  // This answer does not come yet: the scan must not wait for it.
  let release = (_response: Response) => {};
  answer = () => new Promise((resolve) => (release = resolve));
  await scan(campaign, code());
  expect($scans.get()[0]?.state).toBe('waiting');
  answer = () => refused(503);
  release(refused(503));
  await deliverScans();
  expect([box().length, $trouble.get()?.kind]).toEqual([2, 'server']);
  answer = taken;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(box()).toEqual([]);
  expect($trouble.get()).toBeNull();
  expect(bodies.at(-1)?.lido_em).toBeDefined();
});

it('TRAVEL-04 a time-out is shown as a fault of the server, not as missing network', async () => {
  answer = () => Promise.reject(new DOMException('late', 'TimeoutError'));
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  await scan(campaign, code());
  expect($scans.get()[0]).toMatchObject({ state: 'waiting', why: { kind: 'server' } });
  vi.restoreAllMocks();
});

it('TRAVEL-04 the stored check-in list is used until a newer one arrives; a 403 removes it', async () => {
  const made = (feita_em: string) => Response.json({ feita_em });
  vi.stubGlobal('caches', { match: async () => made('ontem') });
  let release = (_response: Response) => {};
  answer = () => new Promise((resolve) => (release = resolve));
  const prepared = prepareCheckIn({ id: 7, nome: 'Noite' });
  await vi.waitFor(() => expect($listMadeAt.get()).toBe('ontem'));
  release(made('hoje'));
  await prepared;
  expect($listMadeAt.get()).toBe('hoje');
  for (const failed of [refused(503), new Response('<p>Entre na rede</p>')]) {
    answer = () => failed;
    await prepareCheckIn({ id: 7, nome: 'Noite' });
    expect($listMadeAt.get()).toBe('ontem');
  }
  answer = () => refused(403);
  await prepareCheckIn({ id: 7, nome: 'Noite' });
  expect($listMadeAt.get()).toBeNull();
});
