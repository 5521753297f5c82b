import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import type { ImportSheet, SyncTable } from '../../src/lib/contract/sync.schema.ts';
import * as sync from '../../src/lib/contract/sync.ts';
import { SYNC_TABLES, syncTables } from '../../src/lib/rules/sync/tables.ts';
import { importTable } from '../../src/server/operate/import/import.ts';
import { kinds } from '../../src/server/operate/import/kinds.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff } from '../support/staff.ts';

const people = { ana: 1, helena: 7 };
const MINUTE_MS = 60_000;
const UNIT = 'KNN Vila Nova';
const HEAD = 'unidade;matricula;nome;email';
/** An export of another system: three lines of a title, and headings of its own. */
const foreign = (...rows: string[]) =>
  [
    'Relatório de alunos',
    'Emitido em 28/11/2026',
    '',
    'Unidade;Nº Matrícula;Nome do Aluno;E-mail;Celular;Turno',
    ...rows,
  ].join('\n');

describe.each(engines)('stored sheets on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const upload = (text: string | Uint8Array<ArrayBuffer>, as = people.helena, tabela: SyncTable = 'alunos') => {
    const form = new FormData();
    form.append('file', new Blob([text]), 'planilha.csv');
    return portal.call(sync.uploadSheet, { params: { tabela }, body: form }, { as });
  };
  const send = (arquivo: string, body: Partial<ImportSheet> = {}, as = people.helena, tabela: SyncTable = 'alunos') =>
    portal.ops.sync.importSheet({ tabela, arquivo, modo: 'linha', ensaio: false, ligacao: null, ...body }, { as });
  const model = (tabela: SyncTable, as: number) =>
    portal.send('GET', addressOf(sync.downloadSheetModel, { params: { tabela } }), {}, { as });
  const known = (matricula: string) =>
    portal.school.db
      .selectFrom('drive_users')
      .innerJoin('users', 'users.drive_user_id', 'drive_users.id')
      .select(['users.full_name', 'users.phone'])
      .where('drive_users.matricula', '=', matricula)
      .execute();
  const files = async () => {
    const keys: string[] = [];
    for await (const { key } of portal.school.ports.files.list()) if (key.startsWith('planilhas/')) keys.push(key);
    return keys;
  };

  it('MANAGER-10 a file is uploaded once: its check writes nothing, and the import needs no second upload', async () => {
    const { status, body } = await upload(
      `${HEAD}\n${UNIT};S-1;Zoé Prado;s1@escola.example\n${UNIT};S-2;Bia Sá;sem arroba\n`,
    );
    expect([status, body.completo, body.linha]).toEqual([200, true, 1]);
    const trial = await send(body.arquivo, { ensaio: true });
    expect(trial.body).toMatchObject({ ensaio: true, novas: 1, recusadas: 1 });
    expect(trial.body.observacoes).toMatchObject([
      { linha: 3, coluna: 'email', quem: 'Bia Sá, S-2', no_arquivo: 'sem arroba', motivo: 'E-mail inválido.' },
    ]);
    expect(await known('S-1')).toEqual([]);
    expect((await send(body.arquivo)).body).toMatchObject({ ensaio: false, novas: 1, recusadas: 1 });
    expect(await known('S-1')).toHaveLength(1);
    expect((await send(body.arquivo)).body).toMatchObject({ novas: 0, iguais: 1 });
  });

  it('unknown headings below a title are mapped to known ones, automatically or by hand', async () => {
    const row = `${UNIT};S-3;Rui Sá;s3@escola.example;(19) 99888-7766;manhã`;
    const { body } = await upload(foreign(row));
    expect([body.completo, body.linha]).toEqual([false, 4]);
    expect(body.colunas_do_arquivo[1]).toEqual({ nome: 'Nº Matrícula', exemplo: 'S-3' });
    const guess = Object.fromEntries(body.colunas.map(({ nome, posicao }) => [nome, posicao]));
    expect(guess).toMatchObject({ unidade: 0, matricula: 1, nome: 2, email: 3, telefone: 4, cpf: null });
    expect(
      (await portal.ops.sync.getSheet({ tabela: 'alunos', arquivo: body.arquivo }, { as: people.helena })).body,
    ).toEqual(body);
    expect((await send(body.arquivo)).status).toBe(422);
    const links = (colunas: Record<string, number>) => ({
      ligacao: { linha: body.linha, colunas: Object.entries(colunas).map(([nome, posicao]) => ({ nome, posicao })) },
    });
    const missing = await send(body.arquivo, links({ unidade: 0, matricula: 1, telefone: 4, cpf: 4 }));
    expect([missing.status, Object.keys((missing.body as unknown as { fields: object }).fields)]).toEqual([
      422,
      ['nome', 'email', 'telefone', 'cpf'].toSorted(
        (a, b) => Object.keys(kinds.alunos.columns).indexOf(a) - Object.keys(kinds.alunos.columns).indexOf(b),
      ),
    ]);
    const right = links({ unidade: 0, matricula: 1, nome: 2, email: 3, telefone: 4 });
    expect((await send(body.arquivo, { ...right, ensaio: true })).body).toMatchObject({
      novas: 1,
      colunas_ignoradas: ['Turno'],
    });
    expect((await send(body.arquivo, { ...right, modo: 'tudo' })).body).toMatchObject({ novas: 1, recusadas: 0 });
    expect(await known('S-3')).toEqual([{ full_name: 'Rui Sá', phone: '19998887766' }]);
  });

  it('S9 only its sender reaches a stored file, which is deleted after half an hour', async () => {
    const other = await addStaff(portal, { rights: ['alunos'] });
    const { body } = await upload(`${HEAD}\n${UNIT};S-4;Lia Sá;s4@escola.example\n`);
    expect(await files()).toContain(`planilhas/${people.helena}/${body.arquivo}`);
    const get = (as: number) => portal.ops.sync.getSheet({ tabela: 'alunos', arquivo: body.arquivo }, { as });
    expect((await get(people.helena)).status).toBe(200);
    for (const answer of [await get(other), await send(body.arquivo, {}, other)]) {
      expect([answer.status, (answer.body as unknown as { code: string }).code]).toEqual([404, 'sheet_gone']);
    }
    await portal.worker.runOnce();
    expect((await get(people.helena)).status).toBe(200);
    portal.clock.advance(31 * MINUTE_MS);
    expect((await send(body.arquivo)).status).toBe(404);
    await portal.worker.runOnce();
    expect(await files()).toEqual([]);
  });

  it.each(SYNC_TABLES)(
    'MANAGER-10 the table %s opens to its own right alone, and its model is read by the import',
    async (tabela) => {
      const { right } = syncTables[tabela];
      const holder = await addStaff(portal, { rights: [right] });
      const stranger = await addStaff(portal, { rights: [right === 'alunos' ? 'turmas' : 'alunos'] });
      expect((await model(tabela, stranger)).status).toBe(403);
      expect((await model(tabela, people.ana)).status).toBe(403);
      const answer = await model(tabela, holder);
      expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
        200,
        `attachment; filename="modelo-${tabela}.csv"`,
      ]);
      const text = await answer.text();
      expect(text.split('\r\n')[0]?.replace('\uFEFF', '')).toBe(Object.keys(kinds[tabela].columns).join(';'));
      const { body } = await upload(text, holder, tabela);
      expect(body.completo).toBe(true);
      expect((await upload(text, stranger, tabela)).status).toBe(403);
      // Sent back as it is, the example is one error and writes nothing.
      const back = await send(body.arquivo, {}, holder, tabela);
      expect([back.body.novas, back.body.observacoes.map(({ motivo }) => motivo)]).toEqual([
        0,
        ['Esta é a linha de exemplo do modelo: apague-a.'],
      ]);
      await expect(importTable(portal.school, kinds[tabela], Buffer.from(text))).rejects.toMatchObject({
        faults: [{ line: 2, text: 'Esta é a linha de exemplo do modelo: apague-a.' }],
      });
    },
  );

  it('all errors of the headings are reported at once', async () => {
    const { body } = await upload('matricula;nome;nome\n1;A;B\n');
    const { status, body: refused } = await send(body.arquivo);
    expect(status).toBe(422);
    const { detail, fields } = refused as unknown as { detail: string; fields: Record<string, string> };
    for (const words of ['A coluna “nome” aparece duas vezes.', 'Falta a coluna “email”.']) {
      expect(fields['1']).toContain(words);
      expect(detail).toContain(words);
    }
  });

  it('an incomplete guardian is an error of its row only', async () => {
    const head = `${HEAD};responsavel_nome`;
    const { body } = await upload(
      `${head}\n${UNIT};S-5;Rui Sá;s5@escola.example;Rita Sá\n${UNIT};S-6;Bia Sá;s6@escola.example;\n`,
    );
    expect((await send(body.arquivo)).body).toMatchObject({ novas: 1, recusadas: 1 });
  });

  it.each([
    ['an empty file', '', 422],
    ['one of no rows', '\n;;\n', 422],
    ['an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0]), 422],
    ['too many bytes', 'x'.repeat(9 * 1024 * 1024), 413],
  ])('refuses %s in words and stores nothing', async (_what, text, status) => {
    const before = await files();
    const answer = await upload(text as string);
    expect([answer.status, await files()]).toEqual([status, before]);
    expect((answer.body as unknown as { detail: string }).detail).toMatch(/\S/);
  });
});
