import { expect, it } from 'vitest';
import { reachedOf, resultLines } from '../../../../../src/lib/rules/pedagogico/result-lines.ts';

const given = { titulo: 'Redação', nota_maxima: 10, comentario: null, professor: 'Júlia Prado', turma_id: 2 };
const work = { ...given, turma_atividade_id: 7, corrigida_em: '2026-11-21T12:00:00Z' };
const grade = { ...given, titulo: 'Prova oral', turma: 'Conversa', data: '2026-11-20' };

it.each([
  [{ ...work, nota: null, comentario: 'Texto claro.' }, 'Júlia comentou Redação', '“Texto claro.”'],
  [{ ...work, nota: 8.5, comentario: 'Texto claro.' }, 'Redação: nota 8,5', 'Júlia: “Texto claro.”'],
  [{ ...work, nota: 17, nota_maxima: 20 }, 'Redação: nota 17 de 20', 'Corrigido por Júlia'],
  [{ ...work, nota: 0, professor: null }, 'Redação: nota 0', 'Corrigido'],
])('a correction becomes one line with title and note, case %#', (correction, title, note) => {
  const href = '/pedagogico/notas/2?por=turma#atividade-7';
  expect(resultLines({ correction, grade: null })).toEqual([{ kind: 'word', title, note, href }]);
});

it('the newest result is first, and a grade names its class', () => {
  const lines = resultLines({ correction: { ...work, nota: 9 }, grade: { ...grade, nota: 7.25 } });
  expect(lines.map(({ title }) => title)).toEqual(['Redação: nota 9', 'Prova oral: nota 7,25']);
  expect(lines[1]).toMatchObject({
    note: 'Conversa · 20/11',
    href: '/pedagogico/notas/2?por=turma&parte=notas',
  });
  const older = { ...work, nota: 9, corrigida_em: '2026-11-19T12:00:00Z' };
  expect(resultLines({ correction: older, grade: { ...grade, nota: 7 } }).map(({ kind }) => kind)).toEqual([
    'grade',
    'word',
  ]);
  expect(resultLines({ correction: null, grade: null })).toEqual([]);
});

it.each([
  [7, 10, '7'],
  [14, 20, '14 de 20'],
  [10, 10, '10'],
])('a new grade of %s of %s is celebrated', (nota, nota_maxima, value) => {
  expect(reachedOf({ correction: null, grade: { ...grade, nota, nota_maxima, aviso_id: 4 } })).toMatchObject({
    figure: { value, label: 'Prova oral' },
    notice: 4,
    href: '/pedagogico/notas/2?por=turma&parte=notas',
  });
});

it.each([
  [6.9, 10, 4],
  [13.9, 20, 4],
  [10, 10, null],
])('a grade of %s of %s is not celebrated below the passing grade or once read', (nota, nota_maxima, aviso_id) => {
  expect(reachedOf({ correction: null, grade: { ...grade, nota, nota_maxima, aviso_id } })).toBeNull();
});

it('a finished book is shown before a grade', () => {
  const level = {
    id: 9,
    title: 'Você concluiu o Way 2 (A2)',
    body: 'Sua média foi 8,4.',
    path: '/pedagogico/progresso',
  };
  expect(reachedOf({ correction: null, grade: { ...grade, nota: 9, aviso_id: 4 }, level })).toEqual({
    ...{ title: level.title, figure: null, text: level.body },
    ...{ notice: 9, href: '/pedagogico/progresso', step: 'Ver meu progresso' },
  });
});
