import { expect, it } from 'vitest';
import { formatsOf, takenFormats } from '../../../../../src/lib/rules/teaching/work-kinds.ts';

it('work that was written before recordings of phones were taken takes them now, and papers stay papers', () => {
  expect([...takenFormats(['mp3', 'm4a', 'ogg', 'webm', 'wav'])].sort()).toEqual([...formatsOf.audio].sort());
  expect(takenFormats(formatsOf.audio)).toEqual(formatsOf.audio);
  expect(takenFormats(formatsOf.tarefa)).toEqual(formatsOf.tarefa);
  expect(takenFormats([])).toEqual([]);
});
