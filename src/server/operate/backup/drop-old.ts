import { DAY_MS } from '#lib/rules/time/spans.ts';
import { type Keep, outOfKeep } from './keep.ts';
import { MANIFEST, timeOfName } from './manifest.ts';
import type { Target } from './target.ts';

/**
 * Deletes backups that `keep` leaves out, and those that did not end a day ago or longer. It touches names of backups
 * alone, and runs after a new one is whole.
 *
 * @returns their names
 */
export async function dropOldBackups(target: Target, keep: Keep, now: Date): Promise<string[]> {
  if (keep === null) return [];
  const [whole, begun]: [string[], string[]] = [[], []];
  for (const name of await target.backups())
    ((await target.sizeOf(`${name}/${MANIFEST}`)) === null ? begun : whole).push(name);
  const left = begun.filter((name) => now.getTime() - (timeOfName(name)?.getTime() ?? 0) > DAY_MS);
  const gone = [...outOfKeep(whole, keep), ...left];
  for (const name of gone) {
    // The manifest goes first: nobody takes half of a backup for a whole one.
    await target.remove(`${name}/${MANIFEST}`);
    for (const file of await target.filesOf(name)) await target.remove(`${name}/${file}`);
    await target.removeEmpty(name);
  }
  return gone;
}
