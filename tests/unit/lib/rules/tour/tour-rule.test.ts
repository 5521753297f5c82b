import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { TourRoute } from '../../../../../src/lib/contract/tour.schema.ts';
import { tourStep } from '../../../../../src/lib/rules/tour/tour-rule.ts';
import { tours } from '../../../../../src/lib/words/tour.ts';

describe('whether a tour starts (TOUR-02, TOUR-03)', () => {
  test.each([
    [{ wasShown: false, isUnsaved: false }, false, 'show'],
    [{ wasShown: true, isUnsaved: false }, false, 'nothing'],
    [{ wasShown: true, isUnsaved: true }, false, 'save'],
    [{ wasShown: false, isUnsaved: true }, false, 'save'],
    [{ wasShown: true, isUnsaved: true }, true, 'show'],
    [{ wasShown: true, isUnsaved: false }, true, 'show'],
  ] as const)('%o, requested: %s → %s', (memory, isRequested, step) => {
    expect(tourStep(memory, isRequested)).toBe(step);
  });
});

describe('the tours (TOUR-08, TOUR-09)', () => {
  test('TOUR-08 each step has a unique target on its page', () => {
    // The shell is left out: it shows a part either in the rail or at the edge of a phone.
    const files = globSync('src/{components,pages}/**/*.astro', { exclude: ['src/components/shell/**'] });
    const pages = files.map((path) => readFileSync(path, 'utf8'));
    const marks = pages.flatMap((text) => [...text.matchAll(/tour="([\w-]+)"/g)].map(([, mark = '']) => mark));
    const targets = new Set(
      Object.values(tours)
        .flat()
        .map(({ target }) => target),
    );
    expect(marks.filter((mark, index) => targets.has(mark) && marks.indexOf(mark) !== index)).toEqual([]);
  });

  test('there is one tour for each tour route', () => {
    expect(Object.keys(tours).sort()).toEqual([...TourRoute.options].sort());
  });

  test.each(Object.entries(tours))('the tour %s has at most five steps, each with its own target', (_route, steps) => {
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.filter(({ unless }) => unless === undefined).length).toBeLessThanOrEqual(5);
    expect(new Set(steps.map(({ target }) => target)).size).toBe(steps.length);
  });
});
