import { expect, it } from 'vitest';
import { formatsOf, takenFormats } from '../../../../../src/lib/rules/teaching/work-kinds.ts';

it('existing speaking tasks accept the newer recording formats, and written tasks do not', () => {
  expect([...takenFormats(['mp3', 'm4a', 'ogg', 'webm', 'wav'])].sort()).toEqual([...formatsOf.audio].sort());
  expect(takenFormats(formatsOf.audio)).toEqual(formatsOf.audio);
  expect(takenFormats(formatsOf.tarefa)).toEqual(formatsOf.tarefa);
  expect(takenFormats([])).toEqual([]);
});
