import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The tag around the place `at`; an arrow inside it is no end. */
function tagAt(text: string, at: number): string {
  let end = text.indexOf('>', at);
  while (text[end - 1] === '=') end = text.indexOf('>', end + 1);
  return text.slice(text.lastIndexOf('\n', text.lastIndexOf('<', at)) + 1, end);
}

it('each part that a redraw replaces has an id: without one it could get the HTML of another part', () => {
  const nameless: string[] = [];
  for (const file of globSync('src/**/*.astro')) {
    const text = readFileSync(file, 'utf8');
    for (const { index } of text.matchAll(/ (data-live-part|live)=/g)) {
      const tag = tagAt(text, index);
      if (!tag.includes(' id="') && !tag.includes('{id}')) nameless.push(`${file}: ${tag}`);
    }
  }
  expect(nameless).toEqual([]);
});
