import { expect, it } from 'vitest';
import type { Aula, Turma } from '../../../../../src/lib/contract/pedagogico.schema.ts';
import { nextClassOf } from '../../../../../src/lib/rules/online-classes/next-class.ts';

const now = new Date('2026-11-20T15:00:00Z');

function turma(id: number, lesson: Partial<Aula> | null): Turma {
  const aula: Aula = {
    id,
    turma_id: id,
    numero: 1,
    titulo: 'Unit 1',
    inicio: '2026-11-24T22:00:00Z',
    fim: '2026-11-24T23:00:00Z',
    tipo: 'online',
    status: 'agendada',
    materiais: [],
    ...lesson,
  };
  return {
    id,
    turma_aluno_id: id,
    nome: `Turma ${id}`,
    livro: {
      id: 1,
      codigo: 'WAY-1',
      nome: 'Book 1',
      linha: 'A',
      nivel_cefr: 'A1',
      capa_url: '/capa.svg',
      unidades_total: 8,
    },
    modalidade: 'online',
    somente_digital: true,
    professor: { id: 1, nome: 'Júlia Castro' },
    escola: { id: 1, nome: 'KNN Vila Nova', cidade: 'Campinas' },
    horarios: [],
    inicio: '2026-08-01',
    fim: '2026-12-20',
    status: 'ativa',
    aulas_total: 40,
    aulas_dadas: 20,
    percentual: 50,
    proxima_aula: lesson && aula,
  };
}

it('DASH-01: the next class has the earliest lesson of all classes', () => {
  const late = turma(1, {});
  const soon = turma(2, { inicio: '2026-11-21T12:00:00Z', fim: '2026-11-21T13:00:00Z' });
  expect(nextClassOf([late, soon], now)).toMatchObject({ turma: { id: 2 }, isNow: false });
});

it('DASH-01: a running lesson is the next one until it ends', () => {
  const running = turma(1, { inicio: '2026-11-20T14:30:00Z', fim: '2026-11-20T15:30:00Z' });
  expect(nextClassOf([turma(2, {}), running], now)).toMatchObject({ turma: { id: 1 }, isNow: true });
  expect(nextClassOf([running], new Date('2026-11-20T15:30:00Z'))).toBeNull();
  expect(nextClassOf([running], new Date('2026-11-20T14:29:59Z'))).toMatchObject({ isNow: false });
});

it('DASH-01: there is no next class without a class, without a lesson or with a cancelled one', () => {
  expect(nextClassOf([], now)).toBeNull();
  expect(nextClassOf([turma(1, null), turma(2, { status: 'cancelada' })], now)).toBeNull();
});
