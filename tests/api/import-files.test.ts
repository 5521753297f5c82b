import { strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SyncTable } from '../../src/lib/contract/sync.schema.ts';
import { importTable } from '../../src/server/operate/import/import.ts';
import { kinds } from '../../src/server/operate/import/kinds.ts';
import { TableRefused } from '../../src/server/operate/import/table.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { workbookOf } from '../support/workbook.ts';

const UNIT = 'KNN Vila Nova';
const HEAD = 'unidade;matricula;nome;email';

/** A text of ASCII with some letters as the bytes of another encoding. */
const bytesOf = (text: string, letters: Readonly<Record<string, number>>) =>
  Uint8Array.from([...text].map((letter) => letters[letter] ?? letter.codePointAt(0) ?? 0));
const macRoman = { é: 0x8e, ç: 0x8d, ã: 0x8b, á: 0x87, Ç: 0x82, Ã: 0xcc, É: 0x83 };
const cp850 = { é: 0x82, ç: 0x87, ã: 0xc6, á: 0xa0, Ç: 0x80, Ã: 0xc7, É: 0x90 };
/** UTF-8 that a program read as Windows-1252 and saved as UTF-8. */
const doubled = (text: string) => Buffer.from(new TextDecoder('windows-1252').decode(Buffer.from(text)));

/** The same workbook with an empty hidden sheet before it. */
function withHiddenSheet(book: Uint8Array): Uint8Array {
  const parts = unzipSync(book);
  const text = (name: string) => new TextDecoder().decode(parts[name]);
  const sheets = text('xl/workbook.xml').replace(
    '<sheets>',
    '<sheets><sheet name="Listas" sheetId="7" state="hidden" r:id="rId7"/>',
  );
  const links = text('xl/_rels/workbook.xml.rels');
  const link = /<Relationship Id="rId1"[^>]*>/.exec(links)?.[0].replace('rId1', 'rId7').replace('sheet1', 'sheet7');
  const empty = text('xl/worksheets/sheet1.xml').replace(/<sheetData>.*<\/sheetData>/s, '<sheetData></sheetData>');
  return zipSync({
    ...parts,
    'xl/workbook.xml': strToU8(sheets),
    'xl/_rels/workbook.xml.rels': strToU8(links.replace('</Relationships>', `${link}</Relationships>`)),
    'xl/worksheets/sheet7.xml': strToU8(empty),
  });
}

