import type { Item } from '#content/level-test.schema.ts';
import { complain, faultsOfFiles } from '../../core/content/check-content.ts';
import type { ServedFile } from '../../core/content/served-files.ts';
import { recordingOf } from './audio.ts';
import { levelTestFolder, readBank, soundFileOf } from './bank.ts';

/** The recording of a listening item, and its public address. */
export function filesOfItem(item: Item): ServedFile[] {
  const file = soundFileOf(item);
  return file === undefined ? [] : [{ file, url: recordingOf(item) }];
}

/** Checks the level test: each named recording exists, and no file is left over. @throws ContentError with all faults */
export const checkLevelTest = (): void =>
  complain(faultsOfFiles(levelTestFolder, readBank(levelTestFolder).flatMap(filesOfItem)));
