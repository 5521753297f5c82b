import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/lib/api/client.ts';
import { refuse } from '../../../../src/lib/forms/refusal.ts';
import { submit, type Verb } from '../../../../src/lib/forms/submit.ts';

type Page = Parameters<typeof submit>[0];

function page(fields: Record<string, string> | null, method = 'POST'): Page {
  const body = fields && new URLSearchParams(fields);
  const request = new Request('https://portal.example/?feito=desfazer&q=ana', {
    method,
    ...(method === 'POST' && { body }),
  });
  return { request, url: new URL(request.url), locals: { session: {} as Page['locals']['session'] } };
}

const answers =
  (error: Error): Verb =>
  () =>
    Promise.reject(error);
const server = (status: number, body: ConstructorParameters<typeof ApiError>[1]) => answers(new ApiError(status, body));

describe('a form of a page', () => {
  it('a form does nothing at a GET', async () => {
    const nothing = { to: null, refused: null, done: null };
    expect(await submit(page(null, 'GET'), server(500, {}))).toEqual(nothing);
  });

  it('a form that asks for confirmation removes an earlier success message', async () => {
    const shown = page(null, 'GET');
    await submit(shown, async () => ({ done: null }));
    expect(shown.url.search).toBe('?feito=desfazer&q=ana');
    const requested = page({ acao: 'receber' });
    await submit(requested, async () => ({ done: { question: 'Confira' } }));
    expect(requested.url.search).toBe('?q=ana');
  });

  it('a form redirects to the address that its verb returns', async () => {
    expect(await submit(page({}), async () => '/me')).toMatchObject({ to: '/me', refused: null });
  });

  it('a form returns the result of its verb to the page', async () => {
    expect(await submit(page({}), async () => ({ done: 7 }))).toEqual({ to: null, refused: null, done: 7 });
  });

  it('the pressed button chooses the verb of a form', async () => {
    const verbs = { salvar: async () => '/salvo', outra: async () => '/outra' };
    expect((await submit(page({ acao: 'salvar' }), verbs)).to).toBe('/salvo');
    expect((await submit(page({ acao: 'toString' }), verbs)).to).toBe('/outra');
    expect((await submit(page({ acao: 'nada' }), { salvar: verbs.salvar })).refused?.acao).toBe('nada');
  });

  it('a refused form returns its trimmed values, but no password', async () => {
    const typed = { nome: ' Ana ', current_password: 'x', senha: 'y', chave: 'k', acao: 'salvar' };
    const { refused } = await submit(page(typed), server(400, { detail: 'Não.' }));
    expect(refused).toEqual({
      acao: 'salvar',
      values: { nome: 'Ana' },
      problem: 'Não.',
      fields: {},
      chave: 'k',
    });
  });

  it('a refused form returns texts and no files', async () => {
    const body = new FormData();
    body.set('nome', ' Ana ');
    body.set('file', new File(['x'], 'x.png'));
    const request = new Request('https://portal.example/', { method: 'POST', body });
    const { refused } = await submit({ ...page({}), request }, server(400, {}));
    expect(refused?.values).toEqual({ nome: 'Ana' });
  });

  it('a form gets a new key after the refusal key_reused', async () => {
    const { refused } = await submit(page({ chave: 'k' }), server(409, { code: 'key_reused' }));
    expect(refused?.chave).toBeNull();
  });

  it('the problem points to fields of the form, or is the server’s sentence for other fields', async () => {
    const typed = { nome: '', cpf: '' };
    const said = async (status: number, fields: Record<string, string>) =>
      (await submit(page(typed), server(status, { detail: 'Um CPF é preciso.', fields }))).refused?.problem;
    expect(await said(422, { cpf: 'CPF inválido' })).toBe('Confira o campo marcado.');
    expect(await said(422, { cpf: 'CPF inválido', nome: 'Faltou' })).toBe('Confira os campos marcados.');
    expect(await said(422, { outro: 'Errado' })).toBe('Um CPF é preciso.');
    expect(await said(409, { cpf: 'Já usado' })).toBe('Um CPF é preciso.');
  });

  it('field errors are renamed from the call’s names to the form’s', async () => {
    const wrong = server(422, { detail: 'Falta.', fields: { 'rastreio.codigo': 'Informe' } });
    const nameOf = (field: string) => field.replace('rastreio.', '');
    const { refused } = await submit(page({ codigo: '' }), wrong, { nameOf });
    expect(refused).toMatchObject({ fields: { codigo: 'Informe' }, problem: 'Confira o campo marcado.' });
  });

  it('an unchecked box can be marked, although forms do not send it', async () => {
    const { refused } = await submit(page({}), async () => refuse({ aceite: 'Marque para continuar' }));
    expect(refused).toMatchObject({
      fields: { aceite: 'Marque para continuar' },
      problem: 'Confira o campo marcado.',
    });
  });

  it('an unexpected error is thrown, not shown as a refusal', async () => {
    await expect(submit(page({}), answers(new TypeError('x')))).rejects.toThrow(TypeError);
  });

  it('a body that is not a form counts as empty', async () => {
    const request = new Request('https://portal.example/', { method: 'POST', body: '{}' });
    const seen = await submit({ ...page({}), request }, async ({ values }) => ({ done: values }));
    expect(seen.done).toEqual({});
  });
});
