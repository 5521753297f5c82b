import { expect, it } from 'vitest';
import { ApiError, type Client } from '../../../../src/lib/api/client.ts';
import { requestForms, stepForms } from '../../../../src/lib/forms/abroad/request.ts';
import { askForReset, setNewPassword } from '../../../../src/lib/forms/auth/recovery.ts';
import { linkBook } from '../../../../src/lib/forms/books/link-book.ts';
import type { Sent } from '../../../../src/lib/forms/submit.ts';

const failing = (detail: string) =>
  (async () => {
    throw new ApiError(500, { detail });
  }) as Client;

it.each<[string, string, (api: Client) => Promise<unknown>]>([
  ['AUTH-18, ERR-05', 'Erro ao solicitar recuperação de senha', (api) => askForReset(api, 'ana@demo.example', false)],
  ['AUTH-19, ERR-06', 'Erro ao resetar senha', (api) => setNewPassword(api, 'token', 'uma senha longa')],
  ['BOOK-10, ERR-09', 'Erro ao criar dados do livro do usuário', (api) => linkBook(api, 'KNN-LIVRO-0002', 'https://x')],
])('%s: “%s” when the server gives no reason, else its reason', async (_ids, words, send) => {
  await expect(send(failing(''))).rejects.toMatchObject({ isApiError: true, detail: words });
  await expect(send(failing('Volte às oito.'))).rejects.toMatchObject({ isApiError: true, detail: 'Volte às oito.' });
});

it('ABROAD-09: a refused upload or deletion has a default message when the server gives no reason', async () => {
  const form = new FormData();
  form.set('file', new File(['%PDF'], 'passaporte.pdf'));
  const sent = (api: Client) => ({ api, form, values: { id: '7', tipo: 'passaporte' } }) as unknown as Sent;
  const document = { fields: { passaporte: 'Não conseguimos enviar o arquivo. Tente de novo em instantes.' } };
  await expect(stepForms('documentos').documento?.(sent(failing('')))).rejects.toMatchObject(document);
  await expect(requestForms.outra?.(sent(failing('')))).rejects.toMatchObject(document);
  await expect(requestForms.excluir?.(sent(failing('')))).rejects.toMatchObject({
    detail: 'Não conseguimos excluir o pedido. Tente de novo em instantes.',
  });
  await expect(requestForms.excluir?.(sent(failing('Já enviado.')))).rejects.toMatchObject({ detail: 'Já enviado.' });
});
