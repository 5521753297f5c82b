import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reach } from '../../src/server/core/db/reach.ts';
import { createManager, NewManager } from '../../src/server/identity/auth/create-manager.ts';
import { importTable } from '../../src/server/operate/import/import.ts';
import { kinds } from '../../src/server/operate/import/kinds.ts';
import type { TableRefused } from '../../src/server/operate/import/table.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const EVERYBODY: Reach = { escolaId: null, units: null };
const rita = { email: 'direcao@escola.example', name: 'Rita Salles', city: 'Recife', state: 'PE' };

describe.each(engines)('a file of units on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { demo: 'off' });
    await createManager(portal.school, NewManager.parse({ ...rita, school: 'Rede Boreal', unit: 'Boreal Sede' }));
  });
  afterAll(() => portal.close());

  const own = async (): Promise<Reach> => {
    const { id } = await portal.school.db
      .selectFrom('schools')
      .select('id')
      .where('nome', '=', 'Rede Boreal')
      .executeTakeFirstOrThrow();
    return { escolaId: id, units: null };
  };
  const take = (text: string, reach: Reach) =>
    importTable(portal.school, kinds.unidades, new TextEncoder().encode(text), { reach });
  const faults = (text: string, reach: Reach) =>
    take(text, reach).then(
      () => null,
      (error: TableRefused) => error.faults.map(({ line, column, text: why }) => [line, column, why]),
    );
  const schools = async () =>
    (await portal.school.db.selectFrom('schools').select('nome').orderBy('id').execute()).map(({ nome }) => nome);
  const places = () =>
    portal.school.db
      .selectFrom('companies')
      .innerJoin('schools', 'schools.id', 'companies.escola_id')
      .select(['companies.nome as unit', 'schools.nome as school'])
      .orderBy('companies.id')
      .execute();

  it.each([
    ['the panel', own],
    ['a command', async () => EVERYBODY],
  ])('adds units to the only school of the sender, by %s, and makes no school', async (name, reachOf) => {
    const unit = `Boreal ${name}`;
    const text = `unidade;cidade;uf;telefone\n${unit};Recife;PE;8133334444\n`;
    expect(await take(text, await reachOf())).toEqual({ added: 1, changed: 0, same: 0 });
    expect(await take(text, await reachOf())).toEqual({ added: 0, changed: 0, same: 1 });
    expect(await places()).toContainEqual({ unit, school: 'Rede Boreal' });
    expect(await schools()).toEqual(['Rede Boreal']);
  });

  it.each([
    ['the panel', own, 'A escola “Rede Austral” não existe. Uma planilha não cria escolas: deixe a coluna vazia.'],
    ['a command', async () => EVERYBODY, 'A escola “Rede Austral” não existe. Crie-a antes com criar-gestora.'],
  ])('refuses a school that does not exist, by %s', async (_name, reachOf, words) => {
    const text = 'unidade;escola;cidade;uf\nAustral Sul;Rede Austral;Recife;PE\n';
    expect(await faults(text, await reachOf())).toEqual([[2, 'escola', words]]);
    expect(await schools()).toEqual(['Rede Boreal']);
  });

  it('an import needs the school if the sender reaches several, and staff of one school find no other', async () => {
    const other = NewManager.parse({ ...rita, email: 'b@escola.example', school: 'Rede Cruzeiro', brand: 'phenom' });
    await createManager(portal.school, other);
    expect(await faults('unidade\nBoreal Nova\n', EVERYBODY)).toEqual([
      [2, 'escola', 'Diga a escola: há mais de uma.'],
    ]);
    expect(await faults('unidade;escola\nBoreal Nova;Rede Cruzeiro\n', await own())).toHaveLength(1);
    expect(await take('unidade;escola\nBoreal Nova;rede boreal\n', await own())).toMatchObject({ added: 1 });
    expect(await take('unidade\nBoreal Velha\n', await own())).toMatchObject({ added: 1 });
    expect(await take('unidade;escola\nCruzeiro Sul;Rede Cruzeiro\n', EVERYBODY)).toMatchObject({ added: 1 });
    expect(await places()).toContainEqual({ unit: 'Cruzeiro Sul', school: 'Rede Cruzeiro' });
  });

  it('staff of some units cannot add units, and the brand of another school is refused', async () => {
    const { escolaId } = await own();
    const { id } = await portal.school.db
      .selectFrom('companies')
      .select('id')
      .where('nome', '=', 'Boreal Sede')
      .executeTakeFirstOrThrow();
    expect(await faults('unidade\nBoreal Extra\n', { escolaId, units: [id] })).toEqual([
      [2, undefined, 'Uma unidade nova pede o acesso a todas as unidades da escola: peça a quem cuida dele.'],
    ]);
    expect(await faults('unidade;marca\nBoreal Extra;phenom\n', await own())).toEqual([
      [2, 'marca', 'A escola “Rede Boreal” é KNN: a marca é da escola inteira.'],
    ]);
  });

  it('a row with different fees changes the other fields, and the report names the fees', async () => {
    const text = 'unidade;cnpj;telefone;multa;juros;carencia_dias\nBoreal Sede;11.222.333/0001-81;8133330000;5;2;3\n';
    const tally = await take(text, await own());
    expect(tally).toMatchObject({ added: 0, changed: 1 });
    expect(tally.conflicts?.map(({ line, column, why }) => [line, column, why])).toEqual([
      [2, 'multa', 'painel'],
      [2, 'juros', 'painel'],
      [2, 'carencia_dias', 'painel'],
    ]);
    const unit = portal.school.db.selectFrom('companies').where('nome', '=', 'Boreal Sede');
    expect(await unit.select(['cnpj', 'telefone', 'multa_bps', 'juros_bps', 'carencia_dias']).execute()).toEqual([
      { cnpj: '11222333000181', telefone: '8133330000', multa_bps: 200, juros_bps: 100, carencia_dias: 0 },
    ]);
    expect(await take(text, await own())).toMatchObject({ changed: 0, same: 1 });
    await take(text, EVERYBODY);
    expect(await unit.select(['multa_bps', 'juros_bps', 'carencia_dias']).execute()).toEqual([
      { multa_bps: 500, juros_bps: 200, carencia_dias: 3 },
    ]);
  });

  it('a renamed unit is found by its former name, and not created again', async () => {
    const { db } = portal.school;
    await db
      .updateTable('companies')
      .set({ nome: 'Boreal Matriz', nomes_antes: JSON.stringify(['Boreal Sede']) })
      .where('nome', '=', 'Boreal Sede')
      .execute();
    expect(await take('unidade;telefone\nBoreal Sede;8133339999\n', await own())).toMatchObject({
      added: 0,
      changed: 1,
    });
    const students = 'unidade;matricula;nome;email\nBoreal Sede;A-1;Rute Sá;rute@escola.example\n';
    const taken = await importTable(portal.school, kinds.alunos, new TextEncoder().encode(students));
    expect(taken.added).toBe(1);
    expect(await faults('unidade\nBoreal Matriz\nBoreal Sede\n', await own())).toEqual([
      [3, undefined, 'Repete a linha 2.'],
    ]);
  });

  it('an import adds no people or classes to a closed unit, and updates the people who are there', async () => {
    const { db } = portal.school;
    await db.updateTable('companies').set({ encerrada_em: '2026-01-01' }).where('nome', '=', 'Boreal Matriz').execute();
    const send = (name: 'alunos' | 'professores', text: string) =>
      importTable(portal.school, kinds[name], new TextEncoder().encode(text)).then(
        (tally) => tally,
        (error: TableRefused) => error.faults.map(({ column, text: why }) => [column, why]),
      );
    const closed = [['unidade', 'A unidade “Boreal Matriz” está encerrada: não recebe pessoas nem turmas novas.']];
    const head = 'unidade;matricula;nome;email\nBoreal Matriz';
    expect(await send('alunos', `${head};A-2;Saulo Paz;saulo@escola.example\n`)).toEqual(closed);
    expect(await send('professores', 'unidade;nome;email\nBoreal Matriz;Júlia Prado;j@escola.example\n')).toEqual(
      closed,
    );
    expect(await send('alunos', `${head};A-1;Rute Sá Lima;rute@escola.example\n`)).toMatchObject({ changed: 1 });
  });

  it('a reward without a unit belongs to the school that imports it; from a command, to all schools', async () => {
    const send = (nome: string, reach: Reach) => {
      const text = `nome;descricao;categoria;pontos;entrega\n${nome};Uma caneca;Presentes;100;escola\n`;
      return importTable(portal.school, kinds.recompensas, new TextEncoder().encode(text), { reach });
    };
    const reach = await own();
    expect(await send('Caneca Boreal', reach)).toEqual({ added: 1, changed: 0, same: 0 });
    expect(await send('Caneca Boreal', reach)).toEqual({ added: 0, changed: 0, same: 1 });
    await send('Caneca da rede', EVERYBODY);
    const rewards = portal.school.db.selectFrom('rewards').select(['nome', 'escola_id']).orderBy('id');
    expect(await rewards.execute()).toEqual([
      { nome: 'Caneca Boreal', escola_id: reach.escolaId },
      { nome: 'Caneca da rede', escola_id: null },
    ]);
  });
});
