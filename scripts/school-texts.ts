import { books, lessonsFolder } from '../src/server/core/content/books.ts';
import { checkBooks } from '../src/server/core/content/check-content.ts';
import { allOf } from '../src/server/core/content/read-yaml.ts';
import { filesOfBook, type ServedFile } from '../src/server/core/content/served-files.ts';
import { bank, checkLevelTest, filesOfItem } from '../src/server/school/english-test/bank.ts';
import { firstVersions } from '../src/server/school/promo/first-versions.ts';

/** Checks all texts of the portal. @throws ContentError with all faults. */
export function checkContent(): void {
  allOf([() => checkBooks(lessonsFolder), checkLevelTest, firstVersions]);
}

/** Covers and sounds of all texts. The build copies them to the served folder. */
export const servedFiles = (): ServedFile[] => [...books().flatMap(filesOfBook), ...bank().flatMap(filesOfItem)];
