import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesBelow, isSource } from '../../../architecture/sources.ts';

/** Who may put bytes into the store besides `storeFiles`, and why. */
const allowed: Readonly<Record<string, string>> = {
  'src/server/core/ports/store-files.ts': 'the one way of an upload',
  'src/server/core/ports/scanned-files.ts': 'the store behind a virus scanner',
  'src/server/operate/metrics/metrics.ts': 'the store, measured',
  'src/server/operate/backup/restore-backup.ts': 'an empty place, with rows that are written already',
  'src/server/operate/seed/abroad.ts': 'files of a demo, whose rows are written already',
  'src/server/operate/seed/files.ts': 'files of a demo, whose rows are written already',
};

it('S21 only storeFiles puts uploads into the store, because it records each one first', () => {
  const putting = filesBelow('src', 'scripts')
    .filter(isSource)
    .filter((file) =>
      /\b(?:files|store)\??\.put\(|\bput\b[^;\n]*=\s*(?:[\w.]+\.)?ports\.files\b/.test(readFileSync(file, 'utf8')),
    );
  expect(putting.toSorted()).toEqual(Object.keys(allowed).toSorted());
});
