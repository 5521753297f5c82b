import { expect, it } from 'vitest';
import { refusalIn, refusedBy } from '../../../src/connected/host-refusals.ts';

it.each([
  [{ success: false }, { text: '' }],
  [{ ok: false, message: 'Turma cheia.' }, { text: 'Turma cheia.' }],
  [{ sucesso: 'false', detail: 'Não.' }, { text: 'Não.' }],
  [{ error: 'Prazo vencido.' }, { text: 'Prazo vencido.' }],
  [{ errors: ['Falta o CPF.', 'x'] }, { text: 'Falta o CPF.' }],
  [{ erro: true }, { text: '' }],
  [{ errors: { cpf: ['x'] } }, { text: '' }],
  [{ error: null, erro: '', errors: [] }, null],
  [{ error: false, success: true }, null],
  [{ detail: 'Feito.' }, null],
  [{}, null],
  [null, null],
  [[{ ok: false }], null],
])('the error in %j is %j', (answer, refusal) => {
  expect(refusalIn(answer, {})).toEqual(refusal);
});

it('a field of the contract is not read as an error', () => {
  expect(refusalIn({ ok: false, errors: ['x'] }, { ok: true, errors: true })).toBe(null);
});

it('AUTH-21 the e-mail look-up has the specified sentence', () => {
  expect(refusedBy('account.checkEmail')).toBe('Erro ao buscar usuário atribuído ao email');
});
