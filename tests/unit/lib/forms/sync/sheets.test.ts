import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../../src/lib/api/client.ts';
import type { SheetFile, SyncResult } from '../../../../../src/lib/contract/sync.schema.ts';
import { uploadSheet } from '../../../../../src/lib/contract/sync.ts';
import { faultSentences, openSheets } from '../../../../../src/lib/forms/sync/sheets.ts';
import { pageApi } from '../../../../support/page-api.ts';

const ARQUIVO = '3f2c8a1e-6f0d-4b5e-9a57-0d8a6f1b2c3d';
const sheet = (completo: boolean): SheetFile => ({
  tabela: 'alunos',
  arquivo: ARQUIVO,
  completo,
  linha: 4,
  colunas_do_arquivo: [
    { nome: 'RA', exemplo: '1' },
    { nome: 'Aluno', exemplo: 'Ana' },
  ],
  colunas: [
    { nome: 'matricula', obrigatoria: true, exemplo: 'A-1', posicao: 0 },
    { nome: 'nome', obrigatoria: true, exemplo: 'Ana', posicao: null },
  ],
});
const result = (ensaio: boolean, refused: SyncResult['observacoes'] = []): SyncResult => ({
  ...{ tabela: 'alunos', ensaio, linhas: 1, novas: 1, mudadas: 0, iguais: 0, mantidas: 0 },
  ...{ recusadas: refused.length, colunas_ignoradas: [], observacoes: refused },
});
const wrong = {
  ...{ linha: 2, coluna: 'email', resultado: 'recusada' as const, motivo: 'E-mail inválido.' },
  ...{ quem: 'Ana, 1', no_portal: null, no_arquivo: 'sem arroba' },
};
const rowsRefused = new ApiError(422, {
  code: 'rows_refused',
  detail: 'Nada foi gravado.',
  fields: { '2.email': 'x' },
});

type Answers = Partial<Record<'upload' | 'get' | 'import' | 'list', (body: never) => unknown>>;

/** Sends a form of the page, with these answers to its calls. @returns the state of the page, and the inputs of the imports */
async function send(fields: Record<string, string | File>, answers: Answers) {
  const imports: unknown[] = [];
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const api = pageApi(async (requested, input) => {
    if (requested === 'sync.listTables') return answers.list?.(undefined as never) ?? [];
    if (requested === uploadSheet) return answers.upload?.(undefined as never);
    if (requested === 'sync.getSheet') return answers.get?.(undefined as never);
    expect(requested).toBe('sync.importSheet');
    imports.push(input);
    return answers.import?.(input as never);
  });
  const url = new URL('https://portal.example/');
  const request = new Request(url, { method: 'POST', body: form });
  const locals: Parameters<typeof openSheets>[0]['locals'] = { session: { api } as never };
  return { ...(await openSheets({ request, url, locals }, 'alunos')), imports, locals };
}
const refuse = (error: ApiError) => () => {
  throw error;
};
const file = new File(['a;b'], 'a.csv');
const linked = {
  acao: 'importar',
  tabela: 'alunos',
  arquivo: ARQUIVO,
  linha: '4',
  coluna_matricula: '0',
  coluna_nome: '1',
};
const ligacao = {
  linha: 4,
  colunas: [
    { nome: 'matricula', posicao: 0 },
    { nome: 'nome', posicao: 1 },
  ],
};

