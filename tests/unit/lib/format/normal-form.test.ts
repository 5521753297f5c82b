import { expect, it } from 'vitest';
import { cleanLine, cleanText } from '../../../../src/lib/format/clean-text.ts';
import { normalForm, withoutMarks } from '../../../../src/lib/format/normal-form.ts';
import { foldText } from '../../../../src/lib/format/text.ts';

const [ACUTE, BELOW] = ['\u0301', '\u0316'];

it.each([
  ['cleanText', cleanText],
  ['cleanLine', cleanLine],
  ['foldText', foldText],
  ['withoutMarks', withoutMarks],
])('S1 %s handles combining marks in linear time', (_name, clean) => {
  // Each mark below moves before all marks above, which takes seconds when sorted one by one.
  const text = `a${ACUTE.repeat(32_000)}${BELOW.repeat(32_000)}`;
  const started = process.cpuUsage();
  clean(text);
  expect(process.cpuUsage(started).user).toBeLessThan(700_000);
});

it('a letter keeps at most thirty combining marks', () => {
  expect(normalForm(`x${ACUTE.repeat(40)}y${ACUTE.repeat(30)}`, 'NFD')).toBe(
    `x${ACUTE.repeat(30)}y${ACUTE.repeat(30)}`,
  );
  expect(normalForm('a\u0301\u0316 e\u0302\u0301', 'NFC')).toBe('\u00e1\u0316 \u1ebf');
  expect(withoutMarks('São João à noite, Nguyễn')).toBe('Sao Joao a noite, Nguyen');
});
