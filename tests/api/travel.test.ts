import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QrCode, ScanResult } from '../../src/lib/contract/travel.schema.ts';
import {
  downloadTickets,
  getCampaign,
  joinCampaign,
  listQrCodes,
  validateQrCode,
} from '../../src/lib/contract/travel.ts';
import { forgetCompanions } from '../../src/server/school/travel/companions.ts';
import { digestOf } from '../../src/server/school/travel/ticket-code.ts';
import { readPdf } from '../support/pdf.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';
import { dayFrom, noonOf } from '../support/school-day.ts';
import { addCampaign, staff } from '../support/travel.ts';

const people = { ana: 1, bruno: 2, davi: 4, eva: 5, felipe: 6, nina: 12 };
/** Our own server always names the code to type. */
type Ticket = QrCode & { codigo: string };
const NOBODY = 2_000_000_000;
const rita = { nome: 'Rita Souza', cpf: '111.444.777-35', birth_date: '1970-03-01' };

describe.each(allEngines)('travel campaigns on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    // Days of the school do not end under a test.
    portal.clock.now = noonOf(portal);
  });
  afterAll(() => portal.close());

  const get = (id: number | string, as?: number) => portal.call(getCampaign, { params: { id } }, { as });
  const join = (campaign_id: number, as?: number, acompanhantes: object[] = []) =>
    portal.call(
      joinCampaign,
      { body: { campaign_id, acompanhantes: acompanhantes as never, aceite_regulamento: true } },
      { as },
    );
  const leave = (id: number, as?: number) => portal.ops.travel.leaveCampaign({ id }, { as });
  const ticketsOf = async (campaignId: number, as: number) =>
    ((await portal.call(listQrCodes, {}, { as })).body as Ticket[]).filter(
      ({ campaign_id, status }) => campaign_id === campaignId && status !== 'cancelado',
    );
  const firstTicket = async (campaignId: number, as: number) => (await ticketsOf(campaignId, as))[0] as Ticket;
  const validate = (id: number, body: object, as?: number) =>
    portal.call(validateQrCode, { params: { id }, body }, { as });
  const check = (ticket: QrCode, as: number = staff.julia, more: object = {}) =>
    validate(ticket.id, { assinatura: ticket.payload, ...more }, as);
  const scan = async (texto: string, as: number = staff.julia, more: object = {}): Promise<ScanResult> =>
    (await portal.ops.travel.scanTicket({ texto, ...more }, { as })).body;

  it('TRAVEL-01 API-71 a campaign is read by id, with the own participation', async () => {
    const { status, body } = await get(1, people.ana);
    expect(status).toBe(200);
    expect(body).toMatchObject({ slug: 'knn-orlando', status: 'aberta', vagas: 120, vagas_restantes: 118 });
    expect(body.participacao).toMatchObject({ status: 'inscrito', qr_codes: 2, pode_cancelar: true });
    expect((await get(1, people.davi)).body.participacao).toBeNull();
    expect((await get(1)).status).toBe(401);
    expect((await portal.call(getCampaign, { params: { id: 1 } }, { as: people.ana, scope: 'book' })).status).toBe(403);
  });

  it('ROLE-08 a campaign of another school is not found, nor one that does not exist', async () => {
    for (const [id, as] of [
      [1, people.bruno],
      [3, people.ana],
      [NOBODY, people.ana],
    ] as const) {
      expect((await get(id, as)).status).toBe(404);
      expect((await join(id, as)).status).toBe(404);
      expect((await leave(id, as)).status).toBe(404);
    }
    expect((await get('abc', people.ana)).status).toBe(422);
    expect((await portal.ops.travel.listCampaigns({}, { as: people.bruno })).body).toEqual([]);
    expect((await portal.ops.travel.listCampaigns({}, { as: people.nina })).body.map(({ slug }) => slug)).toEqual([
      'london-by-phenom',
    ]);
  });

  it('TRAVEL-02 API-72 joining again with the same people counts once, with others it is refused', async () => {
    const id = await addCampaign(portal);
    const answers = await Promise.all([1, 2, 3, 4].map(() => join(id, people.eva, [rita])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers[0]?.body.participacao).toMatchObject({ status: 'inscrito', qr_codes: 2 });
    expect(await ticketsOf(id, people.eva)).toHaveLength(2);
    const other = await join(id, people.eva, [{ nome: 'Outra Pessoa' }]);
    expect([other.status, other.body.detail]).toEqual([409, expect.stringContaining('Você já participa')]);
    const { body } = await portal.ops.inbox.listNotices({}, { as: people.eva });
    expect(body.items.filter(({ title }) => title.startsWith('Inscrição feita'))).toHaveLength(1);
  });

  it('TRAVEL-02 joining a campaign refuses invalid, duplicate or too many companions, by field', async () => {
    const id = await addCampaign(portal, { max_acompanhantes: 2 });
    const refused = async (acompanhantes: object[]) => {
      const { status, body } = await join(id, people.davi, acompanhantes);
      expect([status, body.detail]).toEqual([422, expect.stringMatching(/\S/)]);
      return body.fields ?? {};
    };
    expect(await refused([{ nome: '  ' }])).toHaveProperty(['acompanhantes.0.nome']);
    expect(await refused([{ nome: 'Rita', cpf: '111.111.111-11' }])).toHaveProperty(['acompanhantes.0.cpf']);
    expect(await refused([rita, { ...rita, nome: 'Rita S.' }])).toHaveProperty(['acompanhantes.1.nome']);
    expect(await refused([{ nome: 'Rita' }, { nome: ' ríta ' }])).toHaveProperty(['acompanhantes.1.nome']);
    expect(await refused([{ nome: 'Davi Reis' }])).toHaveProperty(['acompanhantes.0.nome']);
    expect(await refused([{ nome: 'X', cpf: '86288366757' }])).toHaveProperty(['acompanhantes.0.nome']);
    expect(await refused([{ nome: 'Bebê', birth_date: dayFrom(portal, 2) }])).toHaveProperty([
      'acompanhantes.0.birth_date',
    ]);
    expect(await refused([{ nome: 'Ana' }, { nome: 'Bia' }, { nome: 'Cid' }])).toHaveProperty(['acompanhantes']);
    const unread = await portal.call(
      joinCampaign,
      { body: { campaign_id: id, aceite_regulamento: false as true } },
      { as: people.davi },
    );
    expect(unread.status).toBe(422);
    expect(await ticketsOf(id, people.davi)).toEqual([]);
  });

  it('TRAVEL-02 joining is refused with a message if the campaign is over, has not begun, or is full', async () => {
    const over = await addCampaign(portal, { fim: dayFrom(portal, -1) });
    const soon = await addCampaign(portal, { inicio: dayFrom(portal, 1) });
    const small = await addCampaign(portal, { vagas: 3 });
    expect((await join(over, people.davi)).body.detail).toBe('As inscrições deste evento terminaram.');
    expect((await join(soon, people.davi)).body.detail).toMatch(/^As inscrições abrem em \d\d\/\d\d\/\d{4}\.$/);
    expect((await get(soon, people.davi)).body.status).toBe('em_breve');
    // Each wants two of three places: one is refused.
    const both = await Promise.all([join(small, people.davi, [rita]), join(small, people.eva, [rita])]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.detail).toMatch(/^Só resta 1 vaga/);
    expect((await get(small, people.ana)).body.vagas_restantes).toBe(1);
  });

  it('TRAVEL-02 the last place goes to one of many concurrent requests', async () => {
    const id = await addCampaign(portal, { vagas: 1 });
    const wanting = [people.ana, people.davi, people.eva, people.felipe];
    const answers = await Promise.all(wanting.map((as) => join(id, as)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  });

  it('TRAVEL-03 API-73 only their owner sees the codes, which are signed', async () => {
    const id = await addCampaign(portal);
    await join(id, people.davi, [rita]);
    const tickets = await ticketsOf(id, people.davi);
    expect(tickets.map(({ titular, acompanhante_de, status }) => [titular, acompanhante_de, status])).toEqual([
      ['Davi Reis', null, 'ativo'],
      ['Rita Souza', 'Davi Reis', 'ativo'],
    ]);
    for (const { payload, codigo } of tickets) {
      // 22 letters of base64url: 128 bits.
      expect(payload).toMatch(/^PT1\.\d+\.[\w-]{22}$/);
      expect(codigo).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/);
    }
    expect(new Set(tickets.map(({ payload }) => payload)).size).toBe(2);
    expect(await ticketsOf(id, people.eva)).toEqual([]);
    expect((await portal.call(listQrCodes, {})).status).toBe(401);
    expect((await portal.call(listQrCodes, {}, { as: people.davi, scope: 'book' })).status).toBe(403);
  });

  it('TRAVEL-03 own tickets come as PDF, with names and codes', async () => {
    const id = await addCampaign(portal);
    await join(id, people.davi, [rita]);
    const address = downloadTickets.path.replace('{id}', String(id));
    const answer = await portal.send('GET', `/api/v1/${address}`, {}, { as: people.davi });
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const { text, isTagged } = await readPdf(await answer.arrayBuffer());
    expect(isTagged).toBe(true);
    for (const { codigo, titular } of await ticketsOf(id, people.davi)) {
      expect(text).toContain(codigo);
      expect(text).toContain(titular);
    }
    expect((await portal.send('GET', `/api/v1/${address}`, {}, { as: people.eva })).status).toBe(404);
  });

  it('TRAVEL-04 API-74 one of 64 concurrent scans admits, and 63 return when and by whom', async () => {
    const id = await addCampaign(portal);
    await join(id, people.davi);
    const ticket = await firstTicket(id, people.davi);
    const scans = Array.from({ length: 64 }, (_, index) => check(ticket, index % 2 ? staff.julia : staff.helena));
    const answers = (await Promise.all(scans)).map(({ body }) => body);
    expect(answers.filter(({ valido }) => valido)).toHaveLength(1);
    const refused = answers.filter(({ valido }) => !valido);
    expect(refused).toHaveLength(63);
    for (const { motivo, detail } of refused) {
      expect(motivo).toBe('usado');
      expect(detail).toMatch(/^Já utilizado em \d\d\/\d\d\/\d{4} às \d\d:\d\d por (Júlia Castro|Helena Prado)\.$/);
    }
    expect(new Set(refused.map(({ usado_em }) => usado_em)).size).toBe(1);
    expect((await get(id, people.davi)).body.participacao).toMatchObject({
      status: 'confirmado',
      pode_cancelar: false,
    });
    expect((await leave(id, people.davi)).status).toBe(409);
  });

  it('TRAVEL-04 the check of tickets is for managers and teachers of that school', async () => {
    const id = await addCampaign(portal);
    await join(id, people.davi);
    const ticket = await firstTicket(id, people.davi);
    expect((await validate(ticket.id, { assinatura: ticket.payload })).status).toBe(401);
    expect((await check(ticket, people.davi)).status).toBe(403);
    expect((await portal.ops.travel.scanTicket({ texto: ticket.payload }, { as: people.davi })).status).toBe(403);
    expect((await portal.ops.travel.listCheckIns({}, { as: people.ana })).status).toBe(403);
    expect((await portal.ops.travel.getCheckIn({ id }, { as: people.ana })).status).toBe(403);
    // Tickets of the other brand's school.
    const nina = await firstTicket(3, people.nina);
    expect((await check(nina)).status).toBe(404);
    expect((await scan(nina.payload)).motivo).toBe('desconhecido');
    expect((await portal.ops.travel.getCheckIn({ id: 3 }, { as: staff.julia })).status).toBe(404);
    expect((await validate(NOBODY, { assinatura: ticket.payload }, staff.julia)).status).toBe(404);
    expect((await check(ticket)).body.valido).toBe(true);
  });

  it('TRAVEL-04 a forged signature admits nobody; without one only a manager admits, by the list', async () => {
    const id = await addCampaign(portal);
    await join(id, people.davi, [rita]);
    const [first, second] = (await ticketsOf(id, people.davi)) as [Ticket, Ticket];
    const forged = first.payload.replace(/.{4}$/, 'AAAA');
    expect((await check({ ...first, payload: forged })).body).toMatchObject({ valido: false, motivo: 'assinatura' });
    expect((await check({ ...first, payload: second.payload })).body.motivo).toBe('assinatura');
    expect((await scan(forged)).motivo).toBe('assinatura');
    // A code that was not sent counts as unchanged.
    expect(await validate(first.id, {}, staff.julia)).toMatchObject({
      status: 422,
      body: { detail: 'Falta a assinatura do ingresso: leia o QR code inteiro ou digite o código escrito nele.' },
    });
    expect((await validate(first.id, {}, staff.helena)).body.valido).toBe(true);
    // A code as it is read aloud and typed in a hurry.
    const typed = await scan(second.codigo.toLowerCase().replaceAll('-', ' '));
    expect(typed).toMatchObject({ valido: true, titular_mascarado: 'Rita S.', acompanhante_de: 'Davi R.' });
    expect((await scan('http://example.org/')).motivo).toBe('desconhecido');
  });

  it('TRAVEL-04 a scan reports another campaign, another day, a past day and a cancelled place', async () => {
    const id = await addCampaign(portal);
    const other = await addCampaign(portal, { nome: 'Outra noite' });
    const past = new Date(portal.clock.now.getTime() - 3 * 86_400_000).toISOString();
    const soon = await addCampaign(portal, { evento_dia: dayFrom(portal, 5) });
    await join(other, people.davi);
    await join(soon, people.davi);
    const elsewhere = (await check(await firstTicket(other, people.davi), staff.julia, { campaign_id: id })).body;
    expect(elsewhere).toMatchObject({ motivo: 'outra_campanha', campanha: 'Outra noite' });
    expect((await check(await firstTicket(soon, people.davi))).body).toMatchObject({
      motivo: 'outro_dia',
      detail: expect.stringMatching(/em outro dia: \d\d\/\d\d\/\d{4}/),
    });
    const gone = await firstTicket(other, people.davi);
    await portal.school.db.updateTable('travel_campaigns').set({ evento_em: past }).where('id', '=', soon).execute();
    expect((await check(await firstTicket(soon, people.davi))).body.motivo).toBe('expirado');
    const left = await leave(other, people.davi);
    expect(left.body.participacao).toMatchObject({ status: 'cancelado', qr_codes: 0 });
    expect((await leave(other, people.davi)).status).toBe(200);
    expect((await check(gone)).body.motivo).toBe('cancelado');
    // Joined again: a new ticket, and the old one stays invalid.
    expect((await join(other, people.davi)).body.participacao).toMatchObject({ status: 'inscrito', qr_codes: 1 });
    expect((await check(gone)).body.motivo).toBe('cancelado');
    expect((await check(await firstTicket(other, people.davi))).body.valido).toBe(true);
  });

  it('TRAVEL-04 an offline scan sent twice gets the same answer; another device gets the first scan', async () => {
    const id = await addCampaign(portal);
    await join(id, people.davi);
    const { payload } = await firstTicket(id, people.davi);
    const lido_em = new Date(portal.clock.now.getTime() - 600_000).toISOString();
    const queued = { campaign_id: id, chave: 'a'.repeat(32), lido_em };
    const first = await scan(payload, staff.julia, queued);
    expect(first).toMatchObject({ valido: true, usado_em: lido_em, detail: 'Pode entrar: Davi R.' });
    expect(await scan(payload, staff.julia, queued)).toEqual(first);
    expect((await scan(payload, staff.helena, queued)).motivo).toBe('usado');
    expect((await scan(payload, staff.julia, { ...queued, chave: 'b'.repeat(32) })).motivo).toBe('usado');
  });

  it('TRAVEL-04 a queued scan of another user of the device is refused', async () => {
    const id = await addCampaign(portal);
    await join(id, people.davi);
    const { payload } = await firstTicket(id, people.davi);
    const body = { texto: payload, user_id: staff.julia };
    const other = await portal.ops.travel.scanTicket({ ...body }, { as: staff.helena });
    expect([other.status, other.body]).toMatchObject([
      409,
      { code: 'another_user', detail: expect.stringMatching(/\S/) },
    ]);
    expect(await scan(payload, staff.julia, { user_id: staff.julia })).toMatchObject({ valido: true });
  });

  it('TRAVEL-04 only an admin admits by the list of a campaign of the whole network', async () => {
    const id = await addCampaign(portal);
    await join(id, people.davi);
    await portal.school.db.updateTable('travel_campaigns').set({ escola_id: null }).where('id', '=', id).execute();
    const ticket = await firstTicket(id, people.davi);
    expect((await validate(ticket.id, {}, staff.helena)).status).toBe(422);
    expect((await validate(ticket.id, {}, staff.igor)).body.valido).toBe(true);
  });

  it('TRAVEL-03 own tickets are listed with the next event first and past ones last', async () => {
    const inDays = (days: number) => new Date(portal.clock.now.getTime() + days * 86_400_000).toISOString();
    const ids: number[] = [];
    for (const days of [5, -4, 1, -9]) {
      const id = await addCampaign(portal);
      await join(id, people.felipe);
      await portal.school.db
        .updateTable('travel_campaigns')
        .set({ evento_em: inDays(days) })
        .where('id', '=', id)
        .execute();
      ids.push(id);
    }
    const [far, past, near, longPast] = ids;
    const listed = (await portal.call(listQrCodes, {}, { as: people.felipe })).body.map(
      ({ campaign_id }) => campaign_id,
    );
    expect(listed.filter((id) => ids.includes(id))).toEqual([near, far, past, longPast]);
  });

  it('TRAVEL-02 CPF and birth date of companions are deleted with the participation, or weeks after the campaign', async () => {
    const personal = (id: number) =>
      portal.school.db
        .selectFrom('travel_tickets')
        .select(['cpf', 'birth_date'])
        .where('campaign_id', '=', id)
        .where('is_companion', '=', true)
        .execute();
    const gone = { cpf: null, birth_date: null };
    const known = { cpf: '11144477735', birth_date: rita.birth_date };
    const left = await addCampaign(portal);
    await join(left, people.davi, [rita]);
    await leave(left, people.davi);
    expect(await personal(left)).toEqual([gone]);
    const past = await addCampaign(portal);
    const open = await addCampaign(portal, { evento_dia: null, evento_hora: null });
    await join(past, people.davi, [rita]);
    await join(open, people.davi, [rita]);
    const end = (days: number) =>
      portal.school.db
        .updateTable('travel_campaigns')
        .set({
          fim: dayFrom(portal, days),
          evento_em: new Date(portal.clock.now.getTime() + days * 86_400_000).toISOString(),
        })
        .where('id', '=', past)
        .execute();
    await end(-29);
    await forgetCompanions(portal.school);
    expect(await personal(past)).toEqual([known]);
    await end(-32);
    await forgetCompanions(portal.school);
    expect([await personal(past), await personal(open)]).toEqual([[gone], [known]]);
  });

  it('TRAVEL-04 the offline list of a door has hashes, never codes', async () => {
    const id = await addCampaign(portal);
    await join(id, people.davi, [rita]);
    const tickets = await ticketsOf(id, people.davi);
    const { body } = await portal.ops.travel.getCheckIn({ id }, { as: staff.julia });
    expect(body.campaign).toMatchObject({ id, hoje: true, ingressos: 2, usados: 0 });
    expect(body.itens.map(({ payload, codigo }) => [payload, codigo])).toEqual(
      tickets.map(({ payload, codigo }) => [digestOf(payload), digestOf(codigo)]),
    );
    expect(body.itens[1]).toMatchObject({ titular_mascarado: 'Rita S.', acompanhante_de: 'Davi R.', usado_em: null });
    for (const { payload, codigo } of tickets) {
      expect(JSON.stringify(body)).not.toContain(payload);
      expect(JSON.stringify(body)).not.toContain(codigo);
    }
    const checkIns = (await portal.ops.travel.listCheckIns({}, { as: staff.julia })).body;
    expect(checkIns.map((checkIn) => checkIn.id)).toContain(id);
    expect(checkIns[0]?.hoje).toBe(true);
  });
});
