import { expect, it } from 'vitest';
import { ApiError } from '../../../../../src/lib/api/client.ts';
import { checkEmail, searchUsers } from '../../../../../src/lib/contract/account.ts';
import { findReaders } from '../../../../../src/lib/forms/books/panel.ts';
import { type PageRequest, pageApi } from '../../../../support/page-api.ts';

/** An API with one known person that answers an e-mail look-up with a status. */
function schoolOf(status: number, detail = '') {
  const requested: PageRequest[0][] = [];
  const api = pageApi(async (call) => {
    requested.push(call);
    if (call !== checkEmail) return { items: [{ id: 1 }] };
    if (status !== 200) throw new ApiError(status, { detail });
    return { id: 1 };
  });
  return { api, requested };
}

it.each([
  [200, '', { people: [{ id: 1 }], problem: null }],
  [400, 'Usuário não encontrado', { people: null, problem: 'Usuário não encontrado' }],
  [503, '', { people: null, problem: 'Erro ao buscar usuário atribuído ao email' }],
])('AUTH-21 a complete e-mail is looked up before a book is linked: %i', async (status, detail, expected) => {
  expect(await findReaders(schoolOf(status, detail).api, 'ana@teste.example')).toEqual(expected);
});

it('a name or a partial e-mail is only searched, not looked up', async () => {
  for (const q of ['Ana', 'ana@', '123']) {
    const { api, requested } = schoolOf(400);
    expect((await findReaders(api, q)).people).toEqual([{ id: 1 }]);
    expect(requested).toEqual([searchUsers]);
  }
});
