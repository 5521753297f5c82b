import { strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SyncTable } from '../../src/lib/contract/sync.schema.ts';
import { importTable } from '../../src/server/operate/import/import.ts';
import { kinds } from '../../src/server/operate/import/kinds.ts';
import { TableRefused } from '../../src/server/operate/import/table.ts';
import { commandLimits, sentLimits } from '../../src/server/operate/import/table-limits.ts';
import { readWorkbook } from '../../src/server/operate/import/workbook.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { workbookOf } from '../support/workbook.ts';

const huge = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(68_000_000) }, { level: 1 });

/** A workbook with one more cell, at a far position that takes a few bytes. */
function withCellAt(place: string): Uint8Array {
  const parts = unzipSync(workbookOf([['matricula'], ['X-9']]));
  const sheet = new TextDecoder().decode(parts['xl/worksheets/sheet1.xml']);
  const row = `<row r="${/\d*$/.exec(place)?.[0]}"><c r="${place}"><v>1</v></c></row></sheetData>`;
  return zipSync({ ...parts, 'xl/worksheets/sheet1.xml': strToU8(sheet.replace('</sheetData>', row)) });
}

it.each([
  ['the last cell of Excel', 'XFD1048576', 'longe da tabela'],
  ['the last row', 'A1048576', 'longe da tabela'],
  ['a row that Excel lacks', 'C99999999', 'longe da tabela'],
  ['many columns of many rows', 'XFD100000', 'longe da tabela'],
  ['a number too long', `A${'9'.repeat(30)}`, 'Não foi possível ler'],
  ['digits as entities', 'A&#49;048576', 'Não foi possível ler'],
])('a workbook whose few bytes name %s is refused at once', async (_what, place, words) => {
  const started = process.cpuUsage();
  const before = process.memoryUsage().rss;
  const read = await readWorkbook(withCellAt(place), commandLimits);
  expect('fault' in read && read.fault).toContain(words);
  // Reading the last row alone took three seconds and 400 MB.
  expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
  expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
});

it('a workbook may have empty rows between others', async () => {
  const read = await readWorkbook(withCellAt('B5000'), sentLimits);
  expect('rows' in read && read.rows.length).toBe(5_000);
});

