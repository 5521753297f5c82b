import { atom } from 'nanostores';

/** The marked rows of each list, by id. */
export const $marked = atom<Readonly<Record<string, readonly number[]>>>({});

/** Marks rows of a list, or takes the marks off. */
export function mark(list: string, ids: readonly number[], isMarked: boolean): void {
  const all = $marked.get();
  const others = (all[list] ?? []).filter((id) => !ids.includes(id));
  $marked.set({ ...all, [list]: isMarked ? [...others, ...ids] : others });
}
