import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RIGHTS } from '../../src/lib/rules/people/rights.ts';
import { TEACHER_ACTION_ID } from '../../src/lib/rules/people/roles.ts';
import { addAccount } from '../support/accounts.ts';
import { addClass } from '../support/inbox.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff } from '../support/staff.ts';

describe.each(engines)('the first steps of a new school on %s', (engine) => {
  let portal: TestSchool;
  let unit = 0;
  let director = 0;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    const { db } = portal.school;
    const { id: escola_id } = await db
      .insertInto('schools')
      .values({ nome: 'KNN Nova', marca: 'knn', cidade: 'Recife', uf: 'PE' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const place = { nome: 'KNN Nova', telefone: null, whatsapp: null, timezone: 'America/Recife' };
    ({ id: unit } = await db
      .insertInto('companies')
      .values({ escola_id, ...place, venda_direta_allow: true })
      .returning('id')
      .executeTakeFirstOrThrow());
    await db
      .insertInto('companies')
      .values({ escola_id, ...place, nome: 'KNN Outra', venda_direta_allow: true })
      .execute();
    director = await addStaff(portal, { company: unit, rights: RIGHTS });
  });
  afterAll(() => portal.close());
  const list = async (as = director) => (await portal.ops.panel.getPanelHome({}, { as })).body.primeiros_passos;
  const steps = async (as = director) => (await list(as))?.passos ?? null;
  const done = async () => (await steps())?.flatMap(({ passo, feito }) => (feito ? [passo] : []));

  it('first steps are ticked by the data of the school', async () => {
    const { db } = portal.school;
    // The portal of the tests takes payments and sends no mails.
    expect(await done()).toEqual(['pagamentos']);
    await db.updateTable('companies').set({ telefone: '8130000000' }).where('id', '=', unit).execute();
    expect(await done()).toContain('unidades');
    const { id: teacher } = await addAccount(portal, { company: unit });
    await db.insertInto('user_actions').values({ user_id: teacher, action_id: TEACHER_ACTION_ID }).execute();
    expect(await done()).toContain('professores');
    expect(await done()).not.toContain('alunos');
    const { id: student } = await addAccount(portal, { company: unit });
    await db.updateTable('users').set({ last_seen_at: null }).where('id', '=', student).execute();
    expect(await done()).toContain('alunos');
    expect(await done()).not.toContain('convites');
    await db
      .updateTable('users')
      .set({ last_seen_at: portal.clock.now.toISOString() })
      .where('id', '=', student)
      .execute();
    expect(await done()).toContain('convites');
    const { turma } = await addClass(portal, student);
    expect(await done()).not.toContain('turmas');
    await db.updateTable('turmas').set({ company_id: unit }).where('id', '=', turma).execute();
    expect(await done()).toContain('turmas');
    const open = (await steps())?.flatMap(({ passo, feito }) => (feito ? [] : [passo]));
    expect(open).toEqual(['regras', 'email']);
    const noMail = await addStaff(portal, { company: unit, rights: RIGHTS.filter((right) => right !== 'mensagens') });
    expect(await steps(noMail)).toContainEqual({ passo: 'regras', feito: false });
    await db.updateTable('companies').set({ termos_antes: '[]' }).where('id', '=', unit).execute();
    expect([await steps(noMail), await steps()]).toEqual([null, expect.any(Array)]);
    await db.updateTable('companies').set({ termos_antes: null }).where('id', '=', unit).execute();
  });

  it('first steps follow the own rights, and only staff who manage the team see them', async () => {
    const some = await addStaff(portal, { company: unit, rights: ['equipe', 'financeiro'] });
    expect((await steps(some))?.map(({ passo }) => passo)).toEqual(['unidades', 'professores', 'regras', 'pagamentos']);
    const ofUnit = await addStaff(portal, { company: unit, units: [unit], rights: ['equipe', 'financeiro'] });
    expect([(await list(ofUnit))?.pode_esconder, (await list(some))?.pode_esconder]).toEqual([false, true]);
    expect((await portal.ops.panel.closeFirstSteps({}, { as: ofUnit })).status).toBe(403);
    const office = await addStaff(portal, { company: unit, rights: ['alunos', 'turmas'] });
    expect(await steps(office)).toBeNull();
    expect((await portal.ops.panel.closeFirstSteps({}, { as: office })).status).toBe(403);
  });

  it('first steps are hidden for the whole school, and the log says by whom', async () => {
    expect(await steps()).not.toBeNull();
    expect((await portal.ops.panel.closeFirstSteps({}, { as: director })).status).toBe(200);
    expect(await steps()).toBeNull();
    const lines = await portal.school.db
      .selectFrom('audit_log')
      .select('user_id')
      .where('action', '=', 'first-steps-close')
      .execute();
    expect(lines).toEqual([{ user_id: director }]);
  });
});
