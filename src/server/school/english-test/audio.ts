import { createHash } from 'node:crypto';
import type { Item } from '#content/level-test.schema.ts';

/** The recording of a listening item. Its name does not tell the level or the item, since the page shows it. */
export const recordingOf = ({ id, script = '' }: Pick<Item, 'id' | 'script'>): string =>
  `/audio/teste/${createHash('sha256').update(`${id} ${script}`).digest('hex').slice(0, 20)}.mp3`;
