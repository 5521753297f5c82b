import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRedemptions } from '../../src/lib/contract/club.ts';
import { API_PREFIX } from '../../src/lib/contract/core.ts';
import { downloadStatement, getFinance, payWithPix } from '../../src/lib/contract/finance.ts';
import type { SyncTable } from '../../src/lib/contract/sync.schema.ts';
import { SYNC_TABLES } from '../../src/lib/rules/sync/tables.ts';
import { moveDiscountsOn } from '../../src/server/club/place-discounts.ts';
import { newResetAddress } from '../../src/server/identity/auth/password-reset.ts';
import { importTable } from '../../src/server/operate/import/import.ts';
import { exportTable, kinds } from '../../src/server/operate/import/kinds.ts';
import { TableRefused } from '../../src/server/operate/import/table.ts';
import { addBills, addDebtor, booksOf, payByCard } from '../support/bills.ts';
import { cards } from '../support/card-body.ts';
import { addMember, addReward, redeem } from '../support/points.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe.each(engines)('tables in and out on %s', (engine) => {
  let portal: TestSchool;
  let unit: string;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    const first = await portal.school.db.selectFrom('companies').select('nome').orderBy('id').executeTakeFirstOrThrow();
    unit = first.nome;
  });
  afterAll(() => portal.close());

  const take = (name: SyncTable, text: string | Uint8Array, isTrial = false) =>
    importTable(portal.school, kinds[name], typeof text === 'string' ? bytes(text) : text, { isTrial });
  const faultsOf = async (name: SyncTable, text: string) => {
    const error = await take(name, text).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TableRefused);
    return (error as TableRefused).faults.map(({ line, column, text: why }) => [line, column, why]);
  };
  /** Gives somebody a number at the first unit. */
  const place = (userId: number, matricula: string) =>
    portal.school.db
      .updateTable('drive_users')
      .set({ matricula, company_id: 101 })
      .where('id', '=', ({ selectFrom }) => selectFrom('users').select('drive_user_id').where('id', '=', userId))
      .execute();
  const count = async (table: 'users' | 'turmas' | 'notas') =>
    Number(
      (
        await portal.school.db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number | string>().as('all'))
          .executeTakeFirstOrThrow()
      ).all,
    );

  it.each(SYNC_TABLES)('a table of %s goes out, comes back and changes nothing', async (name) => {
    const text = await exportTable(portal.school, name);
    const lines = text.trim().split('\r\n').length - 1;
    expect(lines).toBeGreaterThan(0);
    expect(await take(name, text)).toEqual({ added: 0, changed: 0, same: lines });
  });

  it('an import adds a class with its students, grades and bills, and the same files again change nothing', async () => {
    const files: [SyncTable, string][] = [
      [
        'alunos',
        `﻿Unidade;Matrícula;Nome;E-mail;Telefone;CPF;Nascimento\r\n${unit};T-1;Rute Sá;rute@escola.example;(19) 99888-7766;935.411.347-80;31/12/2001\r\n${unit};T-2;Saulo Paz;saulo@escola.example;;;\r\n`,
      ],
      [
        'turmas',
        `unidade;turma;livro;modalidade;sala;inicio;fim;horarios\n${unit};Turma da planilha;REACH-1;presencial;Sala 9;02/02/2027;26/02/2027;"ter 19:00-20:30, qui 19:00-20:30"\n`,
      ],
      ['matriculas', `unidade;turma;matricula\n${unit};turma da PLANILHA;T-1\n${unit};Turma da planilha;T-2\n`],
      [
        'notas',
        `unidade,turma,matricula,periodo,avaliacao,data,nota\n${unit},Turma da planilha,T-1,1º período,Oral,2027-02-20,"8,5"\n${unit},Turma da planilha,T-2,1º período,Oral,2027-02-20,7\n`,
      ],
      [
        'parcelas',
        `unidade;matricula;contrato;numero;total;vencimento;valor;situacao;pago_em;forma\n${unit};T-1;Inglês 2027;1;2;10/02/2027;R$ 1.299,90;paga;09/02/2026;pix\n${unit};T-1;Inglês 2027;2;2;10/03/2027;1299,90;;;\n`,
      ],
    ];
    const book = await portal.school.db.selectFrom('livros').select('codigo').orderBy('id').executeTakeFirstOrThrow();
    for (const [name, text] of files) {
      const file = text.replace('REACH-1', book.codigo);
      const rows = file.trim().split('\n').length - 1;
      expect([name, await take(name, file, true)]).toEqual([name, { added: rows, changed: 0, same: 0 }]);
      expect([name, await take(name, file)]).toEqual([name, { added: rows, changed: 0, same: 0 }]);
      expect([name, await take(name, file)]).toEqual([name, { added: 0, changed: 0, same: rows }]);
    }
    const { db } = portal.school;
    const turma = await db
      .selectFrom('turmas')
      .selectAll()
      .where('nome', '=', 'Turma da planilha')
      .executeTakeFirstOrThrow();
    const lessons = await db
      .selectFrom('aulas')
      .select('inicio')
      .where('turma_id', '=', turma.id)
      .orderBy('numero')
      .execute();
    expect([turma.aulas_total, lessons.length, lessons[0]?.inicio]).toEqual([7, 7, '2027-02-02T22:00:00.000Z']);
    const bill = await db
      .selectFrom('parcelas')
      .innerJoin('contratos', 'contratos.id', 'parcelas.contrato_id')
      .select(['valor_centavos', 'status', 'contratos.inicio', 'contratos.fim'])
      .where('contratos.descricao', '=', 'Inglês 2027')
      .orderBy('numero')
      .execute();
    expect(bill).toEqual([
      { valor_centavos: 129_990, status: 'paga', inicio: '2027-02-10', fim: '2027-03-10' },
      { valor_centavos: 129_990, status: 'aberta', inicio: '2027-02-10', fim: '2027-03-10' },
    ]);
  });

  it('an import changes the fields that a row has and leaves those with empty cells', async () => {
    const head = 'unidade;matricula;nome;email;telefone;cidade';
    await take('alunos', `${head}\n${unit};M-1;Téo Luz;teo@escola.example;19988887777;Recife\n`);
    expect(await take('alunos', `${head}\n${unit};M-1;Téo da Luz;teo@escola.example;;\n`)).toEqual({
      added: 0,
      changed: 1,
      same: 0,
    });
    const user = await portal.school.db
      .selectFrom('users')
      .select(['full_name', 'phone', 'city'])
      .where('email_key', '=', 'teo@escola.example')
      .executeTakeFirst();
    expect(user).toEqual({ full_name: 'Téo da Luz', phone: '19988887777', city: 'Recife' });
  });

  it('an import reads what Excel writes: Windows-1252', async () => {
    const text = `matricula;nome;email;unidade\nW-1;Conceição;w1@escola.example;${unit}\n`;
    const old = Uint8Array.from([...text].map((letter) => letter.codePointAt(0) ?? 0));
    expect(await take('alunos', old)).toMatchObject({ added: 1 });
    const known = await portal.school.db
      .selectFrom('users')
      .select('full_name')
      .where('email_key', '=', 'w1@escola.example')
      .executeTakeFirst();
    expect(known?.full_name).toBe('Conceição');
  });

  it('an import refuses the whole file and names every wrong line', async () => {
    const before = await count('users');
    const head = 'unidade;matricula;nome;email;cpf;responsavel_nome';
    const faults = await faultsOf(
      'alunos',
      `${head}\n${unit};X-1;Boa Pessoa;boa@escola.example;;\nOutra;X-2;Nome;n@escola.example;;\n${unit};X-3;;sem-arroba;111;\n${unit};X-1;De novo;novo@escola.example;;\n${unit};X-4;Meio;meio@escola.example;;Só o nome\n`,
    );
    expect(faults).toEqual([
      [3, 'unidade', 'A unidade “Outra” não existe.'],
      [4, 'nome', 'Preencha esta célula.'],
      [4, 'email', 'E-mail inválido.'],
      [4, 'cpf', 'CPF inválido.'],
      [5, undefined, 'Repete a linha 2.'],
      [6, 'responsavel_cpf', expect.stringContaining('Do responsável falta: CPF, e-mail')],
    ]);
    expect(await count('users')).toBe(before);
  });

  it('an import refuses a header with duplicate or missing columns, and broken lines', async () => {
    const found = ' O arquivo tem: matricula, nome, senha, nome.';
    expect(await faultsOf('alunos', 'matricula;nome;senha;nome\n1;A;x;A\n')).toEqual([
      [1, undefined, 'A coluna “nome” aparece duas vezes.'],
      [1, undefined, `Falta a coluna “email”.${found}`],
    ]);
    expect(await faultsOf('matriculas', 'turma;matricula\nA;1;2\n')).toEqual([
      [2, undefined, expect.stringContaining('células')],
    ]);
  });

  it('an import refuses grades above the maximum, invalid dates and people who are not in the class', async () => {
    const turma = await portal.school.db.selectFrom('turmas').select('nome').orderBy('id').executeTakeFirstOrThrow();
    const before = await count('notas');
    const head = 'unidade;turma;matricula;periodo;avaliacao;data;nota';
    const faults = await faultsOf(
      'notas',
      `${head}\n${unit};${turma.nome};M-1;1º período;Final;20/02/2027;8\n${unit};Nenhuma;M-1;P;A;30/02/2027;11\n${unit};Nenhuma;M-9;P;A;20/02/2027;9\n`,
    );
    expect(faults.map(([line, column]) => [line, column])).toEqual([
      [2, 'matricula'],
      [3, 'data'],
      [4, 'turma'],
      [4, 'matricula'],
    ]);
    expect(await count('notas')).toBe(before);
  });

  it('an import never changes a bill that is paid through the portal, and takes the rest of the file', async () => {
    const { db } = portal.school;
    const { id, bills } = await addDebtor(portal, [{}, {}, {}]);
    const [paid = 0, held = 0, open = 0] = bills;
    await place(id, 'P-1');
    await payByCard(portal, paid, cards.approved, { as: id });
    await payByCard(portal, held, cards.review, { as: id });
    const head = 'unidade;matricula;contrato;numero;total;vencimento;valor;situacao';
    const line = (numero: number) => `${unit};P-1;Curso;${numero};3;10/01/2031;90,00;aberta`;
    const file = `${head}\n${[1, 2, 3].map(line).join('\n')}\n`;
    const preserved = { 'pagas no portal, mantidas': [2, 3] };
    const { conflicts, ...result } = await take('parcelas', file);
    expect(result).toEqual({ added: 0, changed: 1, same: 0, preserved });
    expect(conflicts?.map(({ line: at, column, here, file: said }) => [at, column, here, said])).toEqual([
      [2, 'valor', 'R$\u00a0100,00', 'R$\u00a090,00'],
      [2, 'situacao', 'paga', 'aberta'],
      [3, 'valor', 'R$\u00a0100,00', 'R$\u00a090,00'],
      [3, 'situacao', 'em processamento', 'aberta'],
    ]);
    const rows = await db.selectFrom('parcelas').selectAll().where('id', 'in', bills).orderBy('id').execute();
    expect(rows.map(({ status, forma, valor_centavos }) => [status, forma, valor_centavos])).toEqual([
      ['paga', 'cartao', 10_000],
      ['em_processamento', null, 10_000],
      ['aberta', null, 9_000],
    ]);
    // Equal values in the table are not reported.
    const known = file.replaceAll('90,00', '100,00').replace('aberta', 'paga');
    expect((await take('parcelas', known)).preserved).toEqual({ 'pagas no portal, mantidas': [3] });
    expect((await booksOf(portal, open)).bill.status).toBe('aberta');
  });

  it('an empty or missing cell changes nothing of a bill', async () => {
    const { db } = portal.school;
    const full = {
      descricao: 'Mensalidade com desconto',
      desconto_centavos: 1_500,
      parcelas_max: 4,
      status: 'paga' as const,
      pago_em: '2026-07-09T15:00:00.000Z',
      forma: 'boleto' as const,
    };
    const { id, bills } = await addDebtor(portal, [full, { ...full, status: 'cancelada', pago_em: null, forma: null }]);
    await place(id, 'P-2');
    const read = async () => {
      const rows = await db.selectFrom('parcelas').selectAll().where('id', 'in', bills).orderBy('id').execute();
      return rows.map(({ imported: _said, ...row }) => row);
    };
    const before = await read();
    const head = 'unidade;matricula;contrato;numero;total;vencimento;valor';
    const rows = [1, 2].map((numero) => `${unit};P-2;Curso;${numero};2;10/01/2031;100,00`);
    const short = `${head}\n${rows.join('\n')}\n`;
    const empty = `${head};descricao;desconto;parcelas_max;situacao;pago_em;forma\n${rows.join(';;;;;;\n')};;;;;;\n`;
    for (const file of [short, empty]) {
      expect(await take('parcelas', file)).toEqual({ added: 0, changed: 0, same: 2 });
      expect(await read()).toEqual(before);
    }
    expect(await take('parcelas', short.replace('1;2;10/01/2031;100,00', '1;2;10/01/2031;110,00'))).toMatchObject({
      changed: 1,
    });
    expect((await read())[0]).toEqual({ ...before[0], valor_centavos: 11_000 });
  });

  it('a reopened bill loses its payment day and method, and a paid bill needs both', async () => {
    const { db } = portal.school;
    const paid = { status: 'paga' as const, pago_em: '2026-07-09T15:00:00.000Z', forma: 'pix' as const };
    const { id, bills } = await addDebtor(portal, [paid, {}]);
    await place(id, 'P-3');
    const head = 'unidade;matricula;contrato;numero;total;vencimento;valor;situacao;pago_em;forma';
    const line = (numero: number, rest: string) => `${head}\n${unit};P-3;Curso;${numero};2;10/01/2031;100,00;${rest}\n`;
    expect(await faultsOf('parcelas', line(2, 'paga;;'))).toEqual([[2, 'pago_em', 'Diga quando e como foi paga.']]);
    expect(await faultsOf('parcelas', line(2, ';09/07/2026;pix'))).toEqual([
      [2, 'situacao', 'Só uma parcela paga tem data e forma.'],
    ]);
    expect(await take('parcelas', line(1, ';10/07/2026;'))).toMatchObject({ changed: 1 });
    const read = () =>
      db
        .selectFrom('parcelas')
        .select(['status', 'pago_em', 'forma'])
        .where('id', '=', bills[0] ?? 0)
        .execute();
    expect(await read()).toEqual([{ status: 'paga', pago_em: '2026-07-10T15:00:00.000Z', forma: 'pix' }]);
    expect(await take('parcelas', line(1, 'aberta;;'))).toMatchObject({ changed: 1 });
    expect(await read()).toEqual([{ status: 'aberta', pago_em: null, forma: null }]);
  });

  it('an open Pix code is invalid once the school marks the bill as paid', async () => {
    const { id, bills } = await addDebtor(portal);
    const [bill = 0] = bills;
    await place(id, 'P-4');
    await portal.call(payWithPix, { params: { id: bill }, query: {} }, { as: id });
    const head = 'unidade;matricula;contrato;numero;total;vencimento;valor;situacao;pago_em;forma';
    await take('parcelas', `${head}\n${unit};P-4;Curso;1;1;10/01/2031;100,00;paga;09/07/2026;dinheiro\n`);
    expect((await booksOf(portal, bill)).charges).toMatchObject([{ status: 'removida' }]);
  });

  describe('a discount of the club on a bill', () => {
    const head = 'unidade;matricula;contrato;numero;total;vencimento;valor;desconto;credito;situacao;pago_em;forma';
    /** A member with two bills of 100 reais, 50 of them off the first. */
    async function discounted(matricula: string) {
      const id = await addMember(portal, [[500]]);
      const bills = (await addBills(portal, id, [{}, { vencimento: '2031-02-10' }])).map((bill) => bill.id);
      await place(id, matricula);
      const reward = await addReward(portal, { entrega: 'desconto', desconto_centavos: 5_000 });
      const { resgate } = (await redeem(portal, id, reward)).body;
      expect(resgate.parcela?.id).toBe(bills[0]);
      const line = (rest: string, numero = 1) => `${unit};${matricula};Curso;${numero};2;${rest}`;
      return { id, bills, line, file: (rest: string) => `${head}\n${line(rest)}\n` };
    }
    const shown = async (as: number) => (await portal.call(getFinance, {}, { as })).body.parcelas;
    const spent = async (as: number) =>
      (await portal.ops.finance.listTransactions({}, { as })).body.items.map(({ valor_centavos }) => valor_centavos);
    const redeemed = async (as: number) =>
      (await portal.call(listRedemptions, { query: {} }, { as })).body.items.map((each) => [
        each.status,
        each.parcela?.id,
      ]);

    it('an import cannot set a bill with a discount to nothing', async () => {
      const { file } = await discounted('D-1');
      for (const rest of ['10/01/2031;40,00;;;;;', '10/01/2031;50,00;;;;;', '10/01/2031;100,00;50,00;;;;']) {
        expect(await faultsOf('parcelas', file(rest))).toEqual([
          [2, 'valor', expect.stringMatching(/^O clube já desconta R\$\s50,00 desta parcela: não sobra nada/)],
        ]);
      }
      expect(await take('parcelas', file('10/01/2031;50,01;;;;;'))).toMatchObject({ changed: 1 });
    });

    it('a club discount does not count as paid at the counter unless the table says so, and moves on', async () => {
      const { id, bills, file } = await discounted('D-2');
      expect(await exportTable(portal.school, 'parcelas')).toMatch(/;D-2;Curso;1;2;.*;100,00;0,00;50,00;6;aberta;/);
      await take('parcelas', file('10/01/2031;100,00;;;paga;09/07/2026;dinheiro'));
      const whole = { status: 'paga', desconto_centavos: 0, credito_centavos: 0, valor_atualizado_centavos: 10_000 };
      expect((await shown(id))[0]).toMatchObject(whole);
      expect(await spent(id)).toEqual([10_000]);
      await moveDiscountsOn(portal.school);
      expect(await redeemed(id)).toEqual([['solicitado', bills[1]]]);
      expect(await shown(id)).toMatchObject([whole, { valor_atualizado_centavos: 5_000 }]);
    });

    it('a club discount is subtracted if the table says so: page, statement and export show the paid amount', async () => {
      const { id, bills, file } = await discounted('D-3');
      expect(await faultsOf('parcelas', file('10/01/2031;100,00;;20,00;paga;09/07/2026;pix'))).toEqual([
        [2, 'credito', expect.stringMatching(/^O clube desconta R\$\s50,00 desta parcela/)],
      ]);
      await take('parcelas', file('10/01/2031;100,00;;50,00;paga;09/07/2026;pix'));
      expect((await shown(id))[0]).toMatchObject({ status: 'paga', valor_atualizado_centavos: 5_000 });
      expect(await spent(id)).toEqual([5_000]);
      const csv = await portal.send('GET', API_PREFIX + downloadStatement.path, {}, { as: id });
      expect(await csv.text()).toMatch(/;50,00;/);
      await moveDiscountsOn(portal.school);
      expect(await redeemed(id)).toEqual([['entregue', bills[0]]]);
    });

    it('only the portal changes a club discount: a different one in a row is reported, and the rest imported', async () => {
      const { id, file } = await discounted('D-4');
      const preserved = { 'com outro crédito do clube, que só o portal muda': [2] };
      expect(await take('parcelas', file('10/01/2031;120,00;;30,00;;;'))).toEqual({
        added: 0,
        changed: 1,
        same: 0,
        preserved,
      });
      expect((await shown(id))[0]).toMatchObject({ valor_centavos: 12_000, credito_centavos: 5_000 });
    });
  });

  it('an open Pix code is invalid once the school changes the amount or the due date of the bill', async () => {
    const { id, bills } = await addDebtor(portal);
    const [bill = 0] = bills;
    await place(id, 'P-5');
    const head = 'unidade;matricula;contrato;numero;total;vencimento;valor;desconto;descricao';
    for (const [rest, status] of [
      ['10/01/2031;100,00;;Janeiro', 'ativa'],
      ['10/01/2031;120,00;;', 'removida'],
      ['10/01/2031;120,00;10,00;', 'removida'],
      ['13/01/2031;120,00;;', 'removida'],
    ] as const) {
      await portal.call(payWithPix, { params: { id: bill }, query: {} }, { as: id });
      expect(await take('parcelas', `${head}\n${unit};P-5;Curso;1;1;${rest}\n`)).toMatchObject({ changed: 1 });
      expect([rest, (await booksOf(portal, bill)).charges.at(-1)?.status]).toEqual([rest, status]);
    }
    const { body } = await portal.call(payWithPix, { params: { id: bill }, query: {} }, { as: id });
    expect(body.valor_centavos).toBe(11_000);
  });

  it('grades alone leave a period hidden; one row with “sim” releases it', async () => {
    const { db } = portal.school;
    const head = 'unidade;turma;matricula;periodo;avaliacao;data;nota;liberar';
    const line = (who: string, word: string) => `${unit};Turma da planilha;${who};Escondido;Prova;20/02/2027;8;${word}`;
    const period = () => db.selectFrom('periodos').select('liberado_em').where('nome', '=', 'Escondido').execute();
    await take('notas', `${head}\n${line('T-1', 'não')}\n`);
    await take('notas', `${head}\n${line('T-1', '')}\n`);
    expect(await period()).toEqual([{ liberado_em: null }]);
    await take('notas', `${head}\n${line('T-1', '')}\n${line('T-2', 'sim')}\n`);
    expect(await period()).toEqual([{ liberado_em: expect.any(String) }]);
  });

  it('an export escapes cells that a spreadsheet would run as formulas', async () => {
    await take('recompensas', 'nome;descricao;categoria;pontos;entrega\n=1+1;Um cálculo;Teste;10;escola\n');
    expect(await exportTable(portal.school, 'recompensas')).toContain(";'=1+1;");
  });

  it('the command nova-senha prints a link that sets a new password once, and none for an unknown person', async () => {
    expect(await newResetAddress(portal.school, 'Aluna@demo.example')).toMatch(
      /^https:\/\/aluno\.example\/login\/recover-password\?token=\S{20,}$/,
    );
    expect(await newResetAddress(portal.school, 'ninguem@demo.example')).toBeNull();
  });
});