describe.each(engines)('tables as Excel writes them on %s', (engine) => {
  let portal: TestSchool;
  const unit = 'KNN Vila Nova';
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const take = (name: SyncTable, text: string | Uint8Array, isTrial = false) =>
    importTable(portal.school, kinds[name], typeof text === 'string' ? Buffer.from(text) : text, { isTrial });
  const faultsOf = async (name: SyncTable, text: string) => {
    const error = await take(name, text).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TableRefused);
    return (error as TableRefused).faults.map(({ line, column, text: why }) => [line, column, why]);
  };

  it('an import reads files of Excel: a separator line, unnamed columns, short years, lost zeros', async () => {
    const text = `sep=,\nmatricula,nome,email,unidade,Nascimento,CPF,Vendedor,,\nE-1,Rui Sá,e1@escola.example,${unit},1/2/98,191,Zé,,\nE-2,Lia Sá,sem-arroba,${unit},,,,,\n`;
    expect(await faultsOf('alunos', text)).toEqual([
      [2, 'cpf', 'CPF inválido.'],
      [3, 'email', 'E-mail inválido.'],
    ]);
    const right = text.replace(',191,', ',1234567890,').replace('sem-arroba', 'e2@escola.example');
    expect(await take('alunos', right)).toEqual({ added: 2, changed: 0, same: 0, ignored: ['vendedor'] });
    const known = portal.school.db.selectFrom('users').select(['cpf', 'birth_date']);
    expect(await known.where('email_key', '=', 'e1@escola.example').executeTakeFirst()).toEqual({
      cpf: '01234567890',
      birth_date: '1998-02-01',
    });
  });

  it('an import reads UTF-16, and refuses a file without rows with a message', async () => {
    const text = `matricula;nome;email;unidade\nU-1;Conceição;u1@escola.example;${unit}\n`;
    expect(await take('alunos', Buffer.from(`\uFEFF${text}`, 'utf16le'))).toMatchObject({ added: 1 });
    for (const empty of ['', 'matricula;nome;email\n', '\n;;\n']) {
      expect(await faultsOf('alunos', empty)).toEqual([[1, undefined, 'O arquivo não tem nenhuma linha.']]);
    }
  });

  it('an import reads a workbook: empty lines, days and numbers as Excel stores them', async () => {
    const book = workbookOf([
      ['Unidade', 'Matrícula', 'nome', 'E-mail', 'CPF', 'nascimento', 'Telefone', 'Obs', null],
      [],
      [unit, 'X-1', 'Ivo <Sá> & filhos', 'x1@escola.example', 9_876_543_229, { day: 36_526 }, 19_988_887_777, 'oi'],
      [unit, 'X-2', 'Lia Sá', 'x2@escola.example', null, null, null, null],
    ]);
    expect(await take('alunos', book)).toEqual({ added: 2, changed: 0, same: 0, ignored: ['obs'] });
    expect(await take('alunos', book)).toMatchObject({ added: 0, changed: 0, same: 2 });
    const known = portal.school.db.selectFrom('users').select(['full_name', 'cpf', 'birth_date', 'phone']);
    expect(await known.where('email_key', '=', 'x1@escola.example').executeTakeFirst()).toEqual({
      ...{ full_name: 'Ivo <Sá> & filhos', cpf: '09876543229', birth_date: '2000-01-01', phone: '19988887777' },
    });
    const head = ['unidade', 'matricula', 'contrato', 'numero', 'total', 'vencimento', 'valor', 'alterado_em'];
    const bills = workbookOf([head, [unit, 'X-1', 'Curso', 1, 1, { day: 48_000 }, 1234.5, { day: 46_351.75 }]]);
    expect(await take('parcelas', bills)).toMatchObject({ added: 1 });
    const bill = portal.school.db.selectFrom('parcelas').select(['valor_centavos', 'vencimento']);
    expect(await bill.orderBy('id', 'desc').executeTakeFirst()).toEqual({
      valor_centavos: 123_450,
      vencimento: '2031-06-01',
    });
  });

  it('an error in a workbook names its line and column', async () => {
    const book = workbookOf([['unidade', 'matricula', 'nome', 'email'], [], [unit, 'X-3', 'Nina', 'sem-arroba']]);
    const error = await take('alunos', book).catch((reason: unknown) => reason);
    expect((error as TableRefused).faults).toMatchObject([{ line: 3, column: 'email', text: 'E-mail inválido.' }]);
  });

  it('an import refuses an invalid, a too large and an older workbook with a message', async () => {
    expect(huge.length).toBeLessThan(1_000_000);
    // A local header that declares four gigabytes, before a directory that does not.
    const lying = workbookOf([['matricula'], ['1']]).slice();
    new DataView(lying.buffer).setUint32(22, 0xff_ff_ff_f0, true);
    for (const [bytes, words] of [
      [Buffer.from('PK\u0003\u0004'), 'Não foi possível ler'],
      [zipSync({ mimetype: new TextEncoder().encode('application/vnd.oasis') }), 'Não foi possível ler'],
      [huge, 'grande demais'],
      [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0]), 'antigo ou tem senha'],
    ] as const) {
      const error = await take('alunos', bytes).catch((reason: unknown) => reason);
      expect((error as TableRefused).faults).toEqual([{ line: 1, text: expect.stringContaining(words) }]);
    }
    await expect(take('alunos', lying)).rejects.toBeInstanceOf(TableRefused);
  });

  it('requests are answered while a long table is read', async () => {
    let turns = 0;
    const watch = setInterval(() => (turns += 1), 0);
    const rows = Array.from(
      { length: 3000 },
      (_, index) => `L-${index};Nome ${index};l${index}@escola.example;${unit}`,
    );
    await take('alunos', `matricula;nome;email;unidade\n${rows.join('\n')}\n`, true);
    clearInterval(watch);
    expect(turns).toBeGreaterThan(10);
  });
});
