import { expect, it } from 'vitest';
import type { Parcela } from '../../../../../src/lib/contract/finance.schema.ts';
import { weekAgenda } from '../../../../../src/lib/rules/pedagogico/week-agenda.ts';

const at = { today: '2026-11-23', timeZone: 'America/Sao_Paulo' };
const lesson = (inicio: string, online = false) => ({ turma_id: 2, titulo: 'Lesson', turma: 'Way 2', inicio, online });
const work = (prazo: string) => ({ turma_id: 2, turma_atividade_id: 7, titulo: 'Redação', prazo, is_late: false });
const bill = (vencimento: string, rest: Partial<Parcela> = {}) =>
  ({ id: 5, descricao: 'Mensalidade', vencimento, status: 'a_vencer', formas: ['pix'], ...rest }) as Parcela;
const none = { lessons: [], work: [] };

it('the agenda has seven days from today in the calendar of the school, including empty ones', () => {
  const bills = ['2026-11-23', '2026-11-24', '2026-11-29', '2026-11-30'].map((day) => bill(day));
  expect(weekAgenda(none, bills, at).map(({ name, date, entries }) => `${name} ${date} ${entries.length}`)).toEqual([
    ...['hoje 23/11 1', 'ter 24/11 1', 'qua 25/11 0', 'qui 26/11 0', 'sex 27/11 0', 'sáb 28/11 0', 'dom 29/11 1'],
  ]);
  expect(weekAgenda(none, [], at)).toEqual([]);
});

it('a day lists entries without an hour first, then those with one in order', () => {
  const agenda = { lessons: [lesson('2026-11-24T22:00:00Z')], work: [work('2026-11-24T15:00:00Z')] };
  expect(weekAgenda(agenda, [bill('2026-11-24')], at)[1]?.entries).toEqual([
    { kind: 'bill', title: 'Mensalidade', clock: null, at: null, href: '/financial/pagar?parcelas=5' },
    {
      kind: 'work',
      title: 'Redação',
      clock: '12:00',
      at: '2026-11-24T15:00:00Z',
      href: '/pedagogico/notas/2?por=turma#atividade-7',
    },
    {
      kind: 'lesson',
      title: 'Way 2',
      clock: '19:00',
      at: '2026-11-24T22:00:00Z',
      href: '/pedagogico/notas/2?por=turma&parte=aulas',
    },
  ]);
});

it('a late evening lesson belongs to its day in the zone of the school', () => {
  const days = weekAgenda({ lessons: [lesson('2026-11-25T02:30:00Z', true)], work: [] }, [], at);
  expect(days[1]).toMatchObject({ name: 'ter', entries: [{ clock: '23:30', href: '/aula-online/details/2' }] });
});

it('a bill that cannot be paid in the portal links to the list of bills', () => {
  const [day] = weekAgenda(none, [bill('2026-11-23', { formas: [] })], at);
  expect(day?.entries).toMatchObject([{ kind: 'bill', href: '/financial' }]);
});

it('paid bills are left out, and a bill appears on its last day to pay', () => {
  const bills = [
    bill('2026-11-24', { status: 'paga' }),
    bill('2026-11-22'),
    bill('2026-11-22', { pagar_ate: '2026-11-23' }),
  ];
  expect(weekAgenda(none, bills, at).flatMap(({ name, entries }) => entries.map(() => name))).toEqual(['hoje']);
});
