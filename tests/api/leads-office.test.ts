import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { DAY_MS } from '../../src/lib/rules/time/spans.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { addLead, leadPhone } from '../support/leads.ts';
import { withKey } from '../support/points.ts';
import { referralDesk } from '../support/referrals.ts';
import { allEngines, engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const people = { ana: 1, helena: 7, igor: 8, julia: 9 };
const BEYOND = 102;

describe.each(engines)('what the office does with contacts on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());
  const desk = referralDesk(() => portal);
  const today = () => dayIn('America/Sao_Paulo', portal.clock.now);
  const list = (query = {}, as = people.helena) => portal.ops.leads.listLeads(query, { as });
  const read = (id: number, as = people.helena) => portal.ops.leads.getLead({ id }, { as });
  const updateAll = (ids: number[], body: object, as = people.helena, key?: string) =>
    portal.ops.leads.updateLeads({ ids, ...body }, withKey({ as, key }));
  const update = (id: number, body: object, as = people.helena) => updateAll([id], body, as);
  const undo = (desfazer: string | null, as = people.helena) =>
    portal.ops.leads.undoLeads({ desfazer: desfazer ?? '' }, { as });
  const enroll = (id: number, aluno_user_id: number) =>
    portal.ops.leads.enrollLead({ id, aluno_user_id }, withKey({ as: people.helena }));

  it('several contacts change together, each separately, with one answer for a key', async () => {
    const ids = [await addLead(portal), await addLead(portal)];
    const busy = await addLead(portal);
    await update(busy, { estado: 'visita_marcada' });
    const key = crypto.randomUUID();
    const move = () => updateAll([...ids, busy, 999_999], { estado: 'em_contato', de: ['novo'] }, people.helena, key);
    const { status, body } = await move();
    expect([status, body.itens]).toEqual([
      200,
      [
        ...ids.map((id) => ({ id, problema: null })),
        { id: busy, problema: 'Este contato já está em “Visita marcada”.' },
        { id: 999_999, problema: 'Não encontramos este contato na sua escola.' },
      ],
    ]);
    expect((await move()).body).toEqual({ ...body, desfazer: null });
    expect((await list({ estado: 'em_contato' })).body.items.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    expect((await read(busy)).body.estado).toBe('visita_marcada');
    for (const id of ids) expect((await read(id)).body.historico).toHaveLength(2);
    // Where all are refused, the answer is a refusal.
    expect((await updateAll([busy], { estado: 'em_contato', de: ['novo'] })).status).toBe(409);
  });

  it('the same person can undo a change within a minute, which removes it from the history', async () => {
    const [one, two] = [await addLead(portal), await addLead(portal)];
    await update(one, { proximo_em: today(), proximo_hora: '18:30', proximo_passo: 'Visita' });
    const before = await Promise.all([one, two].map(async (id) => (await read(id)).body));
    portal.clock.advance(1000);
    const change = { estado: 'perdido', motivo: 'Achou caro', nota: 'Ligou à tarde', responsavel_id: people.helena };
    const { desfazer } = (await updateAll([one, two], change)).body;
    expect((await undo(desfazer, people.igor)).status).toBe(409);
    expect((await undo(desfazer?.replace(/.$/, desfazer.endsWith('x') ? 'y' : 'x') ?? null)).status).toBe(409);
    expect((await undo(desfazer)).body).toEqual({ ids: [one, two] });
    expect(await Promise.all([one, two].map(async (id) => (await read(id)).body))).toEqual(before);
    // Once.
    expect((await undo(desfazer)).body).toEqual({ ids: [] });

    portal.clock.advance(1000);
    const other = (await updateAll([one, two], { estado: 'em_contato' })).body.desfazer;
    portal.clock.advance(1000);
    await update(one, { estado: 'visita_marcada' });
    expect((await undo(other)).body).toEqual({ ids: [two] });
    expect((await read(one)).body.estado).toBe('visita_marcada');
    const late = (await update(two, { nota: 'Retornar' })).body.desfazer;
    portal.clock.advance(61_000);
    expect(await undo(late)).toMatchObject({ status: 409, body: { code: 'undo_late' } });
  });

  it('an undo is offered only if it fits into a request', async () => {
    const ids = await Promise.all(Array.from({ length: 100 }, () => addLead(portal)));
    await updateAll(ids, { estado: 'perdido', motivo: 'ã'.repeat(300) });
    portal.clock.advance(1000);
    const { itens, desfazer } = (await updateAll(ids, { estado: 'novo' })).body;
    expect([itens.filter(({ problema }) => problema), desfazer]).toEqual([[], null]);
    portal.clock.advance(1000);
    await updateAll(ids, { estado: 'perdido', motivo: 'a'.repeat(200) });
    portal.clock.advance(1000);
    const smaller = (await updateAll(ids, { estado: 'novo' })).body.desfazer;
    expect((await undo(smaller)).body.ids).toHaveLength(100);
  });

  describe('a contact that the office notes', () => {
    const add = (overrides: object = {}, as = people.helena, key?: string) =>
      portal.ops.leads.addLead(
        {
          ...{ nome: 'Rita do Balcão', telefone: leadPhone(), origem: 'Balcão', autorizou: true, unidade_id: 101 },
          ...overrides,
        },
        withKey({ as, key }),
      );

    it('a recorded contact is new at its unit, with its author, and one for a telephone', async () => {
      const [telefone, key] = [leadPhone(), crypto.randomUUID()];
      const send = () => add({ telefone, email: 'rita@exemplo.com', nota: 'Quer à noite.' }, people.helena, key);
      const { status, body } = await send();
      expect([status, body.isFirst]).toEqual([200, true]);
      expect((await send()).body).toEqual(body);
      const { historico, ...lead } = (await read(body.id)).body;
      expect(lead).toMatchObject({
        estado: 'novo',
        origem: 'Balcão',
        marca_nome: 'KNN Idiomas',
        unidade: { id: 101 },
        telefone,
      });
      expect(historico.map(({ tipo, quem }) => [tipo, quem])).toEqual([
        ['nota', 'Helena Prado'],
        ['envio', 'Helena Prado'],
      ]);
      const log = await portal.ops.people.listAudit({ alvo: `lead:${body.id}` }, { as: people.helena });
      expect(log.body.items).toMatchObject([{ acao: 'anotou um contato' }]);
      portal.clock.advance(1000);
      expect((await add({ telefone, origem: 'Telefone' })).body).toEqual({ id: body.id, isFirst: false });
    });

    it('a contact of a unit out of reach stays unchanged, and the answer names the unit', async () => {
      const telefone = leadPhone();
      const unit = await addUnit(portal, 'KNN Longe');
      const id = await addLead(portal, { telefone, unidade: { id: unit, escola_id: 1 } });
      await update(id, { estado: 'perdido', motivo: 'Mudou' });
      const before = (await read(id)).body;
      const clerk = await addStaff(portal, { company: 101, rights: ['contatos'], units: [101] });
      portal.clock.advance(1000);
      expect(await add({ telefone, nota: 'Ligou.' }, clerk)).toMatchObject({
        status: 409,
        body: { code: 'lead_twin', detail: 'A unidade KNN Longe já tem um contato com este telefone.' },
      });
      expect((await read(id)).body).toEqual(before);
    });

    it('a recorded contact keeps the page, the advert and the city of the person', async () => {
      const telefone = leadPhone();
      const utm = { source: 'google' };
      const id = await addLead(portal, { telefone, cidade: 'Valinhos', utm: JSON.stringify(utm) });
      portal.clock.advance(1000);
      expect((await add({ telefone, nome: 'Rita Prado', origem: 'Telefone' })).body.id).toBe(id);
      const { historico, ...lead } = (await read(id)).body;
      expect(lead).toMatchObject({ nome: 'Rita Prado', pagina: '/knn-orlando', utm, cidade: 'Valinhos', envios: 1 });
      expect(historico.map(({ origem }) => origem)).toEqual(['Telefone', 'KNN Orlando']);
    });

    it('a second note of the same day is a separate entry', async () => {
      const telefone = leadPhone();
      const { id } = (await add({ telefone, nota: 'Quer à noite.' })).body;
      portal.clock.advance(1000);
      await add({ telefone, nota: 'Quer aos sábados.' });
      const { historico } = (await read(id)).body;
      expect(historico.map(({ tipo, texto }) => [tipo, texto])).toEqual([
        ['nota', 'Quer aos sábados.'],
        ['nota', 'Quer à noite.'],
        ['envio', null],
      ]);
      const log = await portal.ops.people.listAudit({ alvo: `lead:${id}` }, { as: people.helena });
      expect(log.body.items).toHaveLength(2);
      const row = portal.school.db.selectFrom('leads').select('mudou_em').where('id', '=', id);
      expect(await row.executeTakeFirst()).toEqual({ mudou_em: portal.clock.now.toISOString() });
    });

    it('a recorded contact has the city of its unit', async () => {
      const { id } = (await add()).body;
      expect((await read(id)).body.cidade).toBe('Campinas');
    });

    it('a recorded contact needs a unit of the author, unless there is only one, and the person’s consent', async () => {
      expect(await add({ unidade_id: undefined })).toMatchObject({
        status: 422,
        body: { fields: { unidade_id: 'Escolha uma unidade' } },
      });
      expect((await add({ unidade_id: BEYOND })).status).toBe(422);
      expect(Object.keys((await add({ autorizou: false })).body.fields ?? {})).toEqual(['autorizou']);
      expect(Object.keys((await add({ telefone: '123' })).body.fields ?? {})).toEqual(['telefone']);
      const local = await addStaff(portal, { company: 101, rights: ['contatos'], units: [101] });
      expect((await add({ unidade_id: undefined }, local)).status).toBe(200);
      for (const as of [people.ana, people.julia]) expect((await add({}, as)).status).toBe(403);
    });
  });

  it('the board has each contact in its stage, visits by day and hour, and enrollments by source', async () => {
    const board = async (query = {}, as = people.helena) => (await portal.ops.leads.getBoard(query, { as })).body;
    const ids = [await addLead(portal), await addLead(portal), await addLead(portal)];
    const [late, early, none] = ids as [number, number, number];
    const visit = { estado: 'visita_marcada', proximo_em: shiftDay(today(), 3) };
    await update(late, { ...visit, proximo_hora: '19:00' });
    await update(early, { ...visit, proximo_hora: '09:30' });
    await update(none, { estado: 'visita_marcada' });
    const { items, contagens, unidades } = await board();
    const visits = items.filter(({ estado }) => estado === 'visita_marcada').map(({ id }) => id);
    expect(visits.filter((id) => ids.includes(id))).toEqual([early, late, none]);
    expect(contagens.visita_marcada).toBe(visits.length);
    expect(unidades.map(({ id }) => id)).toContain(101);
    expect((await board({ q: 'ninguém assim' })).items).toEqual([]);

    const before = (await board()).origens.find(({ origem }) => origem === 'KNN Orlando');
    const { id: student } = await desk.newcomer();
    await enroll(await addLead(portal), student);
    expect((await board()).origens.find(({ origem }) => origem === 'KNN Orlando')).toEqual({
      origem: 'KNN Orlando',
      contatos: (before?.contatos ?? 0) + 1,
      matriculas: (before?.matriculas ?? 0) + 1,
    });
    // Closed contacts leave the board after a month.
    await update(none, { estado: 'perdido', motivo: 'Mudou' });
    expect((await board()).items.map(({ id }) => id)).toContain(none);
    portal.clock.advance(31 * DAY_MS);
    expect((await board()).items.map(({ id }) => id)).not.toContain(none);
    expect((await portal.ops.leads.getBoard({}, { as: people.ana })).status).toBe(403);
  });
});

/** SQLite has one writer at a time. */
it.skipIf(!allEngines.includes('postgres'))('a move of a contact waits for one that is under way', async () => {
  const portal = await openTestSchool('postgres');
  try {
    const { db } = portal.school;
    const id = await addLead(portal);
    const waiting = async () =>
      (
        await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db,
        )
      ).rows.length;
    const moved = await db.transaction().execute(async (held) => {
      await held.updateTable('leads').set({ status: 'matriculado' }).where('id', '=', id).execute();
      const change = { ids: [id], estado: 'em_contato' as const, de: ['novo' as const] };
      const answer = portal.ops.leads.updateLeads(change, withKey({ as: people.helena }));
      await expect.poll(waiting, { interval: 20 }).toBe(1);
      return { answer };
    });
    expect(await moved.answer).toMatchObject({ status: 409, body: { code: 'lead_moved' } });
    const row = await db.selectFrom('leads').select('status').where('id', '=', id).executeTakeFirst();
    expect(row).toEqual({ status: 'matriculado' });
  } finally {
    await portal.close();
  }
});
