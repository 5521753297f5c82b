import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importTable } from '../../src/server/admin/import-table.ts';
import { type KindName, kinds } from '../../src/server/admin/kinds.ts';
import { TableRefused } from '../../src/server/admin/table.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

describe.each(engines)('tables as Excel writes them on %s', (engine) => {
  let portal: TestSchool;
  const unit = 'KNN Vila Nova';
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const take = (name: KindName, text: string | Uint8Array, isTrial = false) =>
    importTable(portal.school, kinds[name], Buffer.from(text as string), { isTrial });
  const faultsOf = async (name: KindName, text: string) => {
    const error = await take(name, text).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TableRefused);
    return (error as TableRefused).faults.map(({ line, column, text: why }) => [line, column, why]);
  };

  it('an import reads the marks of Excel: a line that names the separator, columns without a name, short years, lost zeros', async () => {
    const text = `sep=,\nmatricula,nome,email,unidade,Nascimento,CPF,Vendedor,,\nE-1,Rui Sá,e1@escola.example,${unit},1/2/98,191,Zé,,\nE-2,Lia Sá,sem-arroba,${unit},,,,,\n`;
    expect(await faultsOf('alunos', text)).toEqual([
      [3, 'cpf', 'CPF inválido.'],
      [4, 'email', 'E-mail inválido.'],
    ]);
    const right = text.replace(',191,', ',1234567890,').replace('sem-arroba', 'e2@escola.example');
    expect(await take('alunos', right)).toEqual({ added: 2, changed: 0, same: 0, ignored: ['vendedor'] });
    const known = portal.school.db.selectFrom('users').select(['cpf', 'birth_date']);
    expect(await known.where('email_key', '=', 'e1@escola.example').executeTakeFirst()).toEqual({
      cpf: '01234567890',
      birth_date: '1998-02-01',
    });
  });

  it('an import reads UTF-16, and refuses a workbook and a file without rows in words', async () => {
    const text = `matricula;nome;email;unidade\nU-1;Conceição;u1@escola.example;${unit}\n`;
    expect(await take('alunos', Buffer.from(`\uFEFF${text}`, 'utf16le'))).toMatchObject({ added: 1 });
    for (const empty of ['', 'matricula;nome;email\n', '\n;;\n']) {
      expect(await faultsOf('alunos', empty)).toEqual([[1, undefined, 'O arquivo não tem nenhuma linha.']]);
    }
    expect(await faultsOf('alunos', 'PK\u0003\u0004')).toEqual([[1, undefined, expect.stringContaining('CSV')]]);
  });

  it('others are served while a long table is read', async () => {
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
