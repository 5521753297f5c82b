import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { questionKinds } from '../../../../src/lib/words/practice.ts';

const requested = globSync('src/content/lessons/*/unidade-*.yaml').flatMap((path) =>
  [...readFileSync(path, 'utf8').matchAll(/tipo: (\w+)\n(?:\s+(?!- |enunciado)\w+:.*\n)*\s+enunciado: (.+)/g)].map(
    ([, tipo = '', enunciado = '']) => ({ tipo, enunciado }),
  ),
);
const firstWord = (text: string) => text.split(' ')[0]?.toLowerCase();

it('the label of a question type does not repeat the first word of the question', () => {
  expect(requested.length).toBeGreaterThan(300);
  const doubled = requested.filter(
    ({ tipo, enunciado }) => firstWord(questionKinds[tipo as keyof typeof questionKinds]) === firstWord(enunciado),
  );
  expect(doubled).toEqual([]);
});
