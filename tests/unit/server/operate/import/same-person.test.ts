import { expect, it } from 'vitest';
import { isSomebodyElse } from '../../../../../src/server/operate/import/look-up.ts';

const known = { nome: 'Ana Conceição', email: 'ana@exemplo.example', cpf: '52998224725' };
const bruno = { nome: 'Bruno Outro', email: 'bruno@exemplo.example' };
const conflict = (column: string, why: 'repetido' | 'mudado') => ({ line: 2, column, here: '', file: '', why });

it.each([
  ['another name and e-mail', bruno, ['nome', 'email'], true],
  ['another name and CPF', { nome: 'Bruno Outro', cpf: '11144477735' }, ['nome', 'cpf'], true],
  ['another name alone', { nome: 'Ana Lima', email: known.email }, ['nome'], false],
  ['another e-mail alone', { nome: known.nome, email: bruno.email }, ['email'], false],
  ['the name without its accents', { nome: 'ANA CONCEICAO', email: bruno.email }, ['nome', 'email'], false],
  ['the same CPF', { ...bruno, cpf: known.cpf }, ['nome', 'email'], false],
  ['nothing taken', bruno, [], false],
])('%s: seems another person: %s', (_what, row, taken, asks) => {
  expect(isSomebodyElse({ known, row, taken })).toBe(asks);
});

it('an old e-mail that the file repeats after a change in the portal does not count as different', () => {
  const row = { nome: 'Ana Lima', email: 'antiga@exemplo.example' };
  expect(isSomebodyElse({ known, row, taken: ['nome'], conflicts: [conflict('email', 'repetido')] })).toBe(false);
  expect(isSomebodyElse({ known, row, taken: ['nome'], conflicts: [conflict('email', 'mudado')] })).toBe(true);
});

it('a value that is missing in the portal does not count as different', () => {
  expect(isSomebodyElse({ known: { ...known, email: '', cpf: null }, row: bruno, taken: ['nome', 'email'] })).toBe(
    false,
  );
});
