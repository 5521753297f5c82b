import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importTable } from '../../src/server/operate/import/import.ts';
import { kinds } from '../../src/server/operate/import/kinds.ts';
import { TableRefused } from '../../src/server/operate/import/table.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

describe.each(engines)('a table of classes on %s', (engine) => {
  let portal: TestSchool;
  let unit: string;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    const first = await portal.school.db.selectFrom('companies').select('nome').orderBy('id').executeTakeFirstOrThrow();
    unit = first.nome;
  });
  afterAll(() => portal.close());
  const take = (text: string) => importTable(portal.school, kinds.turmas, new TextEncoder().encode(text));

  it('an import changes the timetable of a known class, and leaves holidays out', async () => {
    const { db } = portal.school;
    const book = await db.selectFrom('livros').select('codigo').orderBy('id').executeTakeFirstOrThrow();
    const file = (horarios: string, fim = '26/02/2031') =>
      `unidade;turma;livro;modalidade;inicio;fim;horarios\n${unit};Turma que muda;${book.codigo};presencial;03/02/2031;${fim};"${horarios}"\n`;
    const hours = async () =>
      (
        await db
          .selectFrom('aulas')
          .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
          .select(['aulas.id', 'aulas.inicio', 'aulas.numero'])
          .where('turmas.nome', '=', 'Turma que muda')
          .orderBy('aulas.inicio')
          .execute()
      ).map(({ id, inicio, numero }) => ({ id, inicio, numero }));
    expect(await take(file('ter 19:00-20:30'))).toMatchObject({ added: 1 });
    const before = await hours();
    // 25 February 2031 is the Tuesday of carnival.
    expect(before.map(({ inicio }) => inicio.slice(0, 10))).toEqual(['2031-02-04', '2031-02-11', '2031-02-18']);
    expect(await take(file('ter 19:00-20:30'))).toMatchObject({ same: 1 });
    expect(await take(file('qua 08:00-09:00'))).toMatchObject({ changed: 1 });
    const after = await hours();
    expect(after.map(({ inicio }) => inicio.slice(0, 16))).toEqual(
      ['05', '12', '19', '26'].map((day) => `2031-02-${day}T11:00`),
    );
    expect(after.slice(0, 3).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.map(({ numero }) => numero)).toEqual([1, 2, 3, 4]);
    const refused = await take(file('qua 08:00-09:00', '04/02/2031')).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TableRefused);
    expect((refused as TableRefused).faults).toMatchObject([
      { line: 2, column: 'horarios', text: expect.stringContaining('0 aulas'), who: 'Turma que muda, KNN Vila Nova' },
    ]);
  });
});
