import { describe, expect, it } from 'vitest';
import type { TaughtLesson } from '../../../../../src/lib/contract/teaching-lessons.schema.ts';
import { changesOf, drawnValues } from '../../../../../src/lib/forms/teaching/lesson-form.ts';

type Student = TaughtLesson['chamada'][number];

const student = (id: number, situacao: Student['situacao'] = null, avisou: Student['avisou'] = null): Student => ({
  ...{ turma_aluno_id: id, user_id: id, nome: `Aluno ${id}`, foto_url: null },
  ...{ situacao, avisou },
});

const lessonOf = (chamada: Student[], more: Partial<TaughtLesson> = {}) =>
  ({
    ...{ id: 1, chamada, visitas: [], chamada_em: null, materiais: [] },
    ...{ conteudo: null, licao_de_casa: null, gravacao_url: null },
    ...more,
  }) as unknown as TaughtLesson;

const fresh = lessonOf([student(1), student(2), student(3, null, 'avisada')]);
const taken = lessonOf([student(1, 'presente'), student(2, 'falta')], {
  ...{ chamada_em: '2026-11-28T20:00:00.000Z', conteudo: 'Linha 1\nLinha 2' },
});
const untouched = { conteudo: '', licao_de_casa: '', gravacao_url: '', nome: '', url: '' };

describe('what a form of a lesson changes', () => {
  it('one press saves attendance and contents', () => {
    const { attendance, notes } = changesOf(fresh, { ...untouched, p1: 'presente', p3: 'falta', conteudo: 'Cores' });
    expect(attendance?.presencas).toEqual([
      { turma_aluno_id: 1, situacao: 'presente' },
      { turma_aluno_id: 3, situacao: 'falta' },
    ]);
    expect(notes).toEqual({ conteudo: 'Cores', licao_de_casa: '', gravacao_url: '' });
  });

  it.each([
    ['announced absences that the page ticked', fresh, { p3: 'falta' }, false],
    ['a mark of the teacher', fresh, { p1: 'presente', p3: 'falta' }, true],
    ['a class in which all announced that they miss', lessonOf([student(1, null, 'avisada')]), { p1: 'falta' }, true],
    ['an attendance record as it was saved', taken, { p1: 'presente', p2: 'falta' }, false],
    ['a corrected mark', taken, { p1: 'presente', p2: 'atraso' }, true],
  ])('whether there is an attendance record to save: %s', (_, lesson, marks, hasAttendance) => {
    expect(changesOf(lesson, { ...untouched, conteudo: lesson.conteudo ?? '', ...marks }).attendance !== null).toBe(
      hasAttendance,
    );
  });

  it('a text that differs only in its kind of line breaks is unchanged', () => {
    expect(changesOf(taken, { ...untouched, conteudo: 'Linha 1\r\nLinha 2' }).notes).toBeNull();
  });

  it('an old page does not undo what was saved elsewhere', () => {
    const visto = drawnValues(fresh);
    const now = lessonOf([student(1, 'presente'), student(2, 'presente'), student(3, 'presente', 'avisada')], {
      ...{ chamada_em: '2026-11-28T20:00:00.000Z', conteudo: 'Cores' },
    });
    const { attendance, notes } = changesOf(now, { ...untouched, visto, p3: 'falta', licao_de_casa: 'Página 7' });
    expect(attendance).toBeNull();
    expect(notes).toEqual({ conteudo: 'Cores', licao_de_casa: 'Página 7', gravacao_url: '' });
  });

  it('a shortcut marks students without an announced absence, and an invalid hidden value is ignored', () => {
    const { attendance } = changesOf(fresh, { ...untouched, visto: '{', todos: 'p1,p2', p3: 'falta' }, 'presente');
    const marks = attendance?.presencas.map(({ turma_aluno_id: id, situacao }) => [id, situacao] as const);
    expect(new Map<number, string>(marks)).toEqual(
      new Map([
        [1, 'presente'],
        [2, 'presente'],
        [3, 'falta'],
      ]),
    );
  });
});
