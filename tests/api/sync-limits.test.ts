import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import type { SyncResult } from '../../src/lib/contract/sync.schema.ts';
import { putTable } from '../../src/lib/contract/sync.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { workbookOf } from '../support/workbook.ts';

const MANAGER = 7;
const HEAD = ['unidade', 'matricula', 'nome', 'email'];
const student = (at: number | string, nome = 'Zoé Prado') => ['KNN Vila Nova', `L-${at}`, nome, `l${at}@teste.example`];
const csv = (...rows: string[][]) => [HEAD, ...rows].map((cells) => cells.join(';')).join('\n');
const wide = JSON.stringify([Object.fromEntries(Array(201).fill(1).entries())]);

describe.each(engines)('limits of a table that is sent on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const put = async (body: string | FormData, type?: string) => {
    const path = addressOf(putTable, { params: { tabela: 'alunos' }, query: { ensaio: 'true' } });
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    const answer = await portal.send('PUT', path, { headers, body }, { as: MANAGER });
    return { status: answer.status, body: (await answer.json()) as SyncResult & { detail: string } };
  };

  it.each([
    ['columns', `a${';a'.repeat(200)}\n1`, 'text/csv', 413, '200 colunas'],
    ['columns of JSON', wide, 'application/json', 413, '200 colunas'],
    ['rows', csv(...Array.from({ length: 5_001 }, (_, at) => student(at))), 'text/csv', 413, '5.000 linhas'],
    [
      'letters',
      csv(student(1, 'Zoé '.repeat(501))),
      'text/csv',
      422,
      'Linha 2, nome: Esta célula passa de 2.000 letras',
    ],
    ['values', '[{"matricula":["1"]}]', 'application/json', 422, 'Linha 1, matricula: Uma célula é um texto'],
  ])('S1 too many %s are refused by the name of the limit', async (_what, body, type, status, words) => {
    const answer = await put(body, type);
    expect([answer.status, answer.body.detail]).toEqual([status, expect.stringContaining(words)]);
  });

  it('an import does not delay documents', async () => {
    const drawn = vi.spyOn(portal.school.papers, 'runWithin');
    const form = new FormData();
    form.set('file', new File([workbookOf([HEAD, student('B')]) as Uint8Array<ArrayBuffer>], 'alunos.xlsx'));
    expect((await put(form)).body).toMatchObject({ novas: 1 });
    expect((await put(csv(student('C')), 'text/csv')).body).toMatchObject({ novas: 1 });
    expect(drawn).not.toHaveBeenCalled();
    drawn.mockRestore();
  });
});
