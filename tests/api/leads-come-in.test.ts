import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addLead } from '../support/leads.ts';
import { addMember, withKey } from '../support/points.ts';
import { referralDesk } from '../support/referrals.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const people = { helena: 7, igor: 8 };
const BEYOND = 102;

describe.each(engines)('contacts that come in on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());
  const desk = referralDesk(() => portal);
  const list = (query = {}) => portal.ops.leads.listLeads(query, { as: people.helena });
  const read = (id: number, as = people.helena) => portal.ops.leads.getLead({ id }, { as });
  const update = (id: number, body: object, as = people.helena) =>
    portal.ops.leads.updateLeads({ ids: [id], ...body }, withKey({ as }));

  it('a contact is offered to the nearest units, opens from the notice, and belongs to the first unit that acts', async () => {
    const second = await addUnit(portal, 'KNN Taquaral');
    const { id: far } = await portal.school.db
      .selectFrom('companies')
      .select('id')
      .where('nome', '=', 'KNN Campolim')
      .executeTakeFirstOrThrow();
    const staffOf = (unit: number) => addStaff(portal, { company: unit, rights: ['contatos'], units: [unit] });
    const [here, there, away] = [await staffOf(101), await staffOf(second), await staffOf(far)];
    const notified = async (as: number) =>
      (await portal.ops.inbox.listNotices({}, { as })).body.items.filter(({ title }) => title === 'Contato novo');
    const sent = { pagina: '/knn-orlando', nome: 'Sem Casa', cidade: 'Campinas', consentimento: true as const };
    const { body } = await portal.ops.promo.createLead({ ...sent, telefone: '11960000001' });
    expect(body.unidade_id).toBeNull();
    for (const as of [here, there]) {
      expect(await notified(as)).toMatchObject([{ path: `/manager-panel/contatos/${body.id}` }]);
      expect((await read(body.id, as)).status).toBe(200);
    }
    expect(await notified(away)).toEqual([]);
    const begun = await update(body.id, { estado: 'em_contato' }, there);
    expect(begun.body.itens).toEqual([{ id: body.id, problema: null }]);
    expect((await read(body.id, there)).body.unidade).toMatchObject({ id: second });
    for (const as of [here, away]) expect((await read(body.id, as)).status).toBe(404);
    // After an undo the contact is offered again.
    await portal.ops.leads.undoLeads({ desfazer: begun.body.desfazer as string }, { as: there });
    expect((await read(body.id, here)).body).toMatchObject({ unidade: null, estado: 'novo' });
    // Closing a contact does not assign it, and neither does staff of several units.
    await update(body.id, { estado: 'perdido', motivo: 'Engano' }, there);
    await update(body.id, { estado: 'em_contato' });
    expect((await read(body.id, here)).body.unidade).toBeNull();
    await portal.school.db.deleteFrom('leads').where('id', '=', body.id).execute();
    await portal.school.db.deleteFrom('users').where('id', 'in', [here, there, away]).execute();
    await portal.school.db.deleteFrom('companies').where('id', '=', second).execute();
  });

  it('a referred friend is a contact with the name of the member, and both move on together', async () => {
    const member = await addMember(portal, [], { full_name: 'Marta Membro' });
    const telefone = desk.freePhone();
    const sent = await desk.refer(member, { telefone, nome: 'Paula Indicada' });
    const { items } = (await list({ q: telefone })).body;
    expect(items).toMatchObject([{ origem: 'Indicação', indicado_por: 'Marta Membro', estado: 'novo', envios: 0 }]);
    const id = items[0]?.id as number;
    const office = await addStaff(portal, { rights: ['contatos'], units: [101] });
    const { telefone: other } = desk.friend();
    await desk.refer(member, { telefone: other });
    const [notice] = (await portal.ops.inbox.listNotices({}, { as: office })).body.items;
    expect(notice).toMatchObject({ title: 'Indicação nova' });
    expect((await read(Number(notice?.path?.split('/').at(-1)), office)).status).toBe(200);
    const begun = await update(id, { estado: 'em_contato' });
    expect(begun.status).toBe(200);
    const stepsOfReferral = async () => {
      const { db } = portal.school;
      const referrals = db.selectFrom('referrals').where('id', '=', sent.body.id);
      const steps = db.selectFrom('referral_history').where('referral_id', '=', sent.body.id).orderBy('id');
      const { status } = await referrals.select('status').executeTakeFirstOrThrow();
      return [status, ...(await steps.select('status').execute()).map((each) => each.status)];
    };
    expect(await stepsOfReferral()).toEqual(['em_contato', 'enviada', 'em_contato']);
    // After an undo the referral is pending again too.
    await portal.ops.leads.undoLeads({ desfazer: begun.body.desfazer as string }, { as: people.helena });
    expect(await stepsOfReferral()).toEqual(['enviada', 'enviada']);
    await update(id, { estado: 'em_contato' });
    expect(await stepsOfReferral()).toEqual(['em_contato', 'enviada', 'em_contato']);
    // The friend answers the invitation: the same contact, with an entry more.
    const { codigo } = (await portal.ops.club.getEarning({}, { as: member })).body;
    const accepted = { codigo, nome: 'Paula Indicada', telefone, consentimento: true as const };
    expect((await portal.ops.club.acceptInvitation(accepted)).status).toBe(200);
    const { historico, ...contact } = (await read(id)).body;
    expect(contact).toMatchObject({ estado: 'em_contato', indicado_por: 'Marta Membro' });
    expect(historico.map(({ tipo, quem }) => [tipo, quem])).toEqual([
      ['envio', null],
      ['estado', 'Helena Prado'],
      ['envio', 'Marta Membro'],
    ]);
    // Another school, to which the same person writes, does not see the member.
    const beyond = await addLead(portal, { telefone, unidade: { id: BEYOND, escola_id: 2 }, marca: 'phenom' });
    expect((await read(beyond, people.igor)).body.indicado_por).toBeNull();
  });
});