describe('the page of spreadsheets', () => {
  it('checks a file with our headings at once, and passes its id on', async () => {
    const { done, imports } = await send(
      { acao: 'enviar', tabela: 'alunos', modo: 'conferir', file },
      { upload: () => sheet(true), import: () => result(true) },
    );
    expect(imports).toEqual([{ tabela: 'alunos', arquivo: ARQUIVO, modo: 'linha', ensaio: true, ligacao: null }]);
    expect(done).toMatchObject({
      step: 'result',
      hidden: [
        ['tabela', 'alunos'],
        ['arquivo', ARQUIVO],
      ],
    });
  });

  it('asks to link other headings, with a guess, and shows the choices again when one is missing', async () => {
    const requested = await send(
      { acao: 'enviar', tabela: 'alunos', modo: 'tudo', file },
      { upload: () => sheet(false) },
    );
    expect(requested.imports).toEqual([]);
    expect(requested.done).toMatchObject({
      step: 'links',
      mode: 'tudo',
      chosen: { coluna_matricula: '0', coluna_nome: '' },
    });
    const missing = new ApiError(422, { fields: { nome: 'Escolha a coluna do arquivo' } });
    const again = await send(
      { ...linked, coluna_nome: '', coluna_matricula: '1' },
      { get: () => sheet(false), import: refuse(missing) },
    );
    expect(again.done).toMatchObject({
      ...{ step: 'links', faults: { nome: 'Escolha a coluna do arquivo' } },
      chosen: { coluna_matricula: '1', coluna_nome: '' },
    });
  });

  it('shows each error of the links once, with its columns', () => {
    const faults = { matricula: 'Falta', nome: 'Falta', 'ligacao.linha': 'Número inválido.' };
    expect(faultSentences({ sheet: sheet(false), faults })).toEqual(['Falta: matricula, nome.', 'Número inválido.']);
  });

  it('offers ignored columns for linking with the earlier choices, or the guess without any', async () => {
    const again = { acao: 'ligar', tabela: 'alunos', arquivo: ARQUIVO };
    const byHand = await send({ ...again, linha: '4', coluna_nome: '1' }, { get: () => sheet(false) });
    expect(byHand.done).toMatchObject({ step: 'links', chosen: { coluna_nome: '1' } });
    expect(byHand.done).not.toHaveProperty('chosen.coluna_matricula');
    const guessed = await send(again, { get: () => sheet(true) });
    expect(guessed.done).toMatchObject({ step: 'links', chosen: { coluna_matricula: '0', coluna_nome: '' } });
  });

  it('imports a checked file by its id and its links, without a new upload', async () => {
    const { done, imports } = await send({ ...linked, modo: 'linha' }, { import: () => result(false) });
    expect(imports).toEqual([{ tabela: 'alunos', arquivo: ARQUIVO, modo: 'linha', ensaio: false, ligacao }]);
    expect(done).toMatchObject({
      hidden: expect.arrayContaining([
        ['linha', '4'],
        ['coluna_nome', '1'],
      ]),
    });
  });

  it('shows value and person for each error of a refused file', async () => {
    const { done, imports } = await send(
      { ...linked, modo: 'tudo' },
      {
        import: ({ modo }: { modo: string }) => {
          if (modo === 'tudo') throw rowsRefused;
          return result(true, [wrong]);
        },
      },
    );
    expect(imports).toHaveLength(2);
    expect(done).toMatchObject({ result: null, problem: 'Nada foi gravado.', remarks: [wrong], isWritable: true });
    const headings = await send({ ...linked, modo: 'tudo' }, { import: refuse(rowsRefused) });
    expect(headings.done).toMatchObject({ result: null, remarks: [], isWritable: false });
  });

  it('reports a file that cannot be read, and one that is no longer stored', async () => {
    const unread = await send(
      { acao: 'enviar', tabela: 'alunos', modo: 'conferir', file },
      { upload: refuse(rowsRefused) },
    );
    expect(unread.done).toMatchObject({ result: null, problem: 'Nada foi gravado.', hidden: [] });
    const gone = new ApiError(404, { code: 'sheet_gone', detail: 'Esta planilha não está mais guardada.' });
    expect((await send({ ...linked, modo: 'linha' }, { import: refuse(gone) })).refused?.problem).toContain('guardada');
    const strange = await send({ ...linked, coluna_nome: 'x', modo: 'linha' }, {});
    expect([strange.refused?.problem, strange.imports]).toEqual([expect.stringMatching(/\S/), []]);
  });

  it('S22 requires re-authentication before the form, and resumes an import after it', async () => {
    const asks = refuse(new ApiError(403, { code: 'proof_needed' }));
    const before = await send({ acao: 'nada' }, { list: asks });
    expect(before.locals.reauthentication?.fields).toEqual([['acao', 'abrir']]);
    const fileLost = await send({ acao: 'enviar', tabela: 'alunos', modo: 'tudo', file }, { upload: asks, list: asks });
    expect(fileLost.locals.reauthentication?.fields).toEqual([['acao', 'abrir']]);
    const { locals } = await send({ ...linked, modo: 'linha' }, { import: asks, list: asks });
    expect(Object.fromEntries(locals.reauthentication?.fields ?? [])).toMatchObject({ ...linked, modo: 'linha' });
  });
});
