import { atom } from 'nanostores';

/** The marked rows of each list, by id. */
export const $marked = atom<Readonly<Record<string, readonly number[]>>>({});

/** Marks or unmarks rows of a list. */
export function mark(list: string, ids: readonly number[], isMarked: boolean): void {
  const all = $marked.get();
  const others = (all[list] ?? []).filter((id) => !ids.includes(id));
  $marked.set({ ...all, [list]: isMarked ? [...others, ...ids] : others });
}
