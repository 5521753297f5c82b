import { expect, it } from 'vitest';
import { isInUse } from '../../../../src/islands/shell/page-parts.ts';

/** A part of a page, with only what the rule reads. */
const part = ({ isOpened = false, hasOpened = false, fields = [] as object[] }) =>
  ({
    matches: () => isOpened,
    querySelector: () => (hasOpened ? {} : null),
    querySelectorAll: (selector: string) =>
      selector === 'form' ? [] : fields.map((each) => ({ getAttribute: () => null, ...each })),
  }) as unknown as Element;

it('a part counts as in use once the user opened it, expanded it or typed into it, also outside a form', () => {
  expect(isInUse(part({}))).toBe(false);
  expect(isInUse(part({ isOpened: true }))).toBe(true);
  expect(isInUse(part({ hasOpened: true }))).toBe(true);
  expect(isInUse(part({ fields: [{ type: 'text', value: 'a', defaultValue: 'a' }] }))).toBe(false);
  expect(isInUse(part({ fields: [{ type: 'text', value: 'ab', defaultValue: 'a' }] }))).toBe(true);
});
