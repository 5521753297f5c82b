import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SyncTable } from '../../src/lib/contract/sync.schema.ts';
import { shortenedNumber } from '../../src/lib/format/digits.ts';
import { implausibleDay } from '../../src/lib/format/typed-day.ts';
import { farDueDay } from '../../src/lib/rules/finance/due-day.ts';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { importTable } from '../../src/server/operate/import/import.ts';
import { kinds } from '../../src/server/operate/import/kinds.ts';
import { TableRefused } from '../../src/server/operate/import/table.ts';
import { cpfOf } from '../support/cpf.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { workbookOf } from '../support/workbook.ts';

const helena = { as: 7 };
const unit = 'KNN Vila Nova';
const head = 'unidade;matricula;nome;email;cpf';
const billHead = 'unidade;matricula;contrato;numero;total;vencimento;valor;situacao;pago_em;forma';

describe.each(engines)('people and what identifies them, in tables on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const take = (name: SyncTable, file: readonly string[] | Uint8Array, isTrial = false) =>
    importTable(
      portal.school,
      kinds[name],
      file instanceof Uint8Array ? file : new TextEncoder().encode(file.join('\n')),
      {
        isTrial,
      },
    );
  const faultsOf = async (name: SyncTable, file: readonly string[] | Uint8Array) => {
    const error = await take(name, file).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TableRefused);
    return (error as TableRefused).faults.map(({ line, column, text }) => [line, column, text]);
  };
  const person = (matricula: string) =>
    portal.school.db
      .selectFrom('users')
      .innerJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
      .select(['users.id', 'users.full_name', 'users.email', 'users.cpf'])
      .where('matricula', '=', matricula)
      .executeTakeFirst();

  it('a number that a spreadsheet shortened matches nobody', async () => {
    const number = [2, 'matricula', shortenedNumber];
    for (const text of ['2,02601E+11', '2.02601e+11', '20260101000001230000']) {
      expect(await faultsOf('alunos', [head, `${unit};${text};Ana Exemplo;ana.um@exemplo.example;`])).toEqual([number]);
      expect(await faultsOf('parcelas', [billHead, `${unit};${text};Curso;1;1;10/12/2030;100,00;;;`])).toEqual([
        number,
      ]);
    }
    const row = [unit, Number('20260101000001234567'), 'Ana Exemplo', 'ana.um@exemplo.example', null];
    expect(await faultsOf('alunos', workbookOf([head.split(';'), row]))).toEqual([number]);
    expect(await faultsOf('alunos', [head, `${unit};P-0;Ana Exemplo;;1,23457E+10`])).toEqual([
      [2, 'cpf', shortenedNumber],
    ]);
    const code = ['codigo;nome;descricao;linha', '7,89E+12;Livro;Um livro;a'];
    expect(await faultsOf('produtos', code)).toEqual([[2, 'codigo', shortenedNumber]]);
    // All figures are there.
    const whole = [head, `${unit};20260101000001234567;Ana Exemplo;ana.um@exemplo.example;`];
    expect(await take('alunos', whole, true)).toMatchObject({ added: 1 });
    const body = {
      full_name: 'Ana Exemplo',
      email: 'ana.um@exemplo.example',
      matricula: '2,02601E+11',
      unidade_id: 101,
    };
    const made = await portal.ops.students.createStudent(body, helena);
    expect(made).toMatchObject({ status: 422, body: { fields: { matricula: shortenedNumber } } });
  });

  it('a row of a known number with another name and another e-mail or CPF is an error', async () => {
    const cpf = cpfOf(810_001);
    await take('alunos', [head, `${unit};Q-1;Ana Exemplo;ana.q1@exemplo.example;${cpf}`]);
    const before = await person('Q-1');
    const question =
      'A matrícula “Q-1” é de Ana Exemplo (an***@exemplo.example), e esta linha traz outro nome e outros dados. ' +
      'Se é outra pessoa, corrija a linha. Se é a mesma, mude antes o nome dela no painel, em Alunos.';
    for (const line of [
      'Bruno Outro;bruno.q1@exemplo.example;',
      `Bruno Outro;ana.q1@exemplo.example;${cpfOf(810_002)}`,
    ]) {
      expect(await faultsOf('alunos', [head, `${unit};Q-1;${line}`])).toEqual([[2, 'matricula', question]]);
      expect(await person('Q-1')).toEqual(before);
    }
    // The same CPF is the same person, and one change alone is no other person.
    for (const line of [
      'Ana Lima;ana.q1@exemplo.example;',
      `Ana Sá;ana.sa@exemplo.example;${cpf}`,
      'ANA SA;a@exemplo.example;',
    ]) {
      expect(await take('alunos', [head, `${unit};Q-1;${line}`])).toMatchObject({ changed: 1 });
    }
    expect(await person('Q-1')).toMatchObject({ full_name: 'ANA SA', email: 'a@exemplo.example' });
  });

  it('an import does not turn a member of staff into another person', async () => {
    const staff = 'unidade;nome;email;telefone';
    const row = (nome: string, telefone: string) => [staff, `${unit};${nome};prof.q@exemplo.example;${telefone}`];
    await take('professores', row('Paula Exemplo', '19988887777'));
    expect(await faultsOf('professores', row('Rui Outro', '19977776666'))).toEqual([
      [2, 'email', expect.stringMatching(/^O e-mail prof\.q@exemplo\.example é de Paula Exemplo, .* em Equipe\.$/)],
    ]);
    expect(await take('professores', row('Paula Lima', '19988887777'))).toMatchObject({ changed: 1 });
    expect(await take('professores', row('Paula Lima', '19977776666'))).toMatchObject({ changed: 1 });
  });

  it('VALID-05, VALID-22: an import checks name and birth date as the form does', async () => {
    const births = `${head};nascimento`;
    const row = (nome: string, birth: string) => [births, `${unit};R-1;${nome};r1@exemplo.example;;${birth}`];
    const tomorrow = shiftDay(dayIn('America/Sao_Paulo', portal.school.now()), 2);
    const year = [2, 'nascimento', 'Confira o ano de nascimento.'];
    expect(await faultsOf('alunos', row('Ana', tomorrow))).toEqual([
      [2, 'nascimento', 'Essa data ainda não chegou: confira o ano.'],
    ]);
    expect(await faultsOf('alunos', row('Ana', '01/01/1800'))).toEqual([year]);
    expect(await faultsOf('alunos', row('Ana', '31/12/0026'))).toEqual([year]);
    for (const nome of ['X', '12345', '1 2']) {
      expect(await faultsOf('alunos', row(nome, ''))).toEqual([[2, 'nome', 'Escreva o nome completo.']]);
    }
    const staff = ['unidade;nome;email', `${unit};9;p9@exemplo.example`];
    expect(await faultsOf('professores', staff)).toEqual([[2, 'nome', 'Escreva o nome completo.']]);
  });

  it('a due date lies within twenty years, and a payment not in the future', async () => {
    await take('alunos', [head, `${unit};V-1;Vera Sá;v1@exemplo.example;`]);
    const bill = (due: string, more = ';;', amount = '349,00') => [
      billHead,
      `${unit};V-1;Ano;1;1;${due};${amount};${more}`,
    ];
    expect(await faultsOf('parcelas', bill('10/12/0026'))).toEqual([[2, 'vencimento', `${implausibleDay}.`]]);
    expect(await faultsOf('parcelas', bill('10/12/2099'))).toEqual([[2, 'vencimento', farDueDay]]);
    expect(await faultsOf('parcelas', bill('10/12/1999'))).toEqual([[2, 'vencimento', farDueDay]]);
    expect(await faultsOf('parcelas', bill('10/12/2030', 'paga;10/12/2030;pix'))).toEqual([
      [2, 'pago_em', 'Esse dia ainda não chegou: confira a data do pagamento.'],
    ]);
    for (const amount of ['349,005', '1,234', '-1', '1.23,4']) {
      expect(await faultsOf('parcelas', bill('10/12/2030', ';;', amount))).toEqual([
        [2, 'valor', amount === '-1' ? 'O valor não pode ser negativo.' : 'Valor inválido: use algo como 1.234,56.'],
      ]);
    }
    expect(await faultsOf('parcelas', bill('10/12/2030', ';;', '100.000,01'))).toEqual([
      [2, 'valor', 'Valor alto demais.'],
    ]);
    expect(await take('parcelas', bill('10/12/2030', ';;', '1,234.50'))).toMatchObject({ added: 1 });
  });

  it('texts of an import are normalized, without invisible characters', async () => {
    const decomposed = 'José Conceição Sá'.normalize('NFD');
    expect(
      await faultsOf('alunos', [
        head,
        `${unit};L-1;Zita Sá;z@exemplo.example;`,
        `${unit};L-1\u200b;Zita Sá;z@exemplo.example;`,
      ]),
    ).toEqual([[3, undefined, 'Repete a linha 2.']]);
    await take('alunos', [
      head.replace('nome', 'no\u200bme '),
      `\u200b${unit};L-2;"${decomposed}\nda  Silva\u202e";\u2060l2@exemplo.example;`,
    ]);
    expect(await person('L-2')).toMatchObject({ full_name: 'José Conceição Sá da Silva', email: 'l2@exemplo.example' });
    const product = ['codigo;nome;descricao;linha', 'CLEAN-1;Livro\u00ad  azul;"Um\n\n\ndois\u200b";a'];
    await take('produtos', product);
    const made = portal.school.db.selectFrom('products').select(['nome', 'descricao']).where('codigo', '=', 'CLEAN-1');
    expect(await made.executeTakeFirst()).toEqual({ nome: 'Livro azul', descricao: 'Um\n\ndois' });
  });

  it('texts of a call are normalized too', async () => {
    const body = {
      full_name: ` ${'Júlia'.normalize('NFD')}\u200b \n Lins`,
      email: '\u2066julia.limpa@exemplo.example\u2069',
      matricula: 'L-3\u00a0',
      unidade_id: 101,
    };
    const made = await portal.ops.students.createStudent(body, helena);
    expect(made.status).toBe(200);
    expect(await person('L-3')).toMatchObject({ full_name: 'Júlia Lins', email: 'julia.limpa@exemplo.example' });
  });
});
