import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sceneNames, sceneOf } from '../../../../../src/lib/rules/practice/unit-scene.ts';

const titles = globSync('src/content/lessons/*/unidade-*.yaml').map((path) => ({
  book: path.split('/').at(-2) ?? '',
  titulo: /^titulo: (.+)$/m.exec(readFileSync(path, 'utf8'))?.[1] ?? '',
}));

it('each unit of our books has a drawing of its theme that no other unit of the book has', () => {
  expect(titles).toHaveLength(32);
  for (const { titulo } of titles) {
    // The theme decides, not the number.
    expect(sceneOf({ numero: 1, titulo }), titulo).toBe(sceneOf({ numero: 2, titulo }));
  }
  for (const [book, units] of Map.groupBy(titles, (unit) => unit.book)) {
    const drawn = units.map(({ titulo }) => sceneOf({ numero: 1, titulo }));
    expect(new Set(drawn).size, `${book}: ${drawn}`).toBe(units.length);
  }
});

it.each([
  ['Hello, world', 'talk'],
  ['A better world', 'world'],
  ['Plans for the weekend', 'plans'],
  ['Money talks', 'shop'],
])('“%s” is drawn as %s', (titulo, scene) => expect(sceneOf({ numero: 1, titulo })).toBe(scene));

it('any unit of any book has a drawing, always the same one', () => {
  fc.assert(
    fc.property(fc.integer(), fc.string(), (numero, titulo) => {
      expect(sceneNames).toContain(sceneOf({ numero, titulo }));
      expect(sceneOf({ numero, titulo })).toBe(sceneOf({ numero, titulo }));
    }),
  );
  expect(new Set(sceneNames.map((_, numero) => sceneOf({ numero, titulo: 'Unidade' }))).size).toBe(sceneNames.length);
});
