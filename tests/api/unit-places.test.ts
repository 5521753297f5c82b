import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe } from '../../src/lib/contract/account.ts';
import { listClasses } from '../../src/lib/contract/pedagogico.ts';
import { importTable } from '../../src/server/operate/import/import.ts';
import { exportTable, kinds } from '../../src/server/operate/import/kinds.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const ZONES = ['America/Recife', 'America/Manaus', 'America/Rio_Branco', 'America/Noronha', 'America/Sao_Paulo'];
const STATES = ['PE', 'AM', 'AC', 'PE', 'SP'];

/** Forty units of one school, each in its own city. */
const units = Array.from({ length: 40 }, (_, n) => ({
  unidade: `KNN Unidade ${n + 1}`,
  cidade: `Cidade ${n + 1}`,
  uf: STATES[n % 5] as string,
  fuso: ZONES[n % 5] as string,
}));
const table = [
  'unidade;escola;marca;cidade;uf;fuso',
  ...units.map(({ unidade, cidade, uf, fuso }) => `${unidade};KNN Rede;knn;${cidade};${uf};${fuso}`),
].join('\n');

describe.each(engines)('forty units of one school on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    const school = {
      nome: 'KNN Rede',
      marca: 'knn',
      cidade: 'Recife',
      uf: 'PE',
      silencio_de: null,
      silencio_ate: null,
    } as const;
    await portal.school.db.insertInto('schools').values(school).execute();
  });
  afterAll(() => portal.close());
  const take = (text: string) =>
    importTable(portal.school, kinds.unidades, new TextEncoder().encode(text), { isTrial: false });

  it('each unit has its own place, and the same file again changes nothing', async () => {
    expect(await take(table)).toEqual({ added: 40, changed: 0, same: 0 });
    expect(await take(table)).toEqual({ added: 0, changed: 0, same: 40 });
    const out = await exportTable(portal.school, 'unidades');
    for (const { unidade, cidade, uf } of units) {
      expect(out).toMatch(new RegExp(`${unidade};KNN Rede;knn;${cidade};${uf};`));
    }
    expect((await take(out)).changed).toBe(0);
  });

  it('a student sees name, city, state and zone of the own unit, also at the class', async () => {
    for (const { unidade, cidade, uf, fuso } of [units[0], units[17], units[39]].flatMap((each) => each ?? [])) {
      const { id: company } = await portal.school.db
        .selectFrom('companies')
        .select('id')
        .where('nome', '=', unidade)
        .executeTakeFirstOrThrow();
      const { id } = await addAccount(portal, { company });
      const { body } = await portal.call(getMe, {}, { as: id });
      expect(body.drive_user?.company).toMatchObject({ nome: unidade, cidade, uf, timezone: fuso });
      const { id: turma_id } = await portal.school.db
        .insertInto('turmas')
        .values({
          ...{ company_id: company, livro_id: 1, professor_user_id: null, nome: 'Turma', modalidade: 'presencial' },
          ...{ somente_digital: false, sala: '1', inicio: '2026-02-02', fim: '2026-12-01' },
          ...{ status: 'ativa', aulas_total: 0 },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await portal.school.db.insertInto('turma_alunos').values({ turma_id, user_id: id, status: 'ativa' }).execute();
      const classes = await portal.call(listClasses, { query: {} }, { as: id });
      expect(classes.body[0]?.escola).toMatchObject({ nome: unidade, cidade });
    }
  });

  it('moving one unit leaves the others where they are', async () => {
    await take('unidade;cidade;uf\nKNN Unidade 2;Olinda;PE');
    const out = await exportTable(portal.school, 'unidades');
    expect(out).toContain('KNN Unidade 2;KNN Rede;knn;Olinda;PE');
    expect(out).toContain('KNN Unidade 3;KNN Rede;knn;Cidade 3;AC');
  });
});
