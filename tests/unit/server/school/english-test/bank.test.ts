import { expect, it } from 'vitest';
import { type Item, LEVELS, type Level, SKILLS } from '../../../../../src/content/level-test.schema.ts';
import { bank, findItem } from '../../../../../src/server/school/english-test/bank.ts';

const BANK = bank();

const CENTRES: Record<Level, number> = { A1: -2.2, A2: -1.2, B1: 0, B2: 1.1, C1: 2.2 };
const PORTUGUESE: readonly Level[] = ['A1', 'A2'];
const POSITIONS = ['a', 'b', 'c', 'd'] as const;

const words = (text: string) => text.split(/\s+/).filter(Boolean).length;
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const texts = (item: Item) => item.options.map(({ texto }) => texto);
const answerOf = (item: Item) => item.options.find(({ id }) => id === item.answer)?.texto ?? '';
const count = (holds: (item: Item) => boolean) => BANK.filter(holds).length;
const repeated = (values: string[]) => values.filter((value, at) => values.indexOf(value) !== at);

it('TEST-01 the bank of items holds at least 130 items, 26 or more of each level and 30 or more of each skill', () => {
  expect(BANK.length).toBeGreaterThanOrEqual(130);
  for (const level of LEVELS)
    expect(
      count((item) => item.level === level),
      level,
    ).toBeGreaterThanOrEqual(26);
  for (const skill of SKILLS)
    expect(
      count((item) => item.skill === skill),
      skill,
    ).toBeGreaterThanOrEqual(30);
  for (const level of LEVELS)
    for (const skill of SKILLS)
      expect(
        count((item) => item.level === level && item.skill === skill),
        `${skill} ${level}`,
      ).toBeGreaterThanOrEqual(6);
});

it('each item of the bank has a unique name with skill and level, and is found by it', () => {
  expect(repeated(BANK.map(({ id }) => id))).toEqual([]);
  for (const item of BANK) {
    expect(item.id).toMatch(new RegExp(`^${item.skill[0]}-${item.level.toLowerCase()}-\\d\\d$`));
    expect(findItem(item.id)).toBe(item);
  }
  expect(findItem('g-a1-99')).toBeUndefined();
});

it('right answers are spread evenly over the positions at every level', () => {
  for (const level of LEVELS)
    for (const position of POSITIONS) {
      const share =
        count((item) => item.level === level && item.answer === position) / count((item) => item.level === level);
      expect(share, `${level} ${position}`).toBeGreaterThan(0.2);
      expect(share, `${level} ${position}`).toBeLessThan(0.3);
    }
});

it.each(BANK.map((item) => [item.id, item] as const))('%s is well formed', (_id, item) => {
  expect(item.options.map(({ id }) => id)).toEqual(POSITIONS);
  expect(new Set(texts(item).map(plain)).size).toBe(4);
  expect(answerOf(item)).not.toBe('');
  for (const text of [item.enunciado, item.texto, item.script, ...texts(item)]) {
    if (text === undefined) continue;
    expect(text).toBe(text.trim());
    expect(text).not.toMatch(/ {2}|[“”‘’]/);
  }
  expect(item.enunciado.length).toBeLessThanOrEqual(90);
  for (const text of texts(item)) expect(text.length).toBeLessThanOrEqual(45);
  expect(item.a).toBeGreaterThanOrEqual(0.8);
  expect(item.a).toBeLessThanOrEqual(2);
  expect(Math.abs(item.b - CENTRES[item.level])).toBeLessThanOrEqual(0.5);
  expect(item.c).toBeGreaterThanOrEqual(0.15);
  expect(item.c).toBeLessThanOrEqual(0.25);
});

it('each item has what its skill needs: a gap, a passage or a script', () => {
  for (const item of BANK) {
    const { id, skill, texto = '', script } = item;
    if (skill === 'listening') {
      expect(item.texto, id).toBeUndefined();
      expect(words(script ?? ''), id).toBeGreaterThanOrEqual(8);
      expect(words(script ?? ''), id).toBeLessThanOrEqual(45);
      for (const line of script?.includes('\n') ? script.split('\n') : []) expect(line, id).toMatch(/^[AB]: \S/);
    } else {
      expect(script, id).toBeUndefined();
      expect(texto.split('____').length - 1, id).toBe(skill === 'reading' ? 0 : 1);
      expect(words(texto), id).toBeLessThanOrEqual(skill === 'reading' ? 120 : 20);
      if (skill === 'reading') expect(words(texto), id).toBeGreaterThanOrEqual(30);
    }
  }
});

it('items ask in Portuguese at A1 and A2, and in English above', () => {
  const english = /^(complete the|what|when|where|who|why|how|according to)\b/i;
  for (const { id, level, enunciado } of BANK) expect(english.test(enunciado), id).toBe(!PORTUGUESE.includes(level));
});

it('difficulties are spread within each level and skill', () => {
  for (const level of LEVELS)
    for (const skill of SKILLS) {
      const b = BANK.filter((item) => item.level === level && item.skill === skill).map((item) => item.b);
      expect(Math.max(...b) - Math.min(...b), `${skill} ${level}`).toBeGreaterThanOrEqual(0.5);
    }
});

it('no two items have the same question', () => {
  expect(repeated(BANK.map(({ texto, script }) => plain(texto ?? script ?? '')))).toEqual([]);
  expect(repeated(BANK.map((item) => texts(item).map(plain).sort().join('|')))).toEqual([]);
  expect(
    repeated(BANK.map(({ enunciado }) => enunciado).filter((text) => !/^Complete (a frase|the sentence)/.test(text))),
  ).toEqual([]);
});

it('no answer of three or more words appears in another item', () => {
  const sentences = BANK.filter((item) => words(answerOf(item)) >= 3);
  for (const item of sentences) {
    const answer = plain(answerOf(item));
    const cue = BANK.find(
      (other) =>
        other !== item &&
        [other.texto ?? '', other.script ?? '', ...texts(other)].some((text) => plain(text).includes(answer)),
    );
    expect(cue?.id, item.id).toBeUndefined();
  }
});

it('the right answer is not recognizable by its length', () => {
  const lengths = (item: Item) => texts(item).map((text) => text.length);
  for (const item of BANK)
    expect(Math.max(...lengths(item)) - Math.min(...lengths(item)), item.id).toBeLessThanOrEqual(14);
  const isExtreme = (item: Item, most: (...numbers: number[]) => number) => {
    const own = answerOf(item).length;
    return most(...lengths(item)) === own && lengths(item).filter((length) => length === own).length === 1;
  };
  expect(count((item) => isExtreme(item, Math.max)) / BANK.length).toBeLessThan(0.3);
  expect(count((item) => isExtreme(item, Math.min)) / BANK.length).toBeLessThan(0.3);
});
