import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../src/server/core/http/ctx.ts';
import { importTable } from '../../src/server/operate/import/import.ts';
import { kinds } from '../../src/server/operate/import/kinds.ts';
import { addAccount } from '../support/accounts.ts';
import { leadPhone } from '../support/leads.ts';
import { withKey } from '../support/points.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const [ANA, HELENA] = [1, 7];

describe.each(engines)('units of a school on %s', (engine) => {
  let portal: TestSchool;
  let unit: number;
  let local: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    unit = await addUnit(portal, 'KNN Cambuí');
    local = await addStaff(portal, { company: unit, units: [unit] });
  });
  afterAll(() => portal.close());
  const full = (more = {}) => ({ nome: 'KNN Barão', ...more });
  const read = async (id: number, as = HELENA) => (await portal.ops.units.getUnit({ id }, { as })).body;
  const row = async (id: number) =>
    portal.school.db.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  it('MANAGER-09 staff of all units add a unit, and the list shows it', async () => {
    const body = full({
      ...{ cidade: 'Manaus', uf: 'am', telefone: '0800 591 2345', whatsapp: '+55 (92) 99100-2030' },
      ...{ razao_social: 'Barão Idiomas Ltda.', cnpj: '11.222.333/0001-81', fuso: 'America/Manaus' },
    });
    const made = await portal.ops.units.createUnit(body, { as: HELENA });
    expect(made.body).toMatchObject({
      ...{ nome: 'KNN Barão', cidade: 'Manaus', uf: 'AM', telefone: '08005912345', whatsapp: '92991002030' },
      ...{ cnpj: '11222333000181', fuso: 'America/Manaus', encerrada_em: null, por_que_nao: null },
    });
    expect(await row(made.body.id)).toMatchObject({ escola_id: 1, venda_direta_allow: false });
    const { body: list } = await portal.ops.units.listUnits({}, { as: HELENA });
    expect(list.items.map(({ nome }) => nome)).toEqual(expect.arrayContaining(['KNN Barão', 'KNN Vila Nova']));
    expect(list.items.map(({ nome }) => nome)).not.toContain('Phenom Jardins');
    expect(list.escolas.map(({ id }) => id)).toEqual([1]);
    const { body: log } = await portal.ops.people.listAudit({ limit: 1 }, { as: HELENA });
    expect(log.items[0]).toMatchObject({ acao: expect.stringContaining('adicionou uma unidade') });
  });

  it('students and guardians see contact data of their own units only', async () => {
    const own = async (as?: number) => (await portal.ops.units.listOwnUnits({}, { as })).body;
    const contact = { endereco: 'Rua do Porto, 8, Centro', horario: 'Segunda a sexta\n8h às 20h' };
    const { body } = await portal.ops.units.updateUnit({ id: 101, ...contact }, { as: HELENA });
    expect(body).toMatchObject(contact);
    expect(await own(ANA)).toMatchObject([{ id: 101, nome: 'KNN Vila Nova', ...contact }]);
    // Sandra has no enrolment: she reads that of Felipe.
    const sandra = await portal.school.db
      .selectFrom('users')
      .select('id')
      .where('email_key', '=', 'responsavel@demo.example')
      .executeTakeFirstOrThrow();
    expect(await own(sandra.id)).toMatchObject([{ id: 101 }]);
    expect(await own((await addAccount(portal, { company: 103 })).id)).toMatchObject([{ id: 103 }]);
    expect((await portal.ops.units.listOwnUnits({})).status).toBe(401);
    const long = await portal.ops.units.updateUnit({ id: 101, horario: 'x'.repeat(401) }, { as: HELENA });
    expect([long.status, Object.keys(long.body.fields ?? {})]).toEqual([422, ['horario']]);
  });

  it('a unit without a place has that of its school', async () => {
    const { body } = await portal.ops.units.createUnit(full({ nome: 'KNN Sem Lugar' }), { as: HELENA });
    const { cidade, uf } = await read(101);
    expect(body).toMatchObject({ cidade, uf, fuso: (await row(101)).timezone });
  });

  it('ROLE-08 visitors, students, other schools and staff of one unit reach only their own units', async () => {
    const put = (id: number, as?: number) => portal.ops.units.updateUnit({ id, ...full() }, { as });
    const statuses = async (as?: number) => [
      (await portal.ops.units.listUnits({}, { as })).status,
      (await portal.ops.units.getUnit({ id: 101 }, { as })).status,
      (await put(101, as)).status,
      (await portal.ops.units.closeUnit({ id: 101 }, { as })).status,
    ];
    const before = await row(101);
    expect(await statuses()).toEqual([401, 401, 401, 401]);
    expect(await statuses(ANA)).toEqual([403, 403, 403, 403]);
    expect(await statuses(await addStaff(portal, { company: 102 }))).toEqual([200, 404, 404, 404]);
    // Closing a unit is for staff of the whole school alone, whichever unit it is.
    expect(await statuses(local)).toEqual([200, 404, 404, 403]);
    const { body: own } = await portal.ops.units.listUnits({}, { as: local });
    expect([own.items.map(({ id }) => id), own.escolas]).toEqual([[unit], []]);
    expect((await portal.ops.units.createUnit(full({ nome: 'Outra' }), { as: local })).status).toBe(403);
    expect((await portal.ops.units.closeUnit({ id: unit }, { as: local })).status).toBe(403);
    expect((await read(unit, local)).por_que_nao).toMatch(/todas as unidades/);
    const phone = { nome: 'KNN Cambuí', telefone: '1932009999' };
    expect((await portal.ops.units.updateUnit({ id: unit, ...phone }, { as: local })).status).toBe(200);
    expect(await row(101)).toEqual(before);
  });

  it.each([
    ['an empty name', { nome: ' ' }, 'nome'],
    ['a telephone without its area', { telefone: '3200-1010' }, 'telefone'],
    ['a CNPJ with wrong digits', { cnpj: '11.222.333/0001-82' }, 'cnpj'],
    ['an unknown state', { uf: 'XX' }, 'uf'],
    ['an unknown zone', { fuso: 'Lua/Mar' }, 'fuso'],
    ['another school', { escola_id: 3 }, 'escola_id'],
  ])('refuses %s in words', async (_what, more, field) => {
    const { status, body } = await portal.ops.units.createUnit(full({ nome: 'KNN Nova', ...more }), { as: HELENA });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
    expect(body.detail).toMatch(/\S/);
  });

  it('unit names are unique in a school, also when two are added at once; imports still accept the former name', async () => {
    const twice = await Promise.all(
      [1, 2].map(() => portal.ops.units.createUnit(full({ nome: 'KNN Gêmea' }), { as: HELENA })),
    );
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const id = twice.find(({ status }) => status === 200)?.body.id ?? 0;
    const rename = (nome: string) => portal.ops.units.updateUnit({ id, nome }, { as: HELENA });
    expect((await rename('knn vila nova')).body).toMatchObject({ code: 'unit_name' });
    // Fields that a save does not name stay as somebody else wrote them.
    const whatsapp = '19991001010';
    await portal.ops.units.updateUnit({ id, whatsapp }, { as: HELENA });
    expect((await rename('KNN Única')).body).toMatchObject({ nome: 'KNN Única', nomes_antes: ['KNN Gêmea'], whatsapp });
    expect((await rename('KNN Gêmea')).body).toMatchObject({ nome: 'KNN Gêmea', nomes_antes: ['KNN Única'] });
    const lines = await portal.school.db
      .selectFrom('audit_log')
      .select('data')
      .where('action', '=', 'unit-update')
      .where('target', '=', `unit:${id}`)
      .execute();
    expect(lines.map(({ data }) => JSON.parse(data ?? ''))).toEqual([
      { antes: { whatsapp: null }, depois: { whatsapp } },
      { antes: { nome: 'KNN Gêmea' }, depois: { nome: 'KNN Única' } },
      { antes: { nome: 'KNN Única' }, depois: { nome: 'KNN Gêmea' } },
    ]);
  });

  it('MANAGER-09 a closed unit lists its open items, accepts nothing new, keeps its data, and can reopen', async () => {
    const { db } = portal.school;
    const { id: student } = await addAccount(portal, { company: unit });
    const { id: elsewhere } = await addAccount(portal);
    const plan = {
      ...{ nome: 'Noite', unidade_id: unit, livro_id: 1, professor_id: null, modalidade: 'presencial' as const },
      ...{
        inicio: '2030-02-04',
        fim: '2030-03-04',
        lugares: 10,
        horarios: [{ dia_semana: 1, inicio: '19:00', fim: '20:00' }],
      },
    };
    const add = (nome: string) => portal.ops.teaching.createClass({ ...plan, nome }, { as: HELENA });
    const turma = (await add('Noite')).body.id;
    const leads = async () => {
      const body = { pagina: '/knn-orlando', marca: 'knn' as const, nome: 'Lia Prado', telefone: leadPhone() };
      return portal.ops.promo.createLead({ ...body, consentimento: true, unidade_id: unit });
    };
    expect((await leads()).body).toMatchObject({ unidade_id: unit });
    const before = await read(unit);
    expect(before.aberto).toMatchObject({ alunos: 1, turmas: 1, contatos: 1, equipe: [{ id: local }] });
    const list = await portal.ops.students.listStudents({ unidade: unit }, { as: HELENA });
    expect(list.body.total).toBe(before.aberto.alunos);

    const closed = await portal.ops.units.closeUnit({ id: unit }, { as: HELENA });
    expect(closed.body).toMatchObject({ encerrada_em: expect.any(String), aberto: before.aberto });
    expect((await portal.ops.units.closeUnit({ id: unit }, { as: HELENA })).status).toBe(409);
    const words = expect.stringContaining('A unidade KNN Cambuí está encerrada');
    const refused = { status: 422, body: { detail: words, fields: { unidade_id: 'Unidade encerrada' } } };
    const person = { full_name: 'Nina Alves', email: 'nina@teste.example', unidade_id: unit };
    expect(await portal.ops.students.createStudent(person, { as: HELENA })).toMatchObject(refused);
    const post = { ...person, papel: 'professor' as const };
    expect(await portal.ops.people.inviteStaff(post, { as: HELENA })).toMatchObject(refused);
    expect(await add('Manhã')).toMatchObject(refused);
    const move = { id: elsewhere, unidade_id: unit, encerrar_turmas: false };
    expect(await portal.ops.students.moveStudent(move, { as: HELENA })).toMatchObject(refused);
    const enroll = { id: turma, ids: [student] };
    expect(await portal.ops.teaching.enrollStudents(enroll, withKey({ as: HELENA }))).toMatchObject({
      status: 409,
      body: { detail: words },
    });
    expect((await leads()).body.unidade_id).not.toBe(unit);
    const choices = (await portal.ops.teaching.getClassChoices({}, { as: HELENA })).body.unidades;
    expect(choices).toContainEqual({ id: unit, nome: 'KNN Cambuí', encerrada: true });
    const offered = await portal.ops.promo.getPromoSchool({ pagina: '/knn-orlando', marca: 'knn' });
    expect(JSON.stringify(offered.body)).not.toContain('KNN Cambuí');

    // Its people and its history stay.
    expect((await portal.ops.students.getPerson({ id: student }, { as: HELENA })).status).toBe(200);
    await portal.ops.students.endCourse(
      { id: student, motivo: 'Mudou', concluiu: false, manter_acesso: true },
      { as: HELENA },
    );
    const resume = () => portal.ops.students.resumeCourse({ id: student }, { as: HELENA });
    expect(await resume()).toMatchObject({ status: 409, body: { code: 'unit_closed' } });

    expect((await portal.ops.units.reopenUnit({ id: unit }, { as: HELENA })).body.encerrada_em).toBeNull();
    expect((await resume()).status).toBe(200);
    expect((await add('Manhã')).status).toBe(200);
    const told = await db.selectFrom('audit_log').select('action').where('target', '=', `unit:${unit}`).execute();
    expect(told.map(({ action }) => action)).toEqual(expect.arrayContaining(['unit-close', 'unit-reopen']));
  });

  it('the last open unit of a school stays open', async () => {
    const alone = await addStaff(portal, { company: 103 });
    expect(await portal.ops.units.closeUnit({ id: 103 }, { as: alone })).toMatchObject({
      ...{ status: 409, body: { code: 'last_unit' } },
    });
  });

  it.each([
    ['on the page', async (as: number, nome: string) => portal.ops.units.createUnit({ nome }, { as })],
    [
      'by a file',
      async (userId: number, nome: string) => {
        const { school } = portal;
        const bytes = new TextEncoder().encode(`unidade\n${nome}\n`);
        const sender = { ...school, session: { userId } as Session };
        await importTable(sender, kinds.unidades, bytes, { reach: { escolaId: 3, units: null } });
      },
    ],
  ])(
    'MANAGER-09 who opened the only unit of a school opens the whole school after adding one, %s',
    async (how, add) => {
      const as = await addStaff(portal, { company: 103, units: [103] });
      await portal.school.db.deleteFrom('companies').where('escola_id', '=', 3).where('id', '<>', 103).execute();
      const other = await addStaff(portal, { company: 103, units: [103] });
      const seen = async (who: number) =>
        (await portal.ops.units.listUnits({}, { as: who })).body.items.map(({ nome }) => nome).toSorted();
      await add(as, `Phenom ${how}`);
      expect(await seen(as)).toEqual(['Phenom Jardins', `Phenom ${how}`].toSorted());
      expect((await portal.ops.units.createUnit({ nome: `Phenom 2 ${how}` }, { as })).status).toBe(200);
      // Nobody else reaches more than before.
      expect(await seen(other)).toEqual(['Phenom Jardins']);
    },
  );
});
