import { expect, it } from 'vitest';
import { threadEnd } from '../../../../../src/lib/rules/teaching/thread-end.ts';

const NOW = new Date('2026-03-20T12:00:00.000Z');
const open = {
  ...{ ended_at: null, ended_by: null, last_at: '2026-03-10T12:00:00.000Z' },
  ...{ isTaught: true, isInClass: true, isOver: false },
};

it.each([
  ['an open one', open, null],
  ['14 days after the last message', { ...open, last_at: '2026-03-06T12:00:00.000Z' }, 'prazo'],
  ['a moment before', { ...open, last_at: '2026-03-06T12:00:00.001Z' }, null],
  ['with another teacher', { ...open, isTaught: false }, 'turma'],
  ['with a student who left', { ...open, isInClass: false }, 'aluno'],
  ['of a class that is over', { ...open, isInClass: false, isOver: true }, 'concluida'],
  ['ended by the office', { ...open, ended_at: open.last_at, ended_by: 'escola' as const, isTaught: false }, 'escola'],
  ['ended by the teacher', { ...open, ended_at: open.last_at, ended_by: 'professor' as const }, 'professor'],
])('a thread ends: %s', (_what, thread, end) => {
  expect(threadEnd(thread, NOW)).toBe(end);
});