describe.each(engines)('files of other programs on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const take = (text: string | Uint8Array, name: SyncTable = 'alunos', isTrial = false) =>
    importTable(portal.school, kinds[name], typeof text === 'string' ? Buffer.from(text) : text, { isTrial });
  const faultsOf = async (text: string | Uint8Array, name: SyncTable = 'alunos') => {
    const error = await take(text, name).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TableRefused);
    return (error as TableRefused).faults.map(({ line, column, text: why }) => [line, column, why]);
  };
  const known = (matricula: string) =>
    portal.school.db
      .selectFrom('drive_users')
      .innerJoin('users', 'users.drive_user_id', 'drive_users.id')
      .select(['users.full_name', 'users.cep', 'users.birth_date'])
      .where('drive_users.matricula', '=', matricula)
      .executeTakeFirst();

  it.each([
    ['Mac Roman', 'MR', (text: string) => bytesOf(text, macRoman)],
    ['CP850', 'DOS', (text: string) => bytesOf(text, cp850)],
    ['Windows-1252', 'WIN', (text: string) => bytesOf(text, {})],
    ['doubled UTF-8', 'DUP', doubled],
  ])('a file in %s is read with its letters', async (_what, number, encode) => {
    const row = (at: number, nome: string) => `${UNIT};${number}-${at};${nome};${number}${at}@escola.example\n`;
    await take(encode(`${HEAD}\n${row(1, 'José Conceição Sá')}${row(2, 'JOÃO DA CONCEIÇÃO')}`));
    expect([(await known(`${number}-1`))?.full_name, (await known(`${number}-2`))?.full_name]).toEqual([
      'José Conceição Sá',
      'JOÃO DA CONCEIÇÃO',
    ]);
  });

  it.each([
    ['letters that two encodings read differently', bytesOf(`${HEAD}\n${UNIT};AMB-1;JOÃO;amb@escola.example\n`, cp850)],
    [
      'letters that no encoding reads',
      Uint8Array.from([...Buffer.from(`${HEAD}\n${UNIT};AMB-1;Jo`), 0x81, 0x8f, 0x3b]),
    ],
  ])('a file with %s is refused and says how to save it', async (_what, file) => {
    expect(await faultsOf(file)).toEqual([[1, undefined, expect.stringContaining('CSV UTF-8')]]);
    expect(await known('AMB-1')).toBeUndefined();
  });

  it.each([
    'JosÃ© Souza',
    'JosŽ Souza',
    'Jos‚ Souza',
    'Concei‡Æo Souza',
    'Jo\u00c3\u0083\u00c2\u00a3o Souza',
    'Jos\uFFFD Souza',
  ])('a cell with the letters of a wrong encoding is refused, in any format: %s', async (nome) => {
    const wrong = [3, 'nome', expect.stringContaining('CSV UTF-8')];
    const right = [UNIT, 'GA-1', 'Conceição Souza', 'ga1@escola.example'];
    const row = [UNIT, 'GA-2', nome, 'ga2@escola.example'];
    expect(await faultsOf(workbookOf([HEAD.split(';'), right, row]))).toEqual([wrong]);
    expect(await faultsOf([HEAD, right.join(';'), row.join(';')].join('\n'))).toEqual([wrong]);
  });

  it.each(['MANHÃ “A”', 'Muñoz Åsa', 'Zoë Müller', 'Irmã “Conceição” – º ª', 'ČESKÝ Žižka', 'Nguyễn Đặng'])(
    'letters that people have pass: %s',
    async (nome) => {
      await take(`${HEAD}\n${UNIT};OK-1;${nome} Conceição;ok1@escola.example\n`, 'alunos', true);
      await take(workbookOf([HEAD.split(';'), [UNIT, 'OK-1', nome, 'ok1@escola.example']]), 'alunos', true);
    },
  );

  it.each([
    [
      'a cell of several lines',
      `${HEAD}\r\n${UNIT};L-1;"Ana\r\nMaria";l1@escola.example\r\n${UNIT};L-2;Bia Sá;errado\r\n`,
      3,
    ],
    ['a line that names the separator', `sep=;\r\n${HEAD}\r\n${UNIT};L-3;Bia Sá;errado\r\n`, 2],
    ['empty lines', `${HEAD}\n\n;;;\n${UNIT};L-4;Bia Sá;errado\n`, 4],
    ['lines of a title', `Escola Exemplo\nRelatório de alunos;;;\n\n${HEAD}\n${UNIT};L-5;Bia Sá;errado\n`, 5],
    ['carriage returns alone', `${HEAD}\r${UNIT};L-6;Bia Sá;errado\r`, 2],
  ])('an error is named by the row of the spreadsheet after %s', async (_what, text, line) => {
    expect(await faultsOf(text)).toEqual([[line, 'email', 'E-mail inválido.']]);
  });

  it('a broken line is named by its row, also after a cell of several lines', async () => {
    const torn = `${HEAD}\n${UNIT};L-7;"Ana\nMaria";l7@escola.example\n${UNIT};L-8;Bia;b@escola.example;x\n`;
    expect(await faultsOf(torn)).toEqual([[3, undefined, expect.stringContaining('células a mais ou a menos')]]);
    const open = `${HEAD}\n${UNIT};L-7;"Ana\nMaria";l7@escola.example\n${UNIT};L-8;"Bia;b@escola.example\n`;
    expect(await faultsOf(open)).toEqual([[3, undefined, expect.stringContaining('aspas')]]);
  });

  it('a CEP gets its leading zero back, and a date may have a time', async () => {
    const head = `${HEAD};cep;nascimento`;
    const row = (at: number, cep: string, day: string) => `${UNIT};C-${at};Bia Sá;c${at}@escola.example;${cep};${day}`;
    await take(
      [
        head,
        row(1, '1310100', '2001-12-31 00:00:00'),
        row(2, '1310-100', '31/12/2001 00:00'),
        row(3, '01310100', '2001-12-31T00:00:00.000Z'),
      ].join('\n'),
    );
    for (const number of ['C-1', 'C-2', 'C-3']) {
      expect(await known(number)).toMatchObject({ cep: '01310100', birth_date: '2001-12-31' });
    }
    const serial = await faultsOf([head, row(4, '', '37256')].join('\n'));
    expect(serial).toEqual([[2, 'nascimento', expect.stringContaining('31/12/2001')]]);
  });

  it('negative numbers and amounts are reported as such', async () => {
    const head = 'unidade;matricula;contrato;numero;total;vencimento;valor';
    const row = (numero: string, valor: string) => `${UNIT};X-1;Curso;${numero};2;10/01/2031;${valor}`;
    const faults = await faultsOf(
      [head, row('-1', '10,00'), row('1', '-10,00'), row('2', '−R$ 10,00')].join('\n'),
      'parcelas',
    );
    expect(faults.filter(([, column]) => column !== 'matricula')).toEqual([
      [2, 'numero', 'O número não pode ser negativo.'],
      [3, 'valor', 'O valor não pode ser negativo.'],
      [4, 'valor', 'O valor não pode ser negativo.'],
    ]);
  });

  it.each(['ter 15h-16h30', 'Terça 15h às 16h30', 'terça-feira 15:00 - 16:30', 'ter 15h00–16h30', 'TER 15h a 16h30'])(
    'a timetable is read as people write it: %s',
    async (horarios) => {
      const book = await portal.school.db.selectFrom('livros').select('codigo').orderBy('id').executeTakeFirstOrThrow();
      const head = 'unidade;turma;livro;modalidade;inicio;fim;horarios';
      const row = (hours: string) =>
        `${head}\n${UNIT};Horas;${book.codigo};presencial;02/02/2027;26/02/2027;${hours}\n`;
      await take(row('ter 15:00-16:30'), 'turmas');
      expect(await take(row(horarios), 'turmas')).toMatchObject({ changed: 0, same: 1 });
    },
  );

  it('the visible sheet is read, and an empty one is named', async () => {
    const rows = [HEAD.split(';'), [UNIT, 'H-1', 'Bia Sá', 'h1@escola.example']];
    expect(await take(withHiddenSheet(workbookOf(rows)))).toMatchObject({ added: 1 });
    expect(await faultsOf(withHiddenSheet(workbookOf([HEAD.split(';')])))).toEqual([
      [1, undefined, 'A aba “Plan1” não tem nenhuma linha.'],
    ]);
  });

  it('an error has the value of its cell and the person of its row', async () => {
    const error = await take(`${HEAD}\n${UNIT};V-1;Bia Sá;sem arroba\n`).catch((reason: unknown) => reason);
    expect((error as TableRefused).faults).toEqual([
      { line: 2, column: 'email', text: 'E-mail inválido.', value: 'sem arroba', who: 'Bia Sá, V-1' },
    ]);
  });

  it('an incomplete guardian names the missing fields', async () => {
    const head = `${HEAD};responsavel_nome;responsavel_email`;
    expect(await faultsOf(`${head}\n${UNIT};G-1;Bia Sá;g1@escola.example;Rita Sá;\n`)).toEqual([
      [
        2,
        'responsavel_cpf',
        'Do responsável falta: CPF, e-mail, telefone e parentesco. Preencha todos, ou deixe todos vazios.',
      ],
    ]);
  });
});
