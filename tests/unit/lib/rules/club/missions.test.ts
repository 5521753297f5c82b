import { describe, expect, it } from 'vitest';
import type { RuleCode } from '../../../../../src/lib/contract/club.schema.ts';
import type { Turma } from '../../../../../src/lib/contract/pedagogico.schema.ts';
import type { LivroProgresso } from '../../../../../src/lib/contract/practice.schema.ts';
import type { AnswerOf } from '../../../../../src/lib/page/operations.ts';
import { missionsOf, type Study } from '../../../../../src/lib/rules/club/missions.ts';
import type { Today } from '../../../../../src/lib/rules/pedagogico/to-dos.ts';

type Forma = AnswerOf<'club.getEarning'>['formas'][number];

const now = new Date('2031-05-14T15:00:00Z');
const codes: RuleCode[] = [
  'presenca',
  'unidade',
  'atividade',
  'teste_nivel',
  'indicacao',
  'indicacao_matricula',
  'aniversario',
];
const rule = (codigo: RuleCode, more: Partial<Forma> = {}): Forma => ({
  codigo,
  nome: codigo,
  descricao: '',
  pontos: 10,
  periodo: 'semana',
  limite: 3,
  feitos: 1,
  path: null,
  ...more,
});
const all = codes.map((codigo) => rule(codigo));
const lesson = (inicio: string, fim: string, tipo = 'online') =>
  ({ id: 7, nome: 'Conversação', proxima_aula: { inicio, fim, tipo, status: 'agendada' } }) as unknown as Turma;
const tonight = lesson('2031-05-14T23:00:00Z', '2031-05-15T00:00:00Z');
const work = (is_late: boolean) =>
  ({ titulo: 'Redação', prazo: '2031-05-16T02:59:00Z', is_late, turma_id: 3, turma_atividade_id: 9 }) as never;
const today = (...open: never[]) => ({ work: open, work_total: open.length }) as unknown as Today;
const book = (unidades_concluidas: number) =>
  ({
    user_book: { id: 1, livro: { nome: 'On the Way 2' } },
    progresso: { unidades_concluidas, unidades_total: 8 },
  }) as unknown as LivroProgresso;
const study = (more: Partial<Study> = {}): Study => ({
  classes: [tonight],
  books: [book(3)],
  today: today(work(false)),
  now,
  timeZone: 'America/Sao_Paulo',
  ...more,
});
const named = (rules: Forma[], more?: Partial<Study>) => missionsOf(rules, study(more)).map(({ codigo }) => codigo);

describe('CLUB-01 missions that earn points today', () => {
  it('there are at most three missions, with those that end today first', () => {
    expect(named(all)).toEqual(['presenca', 'atividade', 'unidade']);
  });

  it.each<[string, Partial<Study>, RuleCode[]]>([
    ['no lesson', { classes: [] }, ['atividade', 'unidade', 'teste_nivel']],
    [
      'a lesson in a room, where the teacher records the presence',
      { classes: [lesson('2031-05-14T23:00:00Z', '2031-05-15T00:00:00Z', 'presencial')] },
      ['atividade', 'unidade', 'teste_nivel'],
    ],
    [
      'a lesson of tomorrow',
      { classes: [lesson('2031-05-15T23:00:00Z', '2031-05-16T00:00:00Z')] },
      ['atividade', 'unidade', 'teste_nivel'],
    ],
    ['only late work', { today: today(work(true)) }, ['presenca', 'unidade', 'teste_nivel']],
    ['a school that does not say', { today: null }, ['presenca', 'unidade', 'teste_nivel']],
    ['a finished book', { books: [book(8)] }, ['presenca', 'atividade', 'teste_nivel']],
    ['nothing to study', { classes: [], books: [], today: null }, ['teste_nivel', 'indicacao']],
  ])('with %s', (_what, more, expected) => expect(named(all, more)).toEqual(expected));

  it('a rule that is off or at its limit has no mission', () => {
    const some = [rule('presenca', { feitos: 3 }), rule('indicacao')];
    expect(named(some)).toEqual(['indicacao']);
    expect(named([])).toEqual([]);
    expect(named([rule('aniversario'), rule('indicacao_matricula')])).toEqual([]);
  });

  it('a mission has the points and the count of its rule, and links to its task', () => {
    const [first, second] = missionsOf([rule('presenca', { limite: 1, feitos: 0 }), rule('atividade')], study());
    expect(first).toMatchObject({ pontos: 10, progress: null, href: '/aula-online/details/7' });
    expect(second).toMatchObject({
      progress: { done: 1, max: 3, period: 'semana' },
      href: '/pedagogico/notas/3?por=turma#atividade-9',
    });
  });
});
