import { expect, it } from 'vitest';
import { areSame, companionProblems } from '../../../../../src/server/school/travel/companions.ts';

const ana = { nome: 'Ana Souza', cpf: '52998224725' };
const rule = { max: 3, today: '2026-12-01' };
const problems = (...companions: { nome: string; cpf?: string; birth_date?: string }[]) =>
  Object.keys(companionProblems(ana, companions, rule));

it.each([
  [[], []],
  [[{ nome: 'Rita' }, { nome: 'Caio' }], []],
  [[{ nome: 'ana  souza' }], ['acompanhantes.0.nome']],
  [[{ nome: 'Outra', cpf: ana.cpf }], ['acompanhantes.0.nome']],
  // Two people with different CPFs are different, also with the same name.
  [[{ nome: 'Ana Souza', cpf: '11144477735' }], []],
  [[{ nome: 'Júlia' }, { nome: 'Julia' }], ['acompanhantes.1.nome']],
  [[{ nome: 'Bebê', birth_date: '2026-12-02' }], ['acompanhantes.0.birth_date']],
  [[{ nome: 'Bebê', birth_date: '2026-12-01' }], []],
  [[{ nome: 'A' }, { nome: 'B' }, { nome: 'C' }, { nome: 'D' }], ['acompanhantes']],
])('TRAVEL-02 %j: %j', (companions, expected) => {
  expect(problems(...companions)).toEqual(expected);
});

it('TRAVEL-02 lists of companions are compared without regard to order', () => {
  const known = [
    { nome: 'Rita', cpf: null, birth_date: null },
    { nome: 'Caio', cpf: '11144477735', birth_date: '2001-02-03' },
  ];
  const caio = { nome: 'Caio', cpf: '11144477735', birth_date: '2001-02-03' };
  expect(areSame(known, [caio, { nome: 'Rita' }])).toBe(true);
  expect(areSame(known, [{ nome: 'Rita' }])).toBe(false);
  expect(areSame(known, [{ nome: 'Rita' }, { ...caio, birth_date: '2001-02-04' }])).toBe(false);
});
