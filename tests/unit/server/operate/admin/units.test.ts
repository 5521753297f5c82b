import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesBelow } from '../../../architecture/sources.ts';

/** Files that create schools: the commands for the first users, the login confirmed by a franchise host, and the demo. */
const makers = [
  'src/server/identity/auth/create-manager.ts',
  'src/server/identity/auth/find-session.ts',
  'src/server/operate/seed/people.ts',
];

it('only listed files create schools (0151)', () => {
  const found = filesBelow('src').filter(
    (file) => file.endsWith('.ts') && /insertInto\('schools'\)|insert into schools/.test(readFileSync(file, 'utf8')),
  );
  expect(found).toEqual(makers);
});
