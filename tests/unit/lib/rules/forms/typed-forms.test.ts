import { expect, it } from 'vitest';
import { isTypedInto } from '../../../../../src/lib/rules/forms/typed-forms.ts';

const field = (part: object, isRefused = false) => ({ getAttribute: () => (isRefused ? 'true' : null), ...part });
const typed = (...elements: object[]) => isTypedInto([{ elements: elements as never }]);
const option = (selected: boolean, defaultSelected: boolean) => ({ selected, defaultSelected });

it.each([
  ['a field as it came', field({ type: 'text', value: 'a', defaultValue: 'a' }), false],
  ['a field that was typed into', field({ type: 'text', value: 'ab', defaultValue: 'a' }), true],
  ['a field that was emptied', field({ type: 'text', value: '', defaultValue: 'a' }), true],
  ['a hidden field that a script set', field({ type: 'hidden', value: 'b', defaultValue: 'a' }), false],
  [
    'a box as it came',
    field({ type: 'checkbox', value: 'on', defaultValue: 'on', checked: true, defaultChecked: true }),
    false,
  ],
  [
    'a box that was ticked',
    field({ type: 'checkbox', value: 'on', defaultValue: 'on', checked: true, defaultChecked: false }),
    true,
  ],
  ['a list as it came', field({ type: 'select-one', options: [option(true, false), option(false, false)] }), false],
  [
    'a list with a choice of the page',
    field({ type: 'select-one', options: [option(false, false), option(true, true)] }),
    false,
  ],
  [
    'a list with another choice',
    field({ type: 'select-one', options: [option(false, false), option(true, false)] }),
    true,
  ],
  ['a refused field', field({ type: 'text', value: 'a', defaultValue: 'a' }, true), true],
  ['a file that was chosen', field({ type: 'file', value: 'a.pdf', defaultValue: '' }), true],
  ['a file that is missing', field({ type: 'file', value: '', defaultValue: '' }, true), false],
  ['a button', field({ type: 'submit', value: '' }), false],
])('%s: counts as changed: %j', (_, given, is) => {
  expect(typed(field({ type: 'text', value: '', defaultValue: '' }), given)).toBe(is);
});
