import { atom } from 'nanostores';
import { STORED_UNIT_PATH, type StoredUnit, unitCacheName } from '#lib/rules/device/unit-cache.ts';
import { practiceMessages } from '#lib/words/practice.ts';
import { query, queryAddress } from './operations.ts';
import { keep, keepPages } from './stored-pages.ts';
import { toast } from './toast.ts';

export type OfflineState =
  | { kind: 'unsupported' }
  | { kind: 'absent' }
  | { kind: 'loading'; percent: number }
  | { kind: 'stored'; isCurrent: boolean };

export interface OfflineUnitParts {
  id: number;
  versao: string;
  titulo: string;
  /** Every address of the unit's pages. */
  pages: string[];
  /** Its tests. */
  tests: number[];
}

export const $offline = atom<OfflineState>({ kind: 'absent' });

const userId = () => document.body.dataset.userId ?? '';
const nameOf = (unitId: number) => unitCacheName(userId(), unitId);

/** Reports whether the unit is on this device, and whether its copy is current. */
export async function lookUpOffline({ id, versao, pages }: OfflineUnitParts): Promise<void> {
  if (!('caches' in window) || !navigator.serviceWorker) {
    $offline.set({ kind: 'unsupported' });
    return;
  }
  const names = await caches.keys();
  if (!names.includes(nameOf(id))) {
    $offline.set({ kind: 'absent' });
    return;
  }
  const cache = await caches.open(nameOf(id));
  const stored = await cache.match(STORED_UNIT_PATH);
  if (!stored) return removeOffline(id);
  const isSame = ((await stored.json()) as StoredUnit).versao === versao;
  const there = await Promise.all(pages.map((page) => cache.match(page)));
  $offline.set({ kind: 'stored', isCurrent: isSame && there.every((page) => page !== undefined) });
}

let controller: AbortController | null = null;

/** Downloads sounds, pages, tests and the files of the pages. All or nothing: an interrupted download is discarded. */
export async function keepOffline(unit: OfflineUnitParts): Promise<void> {
  const own = new AbortController();
  const { signal } = own;
  controller = own;
  $offline.set({ kind: 'loading', percent: 0 });
  const name = nameOf(unit.id);
  try {
    const { arquivos, versao } = await query('practice.getOfflinePackage', { unidade_id: unit.id }, { signal });
    await caches.delete(name);
    const cache = await caches.open(name);
    const total = arquivos.reduce((sum, { tamanho_bytes }) => sum + tamanho_bytes, 0);
    let loaded = 0;
    await eachOf(arquivos, async ({ url, tamanho_bytes, sha256 }) => {
      await keep(cache, url, { signal, sha256 });
      loaded += tamanho_bytes;
      if (signal.aborted) return;
      $offline.set({ kind: 'loading', percent: Math.min(99, Math.round((loaded * 100) / Math.max(1, total))) });
    });
    const tests = unit.tests.map((id) => queryAddress('practice.getPracticeTest', { id }));
    for (const url of tests) await keep(cache, url, { signal });
    await keepPages(cache, unit.pages, { signal });
    const described: StoredUnit = { versao, titulo: unit.titulo, path: unit.pages[0] ?? '/' };
    await cache.put(STORED_UNIT_PATH, Response.json(described));
    $offline.set({ kind: 'stored', isCurrent: true });
    toast.success(practiceMessages.offlineReady);
  } catch (error) {
    const isCancelled = signal.aborted;
    // Other files are still loading.
    own.abort();
    await caches.delete(name);
    $offline.set({ kind: 'absent' });
    if (isCancelled) return;
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    toast.error(isFull ? practiceMessages.offlineFull : practiceMessages.offlineFailed);
  }
}

export const cancelOffline = () => controller?.abort();

export async function removeOffline(unitId: number): Promise<void> {
  await caches.delete(nameOf(unitId));
  $offline.set({ kind: 'absent' });
  toast.message(practiceMessages.offlineRemoved);
}

const AT_ONCE = 4;

async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items];
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
