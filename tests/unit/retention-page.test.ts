import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { retentionRules } from '../../src/server/operate/privacy/retention-days.ts';

it('docs/retention.md lists the rules of the code (C16)', () => {
  const page = readFileSync('docs/retention.md', 'utf8');
  const told = page.split('\n').filter((line) => /^\| `\w+` \| \d/.test(line));
  const rules = Object.entries(retentionRules).map(([kind, { days, tables, what, why }]) => {
    const names = tables.map((table) => `\`${table}\``).join(', ');
    return `| \`${kind}\` | ${days} | ${names} | ${what} | ${why} |`;
  });
  expect(told).toEqual(rules);
});
