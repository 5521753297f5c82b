import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { creditEnrolledFriends } from '../../src/server/club/referrals.ts';
import { countLeads } from '../../src/server/school/leads/count-leads.ts';
import { addAccount } from '../support/accounts.ts';
import { addClass } from '../support/inbox.ts';
import { addLead, leadPhone } from '../support/leads.ts';
import { addMember, expectBooks, withKey } from '../support/points.ts';
import { referralDesk } from '../support/referrals.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const people = { ana: 1, helena: 7, igor: 8, julia: 9 };
const BEYOND = 102;

describe.each(engines)('contacts on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());
  const desk = referralDesk(() => portal);
  const today = () => dayIn('America/Sao_Paulo', portal.clock.now);
  const list = (query = {}, as = people.helena) => portal.ops.leads.listLeads(query, { as });
  const read = (id: number, as = people.helena, query = {}) => portal.ops.leads.getLead({ id, ...query }, { as });
  const updateAll = (ids: number[], body: object, as = people.helena) =>
    portal.ops.leads.updateLeads({ ids, ...body }, withKey({ as }));
  const update = (id: number, body: object, as = people.helena) => updateAll([id], body, as);
  const enroll = (id: number, aluno_user_id: number, { as = people.helena, key = crypto.randomUUID() } = {}) =>
    portal.ops.leads.enrollLead({ id, aluno_user_id }, withKey({ as, key }));
  const elsewhere = () => addLead(portal, { unidade: { id: BEYOND, escola_id: 2 } });

  it('the list has the newest first, and finds a contact by parts of name and telephone', async () => {
    const first = await addLead(portal, { nome: 'Zilda Amaral', telefone: '19944440001' });
    portal.clock.advance(1000);
    const second = await addLead(portal, { nome: 'Zilda Borges', telefone: '19944440002' });
    const found = await list({ q: 'zilda' });
    expect(found.body.items.map(({ id }) => id)).toEqual([second, first]);
    expect(found.body.total).toBe(2);
    expect(found.body.unidades.map(({ nome }) => nome).toSorted()).toEqual(['KNN Campolim', 'KNN Vila Nova']);
    expect((await list({ q: '(19) 94444-0001' })).body.items).toMatchObject([{ id: first, estado: 'novo', envios: 1 }]);
    portal.clock.advance(1000);
    await addLead(portal, {
      nome: 'Zilda Amaral',
      telefone: '19944440001',
      pagina: '/london-by-phenom',
      utm: '{"source":"google"}',
    });
    expect((await list({ q: 'zilda' })).body.items).toMatchObject([
      { id: first, envios: 2, pagina: '/london-by-phenom', utm: { source: 'google' } },
      { id: second },
    ]);
  });

  it('ROLE-08 a contact of another school is not found, and one without a unit is for every school of the brand', async () => {
    const other = await elsewhere();
    const open = await addLead(portal, { unidade: null, nome: 'Sem Unidade' });
    const phenom = await addLead(portal, { unidade: null, marca: 'phenom', nome: 'Sem Unidade' });
    expect((await list({ q: 'sem unidade' })).body.items.map(({ id }) => id)).toEqual([open]);
    expect((await list({ q: 'sem unidade' }, people.igor)).body.items.map(({ id }) => id)).toEqual([phenom, open]);
    for (const id of [other, phenom, 999_999]) {
      expect((await read(id)).status).toBe(404);
      expect((await update(id, { nota: 'x' })).status).toBe(404);
      expect((await enroll(id, people.ana)).status).toBe(404);
    }
    expect((await updateAll([other, open], { estado: 'em_contato' })).body.itens).toEqual([
      { id: other, problema: 'Não encontramos este contato na sua escola.' },
      { id: open, problema: null },
    ]);
    expect((await read(other, people.igor)).body.estado).toBe('novo');
  });

  it('contacts are for staff only', async () => {
    for (const as of [people.ana, people.julia]) expect((await list({}, as)).status).toBe(403);
    expect((await portal.ops.leads.listLeads({})).status).toBe(401);
    const seller = await addStaff(portal, { rights: ['pedidos'] });
    expect((await list({}, seller)).status).toBe(403);
    expect((await portal.ops.inbox.listNotices({}, { as: seller })).body.items).toEqual([]);
  });

  it('staff of one unit see its contacts and those without a unit, and can filter by unit', async () => {
    const second = await addUnit(portal, 'KNN Taquaral');
    const [here, there] = [await addLead(portal), await addLead(portal, { unidade: { id: second, escola_id: 1 } })];
    const open = await addLead(portal, { unidade: null });
    const local = await addStaff(portal, { company: second, rights: ['contatos'], units: [second] });
    const seen = (await list({}, local)).body.items.map(({ id }) => id);
    expect(seen).toEqual(expect.arrayContaining([there, open]));
    expect(seen).not.toContain(here);
    expect((await read(here, local)).status).toBe(404);
    expect((await list({ sem_unidade: 'true' }, local)).body.items.map(({ id }) => id)).toContain(open);
    expect((await list({ sem_unidade: 'true' }, local)).body.items.map(({ id }) => id)).not.toContain(there);
    // Staff who take a contact can only assign their own unit.
    expect((await update(open, { unidade_id: 101 }, local)).status).toBe(422);
    expect((await update(open, { unidade_id: second }, local)).status).toBe(200);
    expect((await read(there, local)).body.equipe.map(({ id }) => id)).toEqual(
      expect.arrayContaining([local, people.helena]),
    );
    expect((await list({ unidade: second })).body).toMatchObject({
      total: 2,
      contagens: { novo: 2 },
      items: [{ id: open }, { id: there }],
    });
    await portal.school.db.deleteFrom('leads').where('unidade_id', '=', second).execute();
    await portal.school.db.deleteFrom('companies').where('id', '=', second).execute();
  });

  it('changes by staff are in the history with author and time, and in the log', async () => {
    const id = await addLead(portal);
    const date = shiftDay(today(), 2);
    expect((await update(id, { estado: 'em_contato', nota: 'Quer aulas à noite.' })).status).toBe(200);
    await update(id, {
      proximo_em: date,
      proximo_passo: 'Visita',
      estado: 'visita_marcada',
      responsavel_id: people.helena,
    });
    const { body } = await read(id);
    expect(body).toMatchObject({ estado: 'visita_marcada', proximo_em: date, proximo_passo: 'Visita' });
    expect(body.responsavel?.id).toBe(people.helena);
    expect(body.historico.map(({ tipo, quem }) => [tipo, quem])).toEqual([
      ['responsavel', 'Helena Prado'],
      ['passo', 'Helena Prado'],
      ['estado', 'Helena Prado'],
      ['nota', 'Helena Prado'],
      ['estado', 'Helena Prado'],
      ['envio', null],
    ]);
    const log = await portal.ops.people.listAudit({ alvo: `lead:${id}` }, { as: people.helena });
    expect(log.body.items[1]).toMatchObject({
      acao: 'cuidou de um contato',
      mudancas: [{ antes: 'Novo', depois: 'Em contato' }],
    });
    expect(JSON.stringify(log.body)).not.toContain('noite');
    // An update that changes nothing adds no history entry.
    await update(id, { proximo_em: date, proximo_passo: 'Visita', estado: 'visita_marcada' });
    expect((await read(id)).body.historico).toHaveLength(6);
  });

  it.each([
    [{ estado: 'perdido' }, 'motivo'],
    [{ estado: 'matriculado' }, 'estado'],
    [{ proximo_passo: 'Ligar' }, 'proximo_em'],
    [{ proximo_em: '2027-02-30' }, 'proximo_em'],
    [{ nota: '' }, 'nota'],
    [{ proximo_hora: '18:00' }, 'proximo_em'],
    [{ proximo_em: '2027-02-20', proximo_hora: '25:00' }, 'proximo_hora'],
    [{ responsavel_id: 1 }, 'responsavel_id'],
    [{ unidade_id: BEYOND }, 'unidade_id'],
  ])('refuses %j in words', async (body, field) => {
    const id = await addLead(portal);
    const answer = await update(id, body);
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [field]]);
    expect((await read(id)).body.historico).toHaveLength(1);
  });

  it('a lost contact has a reason and no next step, and is new when the person writes again', async () => {
    const telefone = leadPhone();
    const id = await addLead(portal, { telefone });
    await update(id, { proximo_em: today() });
    await update(id, { estado: 'perdido', motivo: 'Escolheu outra escola' });
    expect((await read(id)).body).toMatchObject({
      estado: 'perdido',
      motivo: 'Escolheu outra escola',
      proximo_em: null,
    });
    await addLead(portal, { telefone, pagina: '/knn-abre-o-mundo' });
    expect((await read(id)).body).toMatchObject({ estado: 'novo', motivo: null, envios: 2 });
  });

  it('due contacts have their own list, oldest first, and are counted for the home', async () => {
    const before = (await list()).body;
    const reach = { escolaId: 1, units: null };
    const counted = await countLeads(portal.school.db, reach, today());
    expect(counted).toEqual({ novos: before.contagens.novo, hoje: before.para_hoje, ambos: 0 });
    const [late, now, later] = [await addLead(portal), await addLead(portal), await addLead(portal)];
    await update(now, { proximo_em: today(), estado: 'em_contato' });
    await update(late, { proximo_em: shiftDay(today(), -3) });
    await update(later, { proximo_em: shiftDay(today(), 1) });
    const due = (await list({ hoje: 'true' })).body;
    expect(due.items.map(({ id }) => id).filter((id) => [late, now, later].includes(id))).toEqual([late, now]);
    expect(due.para_hoje).toBe(before.para_hoje + 2);
    expect(due.contagens.novo).toBe((before.contagens.novo ?? 0) + 2);
    expect(await countLeads(portal.school.db, reach, today())).toEqual({
      novos: counted.novos + 2,
      hoje: counted.hoje + 2,
      // `late` is new, and its step is due.
      ambos: 1,
    });
    // Staff without a unit of the school count no contacts.
    expect(await countLeads(portal.school.db, { escolaId: 1, units: [BEYOND] }, today())).toEqual({
      novos: 0,
      hoje: 0,
      ambos: 0,
    });
  });

  it('pages have a cursor, and are not shifted by new contacts', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      portal.clock.advance(1000);
      ids.unshift(await addLead(portal, { nome: 'Quirino Paginado' }));
    }
    const page = (depois?: string | null) => list({ q: 'quirino', limit: 2, ...(depois && { depois }) });
    const first = (await page()).body;
    await addLead(portal, { nome: 'Quirino Atrasado' });
    const second = (await page(first.next)).body;
    const third = (await page(second.next)).body;
    expect([first, second, third].flatMap(({ items }) => items.map(({ id }) => id))).toEqual(ids);
    expect([first.total, third.next]).toEqual([5, null]);
    // An invalid cursor starts at the beginning, and so does one of another order.
    expect((await page('WzFd')).body.items[0]?.nome).toBe('Quirino Atrasado');
    expect((await list({ q: 'quirino', hoje: 'true', depois: first.next ?? '' })).body.items).toEqual([]);
    for (const [at, id] of ids.entries()) await update(id, { proximo_em: shiftDay(today(), -at) });
    const due = (await list({ q: 'quirino', hoje: 'true', limit: 3 })).body;
    const rest = (await list({ q: 'quirino', hoje: 'true', limit: 3, depois: due.next ?? '' })).body;
    expect([...due.items, ...rest.items].map(({ id }) => id)).toEqual(ids.toReversed());
  });

  it('a contact is assigned to a unit manually, and a school has one contact for a telephone', async () => {
    const telefone = leadPhone();
    const open = await addLead(portal, { telefone, unidade: null });
    await update(open, { unidade_id: 101 });
    expect((await read(open)).body).toMatchObject({ unidade: { id: 101 } });
    const again = await addLead(portal, { telefone, unidade: null });
    expect(again).toBe(open);
    const twin = await addLead(portal, { telefone, unidade: { id: BEYOND, escola_id: 2 } });
    expect(await update(twin, { unidade_id: 101 }, people.igor)).toMatchObject({
      status: 409,
      body: { code: 'lead_twin' },
    });
  });

  it('the export has the filtered contacts, no formulas, and a line in the log', async () => {
    await addLead(portal, { nome: '=HYPERLINK("x")', telefone: '19955550001' });
    await addLead(portal, { nome: 'Outra Pessoa', telefone: '19955550002' });
    const response = await portal.send(
      'GET',
      '/api/v1/portal/leads/export/csv/?q=hyperlink',
      {},
      { as: people.helena },
    );
    const text = await response.text();
    expect([response.status, response.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="contatos.csv"',
    ]);
    expect(text).toContain('"\'=HYPERLINK(""x"")";(19) 95555-0001');
    expect(text).toContain('KNN Orlando;KNN Idiomas');
    expect(text).not.toContain('Outra Pessoa');
    const log = await portal.ops.people.listAudit({}, { as: people.helena });
    expect(log.body.items[0]).toMatchObject({ acao: 'baixou os contatos' });
    expect((await portal.send('GET', '/api/v1/portal/leads/export/csv/', {}, { as: people.ana })).status).toBe(403);
  });

  it('each form submission notifies the staff of the unit once, without names', async () => {
    const notified = async (as: number) => (await portal.ops.inbox.listNotices({}, { as })).body.items;
    const body = {
      pagina: '/knn-orlando',
      nome: 'Iara Testa',
      telefone: leadPhone(),
      cidade: 'Campinas',
      consentimento: true as const,
    };
    const before = await notified(people.helena);
    const { id } = (await portal.ops.promo.createLead(body)).body;
    await portal.ops.promo.createLead(body);
    const [notice, ...others] = await notified(people.helena);
    expect(others).toEqual(before);
    expect(notice).toMatchObject({ title: 'Contato novo', path: `/manager-panel/contatos/${id}`, category: 'aviso' });
    expect(JSON.stringify(notice)).not.toContain('Iara');
    await portal.ops.promo.createLead({ ...body, pagina: '/london-by-phenom' });
    expect((await notified(people.helena))[0]).toMatchObject({ title: 'Um contato escreveu de novo' });
    const { id: stranger } = await addAccount(portal);
    expect(await notified(stranger)).toEqual([]);
  });

  describe('an enrolment', () => {
    it('proposes students with the same telephone or e-mail, and finds others by name', async () => {
      const telefone = leadPhone();
      const same = await addAccount(portal, { phone: telefone, full_name: 'Nair Igual' });
      const other = await addAccount(portal, { full_name: 'Nair Procurada' });
      await addAccount(portal, { phone: telefone, company: BEYOND });
      const id = await addLead(portal, { telefone });
      expect((await read(id)).body.candidatos).toMatchObject([{ id: same.id, igual: ['telefone'] }]);
      const found = (await read(id, people.helena, { aluno: 'procurada' })).body.candidatos;
      expect(found.map((each) => [each.id, each.igual])).toEqual([
        [same.id, ['telefone']],
        [other.id, []],
      ]);
    });

    it('an enrollment links the contact to the student, and credits a referral of the same telephone once', async () => {
      const member = await addMember(portal);
      const telefone = desk.freePhone();
      expect((await desk.refer(member, { telefone })).status).toBe(200);
      const { id: student } = await desk.newcomer();
      const id = await addLead(portal, { telefone });
      const key = crypto.randomUUID();
      const answers = await Promise.all([enroll(id, student, { key }), enroll(id, student, { key })]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers[0]?.body).toMatchObject({ estado: 'matriculado', aluno: { id: student }, candidatos: [] });
      expect(answers[0]?.body.historico[0]?.texto).toMatch(/^Indicação de .*: 1\.500 pontos$/);
      expect(await expectBooks(portal, member)).toBe(1500);
      expect((await enroll(id, student)).status).toBe(409);
      expect((await update(id, { estado: 'novo' })).status).toBe(409);
      expect(await expectBooks(portal, member)).toBe(1500);
    });

    it('an enrollment credits the member whose code the contact used', async () => {
      const member = await addMember(portal);
      const codigo = `ZZ${member}-TEST`;
      await portal.school.db.insertInto('club_codes').values({ user_id: member, codigo }).execute();
      const { id: student } = await desk.newcomer();
      await enroll(await addLead(portal, { indicacao_code: codigo.toLowerCase() }), student);
      expect(await expectBooks(portal, member)).toBe(1500);
    });

    it('points wait for the first class or contract, also for a contact with only a code', async () => {
      const member = await addMember(portal);
      const codigo = `ZW${member}-TEST`;
      await portal.school.db.insertInto('club_codes').values({ user_id: member, codigo }).execute();
      for (const by of ['telefone', 'codigo'] as const) {
        const telefone = desk.freePhone();
        if (by === 'telefone') await desk.refer(member, { telefone });
        const id = await addLead(portal, { telefone, ...(by === 'codigo' && { indicacao_code: codigo }) });
        portal.clock.advance(1000);
        const created_at = portal.school.now().toISOString();
        const { id: student } = await addAccount(portal, { phone: telefone, created_at });
        const before = await expectBooks(portal, member);
        const { status, body } = await enroll(id, student);
        expect([status, body.estado]).toEqual([200, 'matriculado']);
        expect(body.historico[0]?.texto).toMatch(/entram sozinhos com a primeira turma/);
        expect(await expectBooks(portal, member)).toBe(before);
        await addClass(portal, student);
        await creditEnrolledFriends(portal.school);
        expect(await expectBooks(portal, member)).toBe(before + 1500);
      }
    });

    it('an enrollment is saved although a rule refuses the points, and says why', async () => {
      const telefone = desk.freePhone();
      await desk.refer(await addMember(portal), { telefone });
      const { id: student } = await desk.newcomer();
      await enroll(await addLead(portal, { telefone }), student);
      const again = desk.freePhone();
      const late = await addMember(portal);
      await desk.refer(late, { telefone: again });
      const { status, body } = await enroll(await addLead(portal, { telefone: again }), student);
      expect([status, body.estado]).toEqual([200, 'matriculado']);
      expect(body.historico[0]?.texto).toMatch(/sem pontos.*já valeu uma indicação/);
      expect(await expectBooks(portal, late)).toBe(0);
    });

    it('an enrollment is refused for a student of another school, and for staff', async () => {
      const { id: stranger } = await addAccount(portal, { company: BEYOND });
      const id = await addLead(portal);
      for (const student of [stranger, people.julia, 999_999]) {
        expect(await enroll(id, student)).toMatchObject({
          status: 422,
          body: { fields: { aluno_user_id: 'Escolha um aluno' } },
        });
      }
      expect((await enroll(id, people.ana, { as: people.ana })).status).toBe(403);
      expect((await read(id)).body.estado).toBe('novo');
    });
  });
});
