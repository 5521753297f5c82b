import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readFile } from '../../../../../src/server/operate/import/reader.ts';
import { sentLimits } from '../../../../../src/server/operate/import/table-limits.ts';
import { workbookOf } from '../../../../support/workbook.ts';

const columns = { matricula: true, nome: false };
const MB = 1_048_576;
const read = (bytes: string | Uint8Array, form: 'json' | 'sheet' = 'sheet') =>
  readFile(typeof bytes === 'string' ? strToU8(bytes) : bytes, { form, columns, limits: sentLimits });

const SHEET = 'xl/worksheets/sheet1.xml';
/** A workbook with some parts replaced, at maximum compression. */
const bookWith = (parts: Record<string, string>) => {
  const packed = Object.entries(parts).map(([name, text]) => [name, strToU8(text)] as const);
  return zipSync({ ...unzipSync(workbookOf([['matricula'], ['1']])), ...Object.fromEntries(packed) }, { level: 9 });
};
const sheetOf = (rows: string) => bookWith({ [SHEET]: `<worksheet><sheetData>${rows}</sheetData></worksheet>` });
const row = (cells: number, at = 1) =>
  `<row r="${at}">${Array.from({ length: cells }, () => '<c t="inlineStr"><is><t>x</t></is></c>').join('')}</row>`;
const long = 'x'.repeat(2_001);
const json = (rows: unknown) => JSON.stringify(rows);
const wide = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`c${index}`, index]));

it.each([
  ['a CSV of a million columns', 'a,'.repeat(4 * MB), 'sheet', '200 colunas'],
  ['a CSV of empty columns', ','.repeat(8 * MB), 'sheet', '200 colunas'],
  ['a row with more columns than the heading', `matricula\n${'1;'.repeat(4 * MB)}`, 'sheet', '200 colunas'],
  ['a CSV of a million rows', `matricula;nome\n${'1;2\n'.repeat(1_000_000)}`, 'sheet', '5.000 linhas'],
  ['one row more than 5,000', `matricula\n${'1\n'.repeat(5_001)}`, 'sheet', '5.000 linhas'],
  ['a quote that never closes', `matricula\n"${'x'.repeat(8 * MB)}`, 'sheet', '200 colunas de 2.000 letras'],
  ['a long cell of a CSV', `matricula;nome\n1;${long}`, 'sheet', '2.000 letras'],
  ['JSON of a million rows', json(Array.from({ length: 1_000_000 }, () => ({}))), 'json', '5.000 linhas'],
  ['JSON of many columns', json([wide]), 'json', '200 colunas'],
  ['JSON of a long cell', json([{ matricula: long }]), 'json', '2.000 letras'],
  ['JSON of a cell in a million brackets', `[{"matricula":${'['.repeat(MB)}${']'.repeat(MB)}}]`, 'json', 'um texto'],
  ['a workbook of 60 MB of blanks', sheetOf(' '.repeat(60 * MB)), 'sheet', 'passa de 20 MB'],
  ['a workbook of 19 MB of blanks', sheetOf(' '.repeat(19 * MB)), 'sheet', '2.000 letras'],
  ['blanks in a comment', sheetOf(`<!--${' '.repeat(19 * MB)}-->`), 'sheet', '2.000 letras'],
  ['a workbook of three million rows', sheetOf('<row/>'.repeat(3_000_000)), 'sheet', '5.000 linhas'],
  [
    'a workbook of 5,002 rows',
    sheetOf(Array.from({ length: 5_002 }, (_, at) => row(1, at + 1)).join('')),
    'sheet',
    '5.000',
  ],
  ['a workbook of 201 columns', sheetOf(row(201)), 'sheet', '200 colunas'],
  ['a workbook of a million cells in a row', sheetOf(row(300_000)), 'sheet', '200 colunas'],
  ['tags that no sign ends', sheetOf('<c '.repeat(5_000_000)), 'sheet', 'Não foi possível ler'],
  [
    'a long shared text',
    bookWith({ 'xl/sharedStrings.xml': `<sst><si><t>matricula</t></si><si><t>${long}</t></si></sst>` }),
    'sheet',
    '2.000 letras',
  ],
  [
    'a shared text of a million pieces',
    bookWith({ 'xl/sharedStrings.xml': `<sst><si>${'<r><t>x</t></r>'.repeat(MB)}</si></sst>` }),
    'sheet',
    '2.000 letras',
  ],
  ['a sheet by another name', bookWith({ 'xl/other.xml': `<row/>`.repeat(3_000_000) }), 'sheet', '5.000 linhas'],
] as const)(
  'S1 %s is refused with the name of the exceeded limit, in limited CPU time',
  async (_what, bytes, form, words) => {
    const started = process.cpuUsage();
    const answer = await read(bytes, form);
    const { user } = process.cpuUsage(started);
    const faults = 'faults' in answer ? answer.faults : [];
    expect(faults.map(({ text }) => text)).toEqual([expect.stringContaining(words)]);
    expect(user).toBeLessThan(4_000_000);
  },
);

it('5,000 rows of 200 columns are read, not counting blank rows and the heading', async () => {
  const heading = ['matricula', ...Array.from({ length: 199 }, (_, index) => `c${index}`)].join(';');
  const rows = Array.from(
    { length: 5_000 },
    (_, at) => `${at};${'x;'.repeat(198)}x\n${at % 2 ? ';'.repeat(199) : ''}\n`,
  );
  const answer = await read(`${heading}\n${rows.join('')}`);
  expect('table' in answer && [answer.table.lines.length, answer.table.lines.at(-1)?.cells]).toEqual([
    5_000,
    { matricula: '4999' },
  ]);
});

it('a workbook of 5,000 rows is read, not counting empty styled rows', async () => {
  const parts = unzipSync(workbookOf([['matricula'], ...Array.from({ length: 5_000 }, (_, at) => [`M-${at}`])]));
  const places = Array.from({ length: 3_000 }, (_, at) => 5_002 + at);
  const styled = places.map((at) => `<row r="${at}" s="1"><c r="A${at}" s="1"/></row>`).join('');
  const sheet = strFromU8(parts[SHEET] ?? new Uint8Array()).replace('</sheetData>', `${styled}</sheetData>`);
  const answer = await read(zipSync({ ...parts, [SHEET]: strToU8(sheet) }));
  expect('table' in answer && answer.table.lines.length).toBe(5_000);
});

it('a cell that is too long is reported with line and column, and a refusal lists at most ten columns', async () => {
  expect(await read(`matricula;nome\n1;a\n2;${long}`)).toMatchObject({ faults: [{ line: 3, column: 'nome' }] });
  const heading = Array.from({ length: 150 }, (_, index) => `coluna ${index} ${'x'.repeat(100)}`).join(';');
  const answer = await read(`${heading}\n1${';'.repeat(149)}`);
  const text = 'faults' in answer ? (answer.faults[0]?.text ?? '') : '';
  expect(text).toContain('e mais 140');
  expect(text.length).toBeLessThan(1_000);
});
