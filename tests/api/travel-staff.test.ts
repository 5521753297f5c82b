import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  downloadParticipants,
  getCampaign,
  joinCampaign,
  listQrCodes,
  printTickets,
  uploadCampaignPicture,
} from '../../src/lib/contract/travel.ts';
import { instantAt } from '../../src/lib/rules/time/instants.ts';
import { readPdf } from '../support/pdf.ts';
import { withKey } from '../support/points.ts';
import { pdf, png } from '../support/sample-files.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { dayFrom, noonOf, zone } from '../support/school-day.ts';
import { addCampaign, campaignInput, staff } from '../support/travel.ts';

const people = { ana: 1, davi: 4, nina: 12 };
const rita = { nome: 'Rita =Souza', cpf: '11144477735', birth_date: '1970-03-01' };

describe.each(engines)('the desk of travel campaigns on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    portal.clock.now = noonOf(portal);
  });
  afterAll(() => portal.close());

  const read = (id: number, as: number = staff.helena) => portal.ops.travel.getManagedCampaign({ id }, { as });
  const update = (id: number, more: object, as: number = staff.helena) =>
    portal.ops.travel.updateCampaign({ id, ...campaignInput(portal, more) }, { as });
  const publish = (id: number, publicada: boolean, as: number = staff.helena) =>
    portal.ops.travel.publishCampaign({ id, publicada }, { as });
  const join = (campaign_id: number, as: number, acompanhantes: (typeof rita)[] = []) =>
    portal.call(joinCampaign, { body: { campaign_id, acompanhantes, aceite_regulamento: true } }, { as });
  const make = (id: number, quantidade: number, chave: string, as: number = staff.helena) =>
    portal.ops.travel.makeTickets({ id, quantidade, rotulo: 'Convidado' }, withKey({ as, key: chave }));
  const file = (path: string, id: number, as: number = staff.helena, search = '') =>
    portal.send('GET', `/api/v1/${path.replace('{id}', String(id))}${search}`, {}, { as });
  const titlesOf = async (as: number) =>
    (await portal.ops.inbox.listNotices({}, { as })).body.items.map(({ title }) => title);

  it('only staff see a draft before it is published', async () => {
    const input = campaignInput(portal, { pagina: 'knn-orlando', nome: 'Noite Orlando' });
    const { status, body } = await portal.ops.travel.createCampaign(input, { as: staff.helena });
    expect(status).toBe(200);
    expect(body).toMatchObject({ slug: 'knn-orlando', publicada: false, status: 'aberta', ingressos: 0 });
    expect((await portal.call(getCampaign, { params: { id: body.id } }, { as: people.ana })).status).toBe(404);
    expect((await publish(body.id, true)).body.publicada).toBe(true);
    expect((await portal.call(getCampaign, { params: { id: body.id } }, { as: people.ana })).status).toBe(200);
    expect((await publish(body.id, false)).body.publicada).toBe(false);
    const { items } = (await portal.ops.people.listAudit({}, { as: staff.helena })).body;
    expect(items.map(({ acao }) => acao)).toEqual(
      expect.arrayContaining(['criou um evento', 'publicou um evento', 'escondeu um evento']),
    );
  });

  it.each([
    ['nome', { nome: ' ' }],
    ['fim', { fim: '2020-01-01' }],
    ['inicio', { inicio: '2026-02-30' }],
    ['vagas', { vagas: 0 }],
    ['max_acompanhantes', { max_acompanhantes: 11 }],
    ['evento_dia', { evento_dia: null }],
    ['evento_hora', { evento_hora: null }],
    ['evento_hora', { evento_hora: 'à noite' }],
    ['pagina', { pagina: 'outra' }],
  ])('the desk of campaigns refuses a wrong %s at its field', async (field, more) => {
    const body = campaignInput(portal, more as object);
    const answer = await portal.ops.travel.createCampaign(body, { as: staff.helena });
    expect([answer.status, answer.body.fields]).toEqual([422, { [field]: expect.stringMatching(/\S/) }]);
  });

  it('a new date of a campaign notifies participants, and taken seats stay', async () => {
    const id = await addCampaign(portal, { vagas: 10, nome: 'Noite que muda' });
    await join(id, people.davi, [rita]);
    const small = await update(id, { vagas: 1, nome: 'Noite que muda' });
    expect([small.status, small.body.fields?.vagas]).toEqual([422, expect.stringContaining('2 ingressos')]);
    const later = { evento_dia: dayFrom(portal, 1), evento_hora: '19:00' };
    const moved = await update(id, { nome: 'Noite que muda', ...later });
    expect(moved.body.evento_em).toBe(instantAt(later.evento_dia, later.evento_hora, zone));
    expect((await update(id, { nome: 'Noite que muda', ...later, destino: 'Miami' })).status).toBe(200);
    expect((await titlesOf(people.davi)).filter((title) => title === 'Novo dia ou local: Noite que muda')).toHaveLength(
      1,
    );
    const hidden = await publish(id, false);
    expect([hidden.status, hidden.body.detail]).toEqual([409, expect.stringContaining('Já há inscritos')]);
  });

  it('a campaign notifies participants of a dropped date, another place and changed rules', async () => {
    const nome = 'Noite sem dia';
    const id = await addCampaign(portal, { nome });
    await join(id, people.ana);
    const bodies = async () =>
      (await portal.ops.inbox.listNotices({}, { as: people.ana })).body.items
        .filter(({ title }) => title.startsWith('Nov') && title.endsWith(`: ${nome}`))
        .map(({ title, body }) => `${title}. ${body}`);
    const noDay = { nome, evento_dia: null, evento_hora: null };
    await update(id, noDay);
    await update(id, { ...noDay, local: 'Quadra' });
    const rules = { ...noDay, local: 'Quadra', regulamento: 'Traga um documento.' };
    await update(id, rules);
    await update(id, { ...rules, descricao: 'Outras palavras.' });
    const notified = await bodies();
    expect(notified).toHaveLength(3);
    expect(notified.toSorted()).toEqual([
      expect.stringMatching(/^Novo dia ou local: .* A data vai ser combinada, em Auditório\./),
      expect.stringMatching(/^Novo dia ou local: .* A data vai ser combinada, em Quadra\./),
      expect.stringMatching(/^Novo regulamento: .* O regulamento mudou/),
    ]);
  });

  it('a campaign change never overwrites a concurrent change', async () => {
    const id = await addCampaign(portal, { nome: 'Noite de dois' });
    const { atualizada_em } = (await read(id)).body;
    expect((await update(id, { nome: 'Noite da primeira', atualizada_em })).status).toBe(200);
    const second = await update(id, { nome: 'Noite da segunda', atualizada_em });
    expect([second.status, second.body.detail]).toEqual([409, expect.stringContaining('mudou enquanto')]);
    const now = (await read(id)).body;
    expect(now.nome).toBe('Noite da primeira');
    expect((await update(id, { nome: 'Noite da segunda', atualizada_em: now.atualizada_em })).status).toBe(200);
    expect((await update(id, { atualizada_em: 'ontem' })).status).toBe(422);
  });

  it('ROLE-08 the desk of campaigns is for managers, each with the campaigns of the own school', async () => {
    const id = await addCampaign(portal);
    for (const as of [people.ana, staff.julia]) {
      expect((await read(id, as)).status).toBe(403);
      expect((await update(id, {}, as)).status).toBe(403);
      expect((await publish(id, true, as)).status).toBe(403);
      expect((await make(id, 1, 'chave-de-teste', as)).status).toBe(403);
      expect((await portal.ops.travel.createCampaign(campaignInput(portal), { as })).status).toBe(403);
      expect((await portal.ops.travel.listManagedCampaigns({}, { as })).status).toBe(403);
      expect((await portal.ops.travel.listParticipants({ id }, { as })).status).toBe(403);
      for (const { path } of [downloadParticipants, printTickets]) expect((await file(path, id, as)).status).toBe(403);
    }
    // Campaign 3 is of another school; an admin reaches all.
    expect((await read(3)).status).toBe(404);
    expect((await update(3, {})).status).toBe(404);
    expect((await make(3, 1, 'chave-de-teste')).status).toBe(404);
    for (const { path } of [downloadParticipants, printTickets]) expect((await file(path, 3)).status).toBe(404);
    expect((await read(3, staff.igor)).status).toBe(200);
    const nina = await portal.school.db
      .selectFrom('travel_participations')
      .select('id')
      .where('user_id', '=', people.nina)
      .executeTakeFirstOrThrow();
    const off = { id: nina.id, motivo: 'Não' };
    expect((await portal.ops.travel.cancelParticipation(off, { as: staff.helena })).status).toBe(404);
  });

  it('a picture of a campaign is checked by its content, and public', async () => {
    const id = await addCampaign(portal);
    const send = async (bytes: Buffer, name: string) => {
      const body = new FormData();
      body.set('file', new File([new Uint8Array(bytes)], name));
      return portal.call(uploadCampaignPicture, { params: { id }, body }, { as: staff.helena });
    };
    expect((await send(pdf(), 'foto.png')).status).toBe(415);
    const { body } = await send(png, 'foto.txt');
    const picture = await portal.send('GET', body.imagem_url);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    const old = body.imagem_url;
    await send(png, 'outra.png');
    expect((await portal.send('GET', old)).status).toBe(404);
    // Another promotional page does not remove the picture.
    expect((await update(id, { pagina: 'london-by-phenom' })).body.imagem_url).toMatch(/^\/api\//);
  });

  it('participants are listed, found by name and code, and exported as CSV', async () => {
    const id = await addCampaign(portal);
    await join(id, people.davi, [rita]);
    await join(id, people.ana);
    const list = async (query: object) =>
      (await portal.ops.travel.listParticipants({ id, ...query }, { as: staff.helena })).body;
    const { items, total } = await list({});
    const all = [
      ['Ana Souza', 'Ana Souza'],
      ['Davi Reis', 'Davi Reis'],
      ['Rita =Souza', 'Davi Reis'],
    ];
    expect([total, items.map(({ nome, aluno }) => [nome, aluno])]).toEqual([3, all]);
    const [, davi, companion] = items;
    expect((await list({ q: 'rita' })).items.map(({ nome }) => nome)).toEqual(['Rita =Souza']);
    expect((await list({ q: 'davi' })).total).toBe(2);
    expect((await list({ q: davi?.codigo.toLowerCase() })).total).toBe(1);
    expect((await list({ q: '%' })).total).toBe(0);
    // A page starts after the last ticket of the one before.
    const [one, two] = [await list({ limit: 2 }), await list({ limit: 2, depois: (await list({ limit: 2 })).next })];
    expect([one, two].map((page) => page.items.map(({ nome }) => nome))).toEqual([
      ['Ana Souza', 'Davi Reis'],
      ['Rita =Souza'],
    ]);
    // A guest without a telephone is let in by the list, once.
    const admit = (as: number) => portal.ops.travel.admitTicket({ id: companion?.id ?? 0 }, { as });
    expect((await admit(people.ana)).status).toBe(403);
    expect((await admit(staff.helena)).body.detail).toMatch(/^Pode entrar: Rita =\., acompanhante de Davi R\./);
    const again = await admit(staff.helena);
    expect([again.status, again.body.detail]).toEqual([409, expect.stringMatching(/^Já utilizado/)]);
    expect((await portal.ops.travel.admitTicket({ id: 999_999 }, { as: staff.helena })).status).toBe(404);
    const came = await list({ entrada: 'entrou' });
    expect([came.items.map(({ nome }) => nome), came.total, came.contagens]).toEqual([
      ['Rita =Souza'],
      1,
      { falta: 2, entrou: 1 },
    ]);
    // Times are shown in the time zone of the event.
    expect(came.items[0]?.timezone).toBe('America/Sao_Paulo');
    // One of his group went in.
    expect((await list({})).items.map(({ pode_cancelar }) => pode_cancelar)).toEqual([true, false, false]);
    expect((await list({ entrada: 'outra' })).items).toBeUndefined();
    const answer = await file(downloadParticipants.path, id);
    expect(answer.headers.get('content-disposition')).toContain('.csv');
    const lines = (await answer.text()).split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[3]).toContain('Rita =Souza;Acompanhante;Davi Reis');
  });

  it('a removed participant reads the reason, and the tickets become invalid', async () => {
    const id = await addCampaign(portal, { nome: 'Noite sem Davi' });
    await join(id, people.davi, [rita]);
    const own = (await portal.call(listQrCodes, {}, { as: people.davi })).body.filter(
      (each) => each.campaign_id === id,
    );
    const { items } = (await portal.ops.travel.listParticipants({ id }, { as: staff.helena })).body;
    const off = { id: items[0]?.participacao_id ?? 0, motivo: 'A família pediu.' };
    expect((await portal.ops.travel.cancelParticipation({ ...off, motivo: ' ' }, { as: staff.helena })).status).toBe(
      422,
    );
    const { body } = await portal.ops.travel.cancelParticipation(off, { as: staff.helena });
    expect([body.ingressos, body.participantes]).toEqual([0, 0]);
    expect((await portal.ops.travel.cancelParticipation(off, { as: staff.helena })).status).toBe(200);
    expect((await titlesOf(people.davi)).filter((each) => each.includes('Noite sem Davi'))).toEqual([
      'Inscrição cancelada: Noite sem Davi',
      'Inscrição feita: Noite sem Davi',
    ]);
    const scanned = await portal.ops.travel.scanTicket({ texto: own[0]?.payload ?? '' }, { as: staff.julia });
    expect(scanned.body.motivo).toBe('cancelado');
  });

  it('tickets are created in bulk once for a key, within the seats, and printed', async () => {
    const id = await addCampaign(portal, { vagas: 30 });
    await join(id, people.davi, [rita]);
    const answers = await Promise.all([1, 2, 3].map(() => make(id, 14, 'uma-chave-so')));
    expect(answers.map(({ body }) => body)).toEqual(
      [1, 2, 3].map(() => ({ lote: 1, rotulo: 'Convidado', quantidade: 14, usados: 0 })),
    );
    expect((await make(id, 15, 'outra-chave')).body.detail).toMatch(/^Só restam 14 vagas/);
    expect((await make(id, 2, 'mais-uma-chave')).body.lote).toBe(2);
    expect((await make(id, 0, 'nenhum-ingresso')).status).toBe(422);
    expect((await make(id, 1, '')).status).toBe(400);
    const { lotes } = (await read(id)).body;
    expect(lotes.map(({ id: lote, quantidade, rotulo }) => [lote, quantidade, rotulo])).toEqual([
      [2, 2, 'Convidado'],
      [1, 14, 'Convidado'],
    ]);
    const paper = await readPdf(await (await file(printTickets.path, id)).arrayBuffer());
    // 18 tickets, twelve on a page.
    expect([paper.pages, paper.isTagged, paper.language]).toEqual([2, true, 'pt-BR']);
    const own = (await portal.call(listQrCodes, {}, { as: people.davi })).body.filter(
      (each) => each.campaign_id === id,
    );
    for (const { codigo, titular } of own) {
      expect(paper.text).toContain(codigo);
      expect(paper.text).toContain(titular);
    }
    const batch = await readPdf(await (await file(printTickets.path, id, staff.helena, '?lote=2')).arrayBuffer());
    expect(batch.pages).toBe(1);
    expect(batch.text).not.toContain('Davi');
    expect((await file(printTickets.path, id, staff.helena, '?lote=9')).status).toBe(404);
    // Five hundred tickets fill a file.
    expect((await file(printTickets.path, id, staff.helena, '?parte=2')).status).toBe(404);
    await portal.school.db.updateTable('travel_campaigns').set({ vagas: 600 }).where('id', '=', id).execute();
    expect((await make(id, 485, 'uma-multidao')).status).toBe(200);
    const second = await file(printTickets.path, id, staff.helena, '?parte=2');
    expect(second.headers.get('content-disposition')).toContain(`ingressos-${id}-parte-2.pdf`);
    // 503 tickets: three are left for the second file.
    expect((await readPdf(await second.arrayBuffer())).text.match(/Convidado \d+/g)).toHaveLength(3);
    const code = /[2-9A-HJ-NP-Z]{4}(?:-[2-9A-HJ-NP-Z]{4}){2}/.exec(batch.text)?.[0] ?? '';
    const scanned = await portal.ops.travel.scanTicket({ texto: code }, { as: staff.julia });
    expect(scanned.body).toMatchObject({ valido: true, titular_mascarado: 'Convidado 1' });
  });
});
