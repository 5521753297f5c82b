import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getGrades } from '../../src/lib/contract/pedagogico.ts';
import { addAccount } from '../support/accounts.ts';
import { newestLines } from '../support/audit-lines.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const people = { ana: 1, felipe: 6, helena: 7, julia: 9 };

describe.each(engines)('the record of a person on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());
  const read = (id: number, as = people.helena) => portal.ops.students.getPerson({ id }, { as });

  it('a record has class, money, work, books and changes of a student, and the log records the view', async () => {
    const { body, status } = await read(people.ana);
    expect(status).toBe(200);
    expect(body).toMatchObject({ full_name: 'Ana Souza', e_aluno: true, acesso: { bloqueado: false } });
    expect(body.turmas[0]).toMatchObject({ nome: expect.any(String), turma_aluno_id: expect.any(Number) });
    expect(body.dinheiro?.abertas[0]).toMatchObject({ aluno: { id: people.ana }, pode: { receber: true } });
    expect(body.dinheiro?.total).toBeGreaterThan(0);
    expect(body.livros.length).toBeGreaterThan(0);
    expect(body.trabalhos.every(({ aluno }) => aluno.nome === 'Ana Souza')).toBe(true);
    expect(body.avisos.person.frase).not.toBe('');
    const [look] = await newestLines(portal);
    expect(look).toMatchObject({ alvo_id: people.ana, quem_id: people.helena });
  });

  it('a record has the guardian, the former contact, and people with the same telephone or e-mail', async () => {
    const { db } = portal.school;
    const [lead, byPhone, byMail, taken] = await db.selectFrom('leads').select('id').limit(4).execute();
    const change = (of: typeof lead, values: object) =>
      db
        .updateTable('leads')
        .set(values)
        .where('id', '=', of?.id ?? 0)
        .execute();
    const { guardian } = await db
      .selectFrom('users')
      .select('guardian')
      .where('id', '=', people.felipe)
      .executeTakeFirstOrThrow();
    const { phone, email } = JSON.parse(guardian ?? '{}') as { phone: string; email: string };
    const blank = { aluno_user_id: null, telefone: '19900000000', email: null };
    await change(lead, { aluno_user_id: people.felipe });
    await change(byPhone, { ...blank, telefone: phone });
    await change(byMail, { ...blank, email: email.toUpperCase() });
    await change(taken, { aluno_user_id: people.ana, email });
    const known = async (as?: number) =>
      (await read(people.felipe, as)).body.contatos.map(({ id, ligado }) => [id, ligado]);
    expect(await known()).toEqual([
      [lead?.id, true],
      [byPhone?.id, false],
    ]);
    await change(byMail, { email: email.toLowerCase() });
    expect((await known()).map(([id]) => id)).toContain(byMail?.id);
    const clerk = await addStaff(portal, { rights: ['alunos'] });
    expect(await known(clerk)).toEqual([]);
    const { body } = await read(people.felipe);
    expect(body.cadastro).toMatchObject({
      menor: true,
      responsavel: { nome: expect.any(String), telefone_escrito: expect.stringContaining('(') },
    });
  });

  it('a record has the attendance in current classes as the student sees it, with the last absences', async () => {
    const { db } = portal.school;
    const [enrollment] = (await read(people.ana)).body.turmas;
    const place = enrollment?.turma_aluno_id ?? 0;
    const before = (await read(people.ana)).body.frequencia;
    const lesson = await db
      .selectFrom('presencas')
      .innerJoin('aulas', 'aulas.id', 'presencas.aula_id')
      .select(['aulas.id', 'aulas.inicio'])
      .where('presencas.turma_aluno_id', '=', place)
      .where('presencas.status', '=', 'presente')
      .where('aulas.cancelada_em', 'is', null)
      .orderBy('aulas.inicio', 'desc')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('presencas')
      .set({ status: 'falta' })
      .where('aula_id', '=', lesson.id)
      .where('turma_aluno_id', '=', place)
      .execute();
    const after = (await read(people.ana)).body.frequencia;
    expect(after).toMatchObject({ presencas: (before?.presencas ?? 0) - 1, faltas: (before?.faltas ?? 0) + 1 });
    const shown = after?.ultimas.find(({ aula_id }) => aula_id === lesson.id);
    expect(shown).toMatchObject({ inicio: lesson.inicio, status: 'falta', turma: enrollment?.nome });
    // The student reads each class separately.
    const { turmas } = (await read(people.ana)).body;
    const own = await Promise.all(
      turmas.map(({ id }) => portal.call(getGrades, { params: { id } }, { as: people.ana })),
    );
    const sum = (name: 'presencas' | 'faltas') => own.reduce((total, { body }) => total + body.frequencia[name], 0);
    expect([sum('presencas'), sum('faltas')]).toEqual([after?.presencas, after?.faltas]);
    await db
      .insertInto('ausencias')
      .values({
        ...{ turma_aluno_id: place, aula_id: lesson.id, motivo: 'Consulta' },
        ...{ status: 'justificada', avisada_em: lesson.inicio, decidida_em: null },
      })
      .onConflict((known) => known.columns(['turma_aluno_id', 'aula_id']).doUpdateSet({ status: 'justificada' }))
      .execute();
    const excused = (await read(people.ana)).body.frequencia;
    expect(excused).toMatchObject({ faltas: before?.faltas, justificadas: (before?.justificadas ?? 0) + 1 });
    expect(excused?.ultimas.find(({ aula_id }) => aula_id === lesson.id)?.status).toBe('justificada');
  });

  it('a record of a colleague has no course data', async () => {
    const { body } = await read(people.julia);
    expect(body).toMatchObject({ e_aluno: false, turmas: [], cadastro: { unidade: expect.any(String) } });
    expect(body.acesso.papeis.map(({ papel }) => papel)).toContain('professor');
  });

  it('a record shows that a colleague is blocked, and can be unblocked', async () => {
    const { id } = await addAccount(portal, { company: null });
    const { db } = portal.school;
    const drive = { company_id: 101, matricula: 'COLEGA1', nome: 'Colega', papel: 'professor' as const };
    const { driveId } = await db
      .insertInto('drive_users')
      .values(drive)
      .returning('id as driveId')
      .executeTakeFirstOrThrow();
    await db.updateTable('users').set({ drive_user_id: driveId }).where('id', '=', id).execute();
    const block = (bloqueado: boolean) => portal.ops.people.setUserBlock({ id, bloqueado }, { as: people.helena });
    for (const bloqueado of [true, false]) {
      expect((await block(bloqueado)).status).toBe(200);
      expect((await read(id)).body).toMatchObject({ e_aluno: false, bloqueado, acesso: { bloqueado } });
    }
  });

  it('a record names only children and guardians within reach', async () => {
    const far = await addUnit(portal, 'KNN dos Primos');
    const cpf = '27865757379';
    const { id, email } = await addAccount(portal, { cpf, email_verified: true });
    const guardian = JSON.stringify({
      ...{ full_name: 'Marta Jovem', cpf, email, phone: '19994440000', relation: 'Mãe' },
    });
    const minor = { guardian, birth_date: `${portal.clock.now.getFullYear() - 12}-01-01` };
    const near = await addAccount(portal, { ...minor, full_name: 'Filha de Perto' });
    const away = await addAccount(portal, { ...minor, company: far, full_name: 'Filho de Longe' });
    const here = await addStaff(portal, { rights: ['alunos'], units: [101] });
    const there = await addStaff(portal, { rights: ['alunos'], units: [far] });
    const wards = async (as: number) => (await read(id, as)).body.alunos_de.map(({ nome }) => nome);
    expect(await wards(people.helena)).toEqual(['Filha de Perto', 'Filho de Longe']);
    expect(await wards(here)).toEqual(['Filha de Perto']);
    const account = async (child: number, as: number) => (await read(child, as)).body.conta_do_responsavel;
    expect(await account(near.id, here)).toMatchObject({ id });
    expect(await account(away.id, there)).toEqual({
      id: null,
      nome: 'Marta Jovem',
      ultimo_acesso: null,
      bloqueada: false,
    });
  });

  it('a record hides money, work, contacts and rights from staff without those rights', async () => {
    const clerk = await addStaff(portal, { rights: ['alunos'] });
    const { body } = await read(people.ana, clerk);
    expect(body).toMatchObject({ dinheiro: null, trabalhos: [], contatos: [], mudancas: { todas: false } });
    expect(body.atraso_centavos).toBeNull();
  });

  it('records are for staff with the right “alunos”, in their units', async () => {
    expect((await portal.ops.students.getPerson({ id: people.ana })).status).toBe(401);
    const seller = await addStaff(portal, { rights: ['pedidos'] });
    for (const as of [people.ana, people.julia, seller]) expect((await read(people.felipe, as)).status).toBe(403);
    const unit = await addUnit(portal, 'KNN Longe');
    const local = await addStaff(portal, { company: unit, rights: ['alunos'], units: [unit] });
    for (const id of [people.ana, 999_999]) expect((await read(id, local)).status).toBe(404);
    expect((await read(0)).status).toBe(422);
  });
});
