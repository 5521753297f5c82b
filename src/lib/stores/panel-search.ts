import { atom } from 'nanostores';
import { partOf } from '#lib/api/part.ts';
import type { Found } from '#lib/contract/panel.schema.ts';
import { query } from './operations.ts';

/** Shorter texts match too much. */
const MIN_LETTERS = 2;
const PAUSE_MS = 150;

export interface PanelSearch {
  state: 'idle' | 'asking' | 'ready' | 'failed';
  /** The text that the items match. */
  q: string;
  items: readonly Found[];
}

const nothing: PanelSearch = { state: 'idle', q: '', items: [] };
export const $panelSearch = atom<PanelSearch>(nothing);

/** The text that the search opened with; null: it is closed. */
export const $opened = atom<string | null>(null);

/** @param text typed before the search was loaded */
export function openSearch(text: string): void {
  typeSearch(text);
  $opened.set(text);
}

export function closeSearch(): void {
  typeSearch('');
  $opened.set(null);
}

let timer: ReturnType<typeof setTimeout> | undefined;
let asking: AbortController | undefined;

/** Searches for the typed text, after a pause. Only the answer to the last text counts. */
export function typeSearch(text: string): void {
  clearTimeout(timer);
  asking?.abort();
  const q = text.trim();
  if (q.length < MIN_LETTERS) {
    $panelSearch.set(nothing);
    return;
  }
  $panelSearch.set({ ...$panelSearch.get(), state: 'asking' });
  timer = setTimeout(() => void search(q), PAUSE_MS);
}

async function search(q: string): Promise<void> {
  const own = new AbortController();
  asking = own;
  const part = await partOf(query('panel.searchPanel', { q }, { signal: own.signal }));
  if (own.signal.aborted) return;
  $panelSearch.set(part.ok ? { state: 'ready', q, items: part.data } : { state: 'failed', q, items: [] });
}
