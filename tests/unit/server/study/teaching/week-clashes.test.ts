import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clashesWithin, type WeekLesson } from '../../../../../src/server/study/teaching/week-clashes.ts';

const [JULIA, MARCOS] = [9, 10];
const at = (hour: number) => new Date(Date.UTC(2026, 10, 30, hour)).toISOString();
const lesson = (id: number, from: number, until: number, more: Partial<WeekLesson> = {}): WeekLesson => ({
  id,
  inicio: at(from),
  fim: at(until),
  tipo: 'presencial',
  professor_id: JULIA,
  sala: 'Sala 1',
  cancelada_em: null,
  status: 'ativa',
  ...more,
});
/** `1 professor, sala` of each lesson that clashes. */
const found = (lessons: WeekLesson[]) =>
  [...clashesWithin(lessons)].map(([id, causes]) => `${id} ${[...causes].toSorted().join(', ')}`).toSorted();

it.each<[string, WeekLesson[], string[]]>([
  ['one after the other', [lesson(1, 8, 9), lesson(2, 9, 10)], []],
  [
    'the same teacher in two rooms',
    [lesson(1, 8, 10), lesson(2, 9, 11, { sala: 'Sala 2' })],
    ['1 professor', '2 professor'],
  ],
  [
    'the same room, written in another way',
    [lesson(1, 8, 10), lesson(2, 9, 11, { professor_id: MARCOS, sala: ' sala  1' })],
    ['1 sala', '2 sala'],
  ],
  ['a room of an online lesson', [lesson(1, 8, 10), lesson(2, 9, 11, { professor_id: MARCOS, tipo: 'online' })], []],
  ['a cancelled lesson', [lesson(1, 8, 10), lesson(2, 9, 11, { cancelada_em: at(1) })], []],
  [
    'nobody and nowhere',
    [lesson(1, 8, 10, { professor_id: null, sala: null }), lesson(2, 8, 10, { professor_id: null, sala: ' ' })],
    [],
  ],
  [
    'a long lesson over a short one and a later one',
    [lesson(1, 8, 12), lesson(2, 9, 10, { sala: 'Sala 2' }), lesson(3, 11, 13, { professor_id: MARCOS })],
    ['1 professor, sala', '2 professor', '3 sala'],
  ],
])('%s', (_what, lessons, expected) => {
  expect(found(lessons)).toEqual(expected);
});

it('clashes equal those of a comparison of all pairs', () => {
  const any = fc.record({
    from: fc.integer({ min: 6, max: 20 }),
    long: fc.integer({ min: 1, max: 4 }),
    professor_id: fc.constantFrom(JULIA, MARCOS, null),
    sala: fc.constantFrom('Sala 1', 'Sala 2', null),
  });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), (wanted) => {
      const lessons = wanted.map(({ from, long, ...more }, id) => lesson(id, from, from + long, more));
      const plain = new Map<number, Set<string>>();
      for (const one of lessons) {
        const causes = new Set<string>();
        for (const other of lessons) {
          if (one.id === other.id || one.inicio >= other.fim || other.inicio >= one.fim) continue;
          if (one.professor_id !== null && one.professor_id === other.professor_id) causes.add('professor');
          if (one.sala !== null && one.sala === other.sala) causes.add('sala');
        }
        if (causes.size > 0) plain.set(one.id, causes);
      }
      expect(clashesWithin(lessons)).toEqual(plain);
    }),
  );
});
