import { describe, expect, it } from 'vitest';
import { authMessages } from '../../../../src/lib/words/auth.ts';
import { reasonText } from '../../../../src/lib/words/auth-reasons.ts';
import { detailOr, emailLookUpError, errorMessages, loginError } from '../../../../src/lib/words/errors.ts';
import { tourLabels } from '../../../../src/lib/words/tour.ts';

it('ERR-01…10: the messages of §8, word for word', () => {
  expect(authMessages.loggingIn).toBe('Efetuando login');
  expect(tourLabels.ask).toBe('Fechar tour?');
  expect(errorMessages).toEqual({
    auth: {
      wrongLogin: 'Usuário ou senha incorreta.',
      login: 'Erro ao efetuar login',
      recovery: 'Erro ao solicitar recuperação de senha',
      reset: 'Erro ao resetar senha',
    },
    account: {
      emailUnknown: 'Usuário não encontrado',
      emailLookUp: 'Erro ao buscar usuário atribuído ao email',
      update: 'Erro ao atualizar',
      club: 'Erro ao atualizar status do club',
      user: 'Erro ao retornar usuário',
      users: 'Erro ao retornar usuários',
    },
    books: {
      list: 'Erro ao retornar dados do livro do usuário',
      userUnknown: 'Usuário não encontrado',
      lookUp: 'Erro ao pesquisar por livro',
      link: 'Erro ao criar dados do livro do usuário',
      unlink: 'Não foi possível desvincular livro',
    },
  });
});

describe('AUTH-10, AUTH-11: messages of a failed login', () => {
  it.each([
    [400, '', 'Usuário ou senha incorreta.'],
    [400, 'outra coisa', 'Usuário ou senha incorreta.'],
    [429, 'Muitas tentativas. Tente de novo em 5 minutos.', 'Muitas tentativas. Tente de novo em 5 minutos.'],
    [500, '', 'Erro ao efetuar login'],
    [0, '', 'Erro ao efetuar login'],
  ])('%d %j → %s', (status, detail, expected) => {
    expect(loginError({ status, detail })).toBe(expected);
  });
});

it('ERR-17: the server’s own sentence comes first', () => {
  expect(detailOr({ status: 409, detail: 'Já existe.' }, errorMessages.account.update)).toBe('Já existe.');
  expect(detailOr({ status: 500, detail: '' }, errorMessages.account.update)).toBe('Erro ao atualizar');
});

it('AUTH-24, GUARD-08: the login has a message for exactly the reasons of the guards', () => {
  for (const reason of ['unidade', 'bloqueio', 'vinculo', 'senha', 'sessao', 'saiu'])
    expect(reasonText(reason)).toMatch(/\.|!$/);
  for (const reason of [null, '', 'toString', '__proto__', 'Unidade', '<b>']) expect(reasonText(reason)).toBeNull();
});

it.each([
  [400, 'outra coisa', 'Usuário não encontrado'],
  [429, 'Muitas tentativas.', 'Muitas tentativas.'],
  [500, '', 'Erro ao buscar usuário atribuído ao email'],
  [0, '', 'Erro ao buscar usuário atribuído ao email'],
])('AUTH-21, ERR-04: a look-up by e-mail answered %i %j', (status, detail, expected) => {
  expect(emailLookUpError({ status, detail })).toBe(expected);
});
