import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LivroProgresso } from '../../../../../src/lib/contract/practice.schema.ts';
import type { AnswerOf } from '../../../../../src/lib/page/operations.ts';
import { toDos } from '../../../../../src/lib/rules/pedagogico/to-dos.ts';

const now = new Date('2026-11-23T15:00:00Z');
const at = { now, timeZone: 'America/Sao_Paulo' };
const week = { feitos: 0, meta: 3, semana: '2026-11-23', dias: [], semanas_seguidas: 0 };
const book = {
  user_book: { id: 1, livro: { nome: 'On the Way 2' } },
  progresso: { unidades_concluidas: 3, unidades_total: 8 },
  continuar: { titulo: 'Unidade 4 · Shopping smart', path: '/pedagogico/minha-pratica/1?unidade=4' },
} as LivroProgresso;
type Today = AnswerOf<'pedagogico.getToday'>;
const work = (prazo: string): Today['work'][number] => ({
  turma_id: 2,
  turma_atividade_id: 7,
  titulo: 'Redação',
  prazo,
  is_late: prazo < now.toISOString(),
});
const today = (rest: Partial<Today> = {}): Today => ({
  ...{
    words: 0,
    words_done: 0,
    words_tomorrow: 0,
    work: [],
    work_total: 0,
    late_total: 0,
    week,
    agenda: { lessons: [], work: [] },
    event: null,
    class_days: null,
    test: null,
    results: { correction: null, grade: null, level: null },
  },
  ...rest,
});
const kinds = (given: Today | null, books = [book]) => toDos(given, books, at).map(({ kind }) => kind);

describe('the to-do list of a student', () => {
  it.each([
    ['late work first', '2026-11-20T23:00:00Z', ['work', 'words', 'unit']],
    ['work that ends in two days first', '2026-11-25T14:59:00Z', ['work', 'words', 'unit']],
    ['work of next week last', '2026-11-30T23:00:00Z', ['words', 'unit', 'work']],
  ])('is %s', (_name, prazo, order) => {
    expect(kinds(today({ words: 9, work: [work(prazo)], work_total: 1 }))).toEqual(order);
  });

  it('begins with the ticket of today’s event, and has at most three items', () => {
    const event = { nome: 'Festa do idioma', evento_em: '2026-11-23T22:00:00Z' };
    const full = today({ words: 9, work: [work('2026-11-20T23:00:00Z')], work_total: 1, event });
    expect(kinds(full)).toEqual(['event', 'work', 'words']);
    expect(toDos(full, [book], at)[0]).toMatchObject({
      title: 'Ingresso: Festa do idioma',
      note: 'hoje, 19:00',
      href: '/campanhas/ingressos',
    });
  });

  it('lists an upcoming test before late work', () => {
    const test = { nome: 'Listening 2', data: '2026-11-24', turma_id: 2, turma: 'Inglês A2' };
    const full = today({ words: 9, work: [work('2026-11-20T23:00:00Z')], work_total: 1, test });
    expect(kinds(full)).toEqual(['test', 'work', 'words']);
    expect(toDos(full, [book], at)[0]).toMatchObject({ title: 'Prova: Listening 2', note: 'amanhã · Inglês A2' });
  });

  it('has a missed lesson as an additional item', () => {
    const event = { nome: 'Festa do idioma', evento_em: '2026-11-23T22:00:00Z' };
    const full = today({ words: 9, work: [work('2026-11-20T23:00:00Z')], work_total: 1, event });
    const makeUp = { turma_aluno_id: 5, aula: { aula_id: 8, titulo: 'Unit 4', inicio: '2026-11-20T22:00:00Z' } };
    expect(toDos(full, [book], { ...at, makeUp }).at(3)).toMatchObject({
      kind: 'missed',
      note: 'Falta de sexta-feira, 20/11 · Unit 4',
      href: '/pedagogico/notas/5?parte=frequencia&repor=8#repor',
    });
    expect(toDos(null, [], { ...at, makeUp })).toHaveLength(1);
  });

  it('has no item without something to do', () => {
    expect(kinds(today())).toEqual(['unit']);
    expect(kinds(null)).toEqual(['unit']);
    expect(kinds(null, [])).toEqual([]);
    // Without a book there is no page to review on.
    expect(kinds(today({ words: 9 }), [])).toEqual([]);
  });

  it('states delay, number and duration', () => {
    const lines = toDos(today({ words: 9, work: [work('2026-11-21T02:59:00Z')], work_total: 5 }), [book], at);
    expect(lines).toEqual([
      {
        kind: 'work',
        title: 'Redação',
        note: 'Atrasada desde sexta-feira, 20/11 · mais 4 para entregar',
        isLate: true,
        href: '/pedagogico/notas/2?por=turma#atividade-7',
      },
      {
        kind: 'words',
        title: '9 palavras para revisar',
        note: 'Cerca de 2 min',
        isLate: false,
        href: '/pedagogico/minha-pratica/1/sessao?tipo=revisao',
      },
      {
        kind: 'unit',
        title: 'Unidade 4',
        english: 'Shopping smart',
        note: 'On the Way 2 · 3 de 8 unidades',
        isLate: false,
        href: '/pedagogico/minha-pratica/1?unidade=4',
      },
    ]);
  });

  it('is done after the last word due, with more practice as an option', () => {
    const ended = today({ words_done: 21, words_tomorrow: 12 });
    expect(toDos(ended, [book], at)[0]).toEqual({
      kind: 'done',
      title: 'Feito por hoje',
      note: '21 palavras praticadas · amanhã 12 · revisar mais',
      isLate: false,
      href: '/pedagogico/minha-pratica/1/sessao?tipo=revisao&adiante=1',
    });
    const withWork = {
      ...ended,
      words_done: 1,
      words_tomorrow: 0,
      work: [work('2026-11-30T23:00:00Z')],
      work_total: 1,
    };
    expect(toDos(withWork, [book], at)[0]).toMatchObject({
      title: 'Palavras feitas por hoje',
      note: '1 palavra praticada · revisar mais',
    });
  });

  it('has an instant only where an hour is shown', () => {
    const instants = (prazo: string) => toDos(today({ work: [work(prazo)], work_total: 1 }), [], at)[0]?.at;
    expect(instants('2026-11-25T02:59:00Z')).toBe('2026-11-25T02:59:00Z');
    expect(instants('2026-11-21T02:59:00Z')).toBeUndefined();
  });

  it('has at most three lines and only links within the portal', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.string(), fc.date({ noInvalidDate: true }), (words, path, day) => {
        const odd = { ...book, continuar: { titulo: 'x', path } } as LivroProgresso;
        const lines = toDos(today({ words, work: [work(day.toISOString())], work_total: 1 }), [odd], at);
        expect(lines.length).toBeLessThanOrEqual(3);
        for (const { href } of lines) expect(href).toMatch(/^\/(?!\/)/);
      }),
    );
  });
});
