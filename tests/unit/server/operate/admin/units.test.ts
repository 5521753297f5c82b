import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesBelow } from '../../../architecture/sources.ts';

/** What makes schools: the commands for the first people, the franchise's host that confirms a user, and the demo. */
const makers = [
  'src/server/identity/auth/create-manager.ts',
  'src/server/identity/auth/find-session.ts',
  'src/server/operate/seed/people.ts',
];

it('no file of the office and no page makes a school (0151)', () => {
  const found = filesBelow('src').filter(
    (file) => file.endsWith('.ts') && /insertInto\('schools'\)|insert into schools/.test(readFileSync(file, 'utf8')),
  );
  expect(found).toEqual(makers);
});
