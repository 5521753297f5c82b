import { expect, it } from 'vitest';
import { fieldSentence } from '../../../../src/lib/words/field-names.ts';

it.each([
  ['guardian.cpf', 'CPF do responsável: Confira'],
  ['dados.telefone', 'Telefone: Confira'],
  ['utm.constructor', 'Confira'],
  ['toString', 'Confira'],
  ['', 'Confira'],
])('the message for a problem of %j is “%s”', (name, sentence) => {
  expect(fieldSentence(name, 'Confira')).toBe(sentence);
});
