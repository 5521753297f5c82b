import { expect, it } from 'vitest';
import { lessonPlace } from '../../../../../src/lib/rules/teaching/lesson-place.ts';

const taught = { professor: { id: 1, nome: 'Júlia Reis' }, sala: 'Sala 2' };
const lesson = { tipo: 'presencial', substituto: null, sala: null, link_reuniao: null } as const;

it.each([
  ['the class’s teacher and room', taught, lesson, 'Júlia Reis · Sala 2'],
  ['another teacher', taught, { ...lesson, substituto: { id: 2, nome: 'Ivo' } }, 'Ivo (substitui) · Sala 2'],
  ['another room', taught, { ...lesson, sala: 'Sala 9' }, 'Júlia Reis · Sala 9'],
  [
    'a link of its own',
    taught,
    { ...lesson, tipo: 'online', link_reuniao: 'https://a.example' },
    'Júlia Reis · Link próprio',
  ],
  ['online, the class has a room', taught, { ...lesson, tipo: 'online' }, 'Júlia Reis · Online'],
  ['nobody and nowhere', { professor: null, sala: null }, lesson, 'Sem professor'],
] as const)('a lesson of a class names who gives it and where: %s', (_what, ofClass, one, words) => {
  expect(lessonPlace(ofClass, one)).toBe(words);
});
