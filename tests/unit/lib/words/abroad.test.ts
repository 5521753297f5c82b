import { expect, test } from 'vitest';
import { missingWords } from '../../../../src/lib/words/abroad.ts';
import { required } from '../../../../src/lib/words/validation.ts';

test.each<[problems: Record<string, string>, words: string]>([
  [{ contato_nome: required }, 'falta nome do contato'],
  [{ contato_nome: required, cpf: required }, 'falta nome do contato e CPF'],
  [
    { contato_nome: required, contato_telefone: required, street: required, city: required, state: required },
    'falta nome do contato, telefone do contato, rua e mais 2',
  ],
  [{ forma: required }, 'falta forma de pagamento'],
  [{ passaporte: 'Falta: Passaporte' }, 'falta Passaporte'],
  [{ email: 'Digite um e-mail' }, 'Digite um e-mail'],
])('a step with the problems %j has the text: %s', (problems, words) => {
  expect(missingWords(problems)).toBe(words);
});
