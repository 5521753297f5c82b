import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';
import { dayFrom } from '../support/school-day.ts';
import { campaignInput, staff } from '../support/travel.ts';

const DAY = 86_400_000;
let number = 0;
/** A telephone that no other test uses. */
const newPhone = () => `1999${String(1_000_000 + ++number)}`;

describe.each(engines)('leads on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const lead = (given: Record<string, unknown> = {}) => ({
    pagina: '/knn-orlando',
    nome: 'Joana D’Arc dos Santos',
    telefone: newPhone(),
    cidade: 'Campinas',
    consentimento: true as const,
    ...given,
  });
  const leave = (body: Record<string, unknown>, sent?: Sent) => portal.ops.promo.createLead(body as never, sent);
  const stored = (telefone: string) =>
    portal.school.db.selectFrom('leads').selectAll().where('telefone', '=', telefone).orderBy('id').execute();
  const sendings = (telefone: string) =>
    portal.school.db
      .selectFrom('lead_events')
      .innerJoin('leads', 'leads.id', 'lead_events.lead_id')
      .select(['lead_events.nome', 'lead_events.pagina', 'lead_events.marca'])
      .where('telefone', '=', telefone)
      .orderBy('lead_events.id')
      .execute();

  it('a lead is stored, with the telephone as digits', async () => {
    const utm = { source: 'instagram', campaign: 'orlando' };
    const given = {
      telefone: '+55 (19) 98877-6655',
      email: ' joana@exemplo.com ',
      utm,
      indicacao_code: 'ANA10',
      unidade_id: 101,
    };
    const { status, body } = await leave(lead(given));
    expect(status).toBe(200);
    const [row] = await stored('19988776655');
    expect(row).toMatchObject({
      id: body.id,
      pagina: '/knn-orlando',
      nome: 'Joana D’Arc dos Santos',
      email: 'joana@exemplo.com',
      cidade: 'Campinas',
      unidade_id: 101,
      indicacao_code: 'ANA10',
      english_test: null,
      consentimento_em: portal.clock.now.toISOString(),
    });
    expect(JSON.parse(row?.utm ?? '')).toEqual(utm);
  });

  it('a repeated or concurrent lead of the same day gets the same answer, and is stored once', async () => {
    const body = lead();
    const answers = await Promise.all(Array.from({ length: 4 }, () => leave(body)));
    answers.push(await leave({ ...body, nome: 'Joana' }));
    expect(new Set(answers.map(({ status, body: { id } }) => `${status} ${id}`)).size).toBe(1);
    expect(await stored(body.telefone)).toMatchObject([{ nome: 'Joana' }]);
    expect((await sendings(body.telefone)).map(({ nome }) => nome)).toEqual([body.nome, 'Joana']);
    await leave({ ...body, pagina: '/london-by-phenom' });
    await leave({ ...body, marca: 'phenom', unidade_id: 101 });
    portal.clock.advance(DAY);
    await leave(body);
    expect(await stored(body.telefone)).toHaveLength(1);
    expect((await sendings(body.telefone)).map(({ pagina, marca }) => `${pagina} ${marca}`)).toEqual([
      '/knn-orlando knn',
      '/knn-orlando knn',
      '/london-by-phenom knn',
      '/knn-orlando phenom',
      '/knn-orlando knn',
    ]);
  });

  it('a repeated lead can add the missing unit, and the answer has the stored one', async () => {
    const body = { ...lead(), telefone: '21987650011', cidade: undefined, unidade_id: undefined };
    expect((await leave(body)).body.unidade_id).toBeNull();
    expect((await leave({ ...body, unidade_id: 102 })).body.unidade_id).toBe(102);
    expect((await leave(body)).body.unidade_id).toBe(102);
    expect((await stored(body.telefone)).map(({ unidade_id }) => unidade_id)).toEqual([102]);
  });

  it('two requested schools get a contact each, and an unknown unit counts as none', async () => {
    const body = { ...lead(), telefone: '21987650012', cidade: undefined };
    expect((await leave({ ...body, unidade_id: 999_999 })).body.unidade_id).toBeNull();
    expect((await leave({ ...body, unidade_id: 102 })).body.unidade_id).toBe(102);
    expect((await leave({ ...body, unidade_id: 101 })).body.unidade_id).toBe(101);
    expect((await stored(body.telefone)).map(({ lugar }) => lugar)).toEqual(['escola:2', 'escola:1']);
  });

  it('a contact has the brand of the visited address', async () => {
    const body = lead({ cidade: undefined });
    await leave(body, { caller: { host: 'phenom.example' } });
    expect(await stored(body.telefone)).toMatchObject([{ marca: 'phenom', unidade_id: 103 }]);
  });

  it.each([
    [{ nome: '' }, 'nome'],
    [{ nome: 'J' }, 'nome'],
    [{ nome: 'http://ofertas.example' }, 'nome'],
    [{ nome: '<b>Ana</b>' }, 'nome'],
    [{ nome: 'a'.repeat(121) }, 'nome'],
    [{ telefone: '123' }, 'telefone'],
    [{ telefone: '(00) 99123-4567' }, 'telefone'],
    [{ telefone: '11111111111' }, 'telefone'],
    [{ email: 'joana' }, 'email'],
    [{ cidade: 'x'.repeat(81) }, 'cidade'],
    [{ marca: 'outra' }, 'marca'],
    [{ unidade_id: 0 }, 'unidade_id'],
    [{ consentimento: false }, 'consentimento'],
    [{ consentimento: undefined }, 'consentimento'],
    [{ utm: Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`k${n}`, 'x'])) }, 'utm'],
    [{ teste_id: 'x' }, 'teste_id'],
  ])('the school refuses %j in words and keeps nothing', async (wrong, field) => {
    const before = await portal.school.db.selectFrom('leads').select('id').execute();
    const { status, body } = await leave(lead(wrong));
    expect(status).toBe(422);
    expect(body.detail).toMatch(/\p{L}{3}/u);
    expect(Object.keys(body.fields ?? {})).toEqual([field]);
    expect(await portal.school.db.selectFrom('leads').select('id').execute()).toEqual(before);
  });

  it.each([
    ['of the city, in any spelling', { cidade: 'FLORIANOPOLIS', telefone: '1190000' }, 102, 'FLORIANOPOLIS'],
    ['of the area code', { cidade: null, telefone: '4890000' }, 102, 'Florianópolis'],
    ['the only one of the brand', { cidade: 'Manaus', telefone: '9290000', marca: 'phenom' }, 103, 'Manaus'],
    ['that the visitor chose', { cidade: null, telefone: '4890000', unidade_id: 101 }, 101, 'Campinas'],
    ['none, where several fit', { cidade: null, telefone: '9290000', marca: 'knn' }, null, ''],
  ])('a lead goes to the unit %s', async (_what, { telefone, ...given }, unidade_id, cidade) => {
    const phone = `${telefone.slice(0, 2)}99${newPhone().slice(4)}`;
    const { status, body } = await leave(lead({ ...given, telefone: phone }));
    expect([status, body.unidade_id]).toEqual([200, unidade_id]);
    expect(await stored(phone)).toMatchObject([{ unidade_id, cidade }]);
  });

  const ask = (query: Record<string, unknown>, sent?: Sent) =>
    portal.ops.promo.getPromoSchool({ pagina: 'knn-orlando', marca: 'knn', ...query } as never, sent);

  it('a page offers the open units of its brand to everybody', async () => {
    const { status, body } = await ask({});
    expect([status, body.total]).toEqual([200, 3]);
    expect(body.unidades.toSorted((a, b) => a.id - b.id)).toEqual([
      { id: 101, nome: 'KNN Vila Nova', cidade: 'Campinas', uf: 'SP', whatsapp: '19991001010' },
      { id: 102, nome: 'KNN Beira-Mar', cidade: 'Florianópolis', uf: 'SC', whatsapp: '48991002020' },
      { id: 104, nome: 'KNN Campolim', cidade: 'Sorocaba', uf: 'SP', whatsapp: '15991004040' },
    ]);
    expect((await ask({ marca: 'phenom' })).body.unidades.map(({ id }) => id)).toEqual([103]);
  });

  it('a page finds one unit by its id, and lists a few whatever the city', async () => {
    expect((await ask({ unidade: 101 })).body.unidades.map(({ id }) => id)).toEqual([101]);
    expect((await ask({ cidade: 'Campinas' })).body.unidades).toHaveLength(3);
    // A unit of the other brand does not answer for this page.
    expect((await ask({ unidade: 103 })).body.unidades).toHaveLength(3);
  });

  it('a page lists open events of its trip with the seats left, and no drafts', async () => {
    const before = (await ask({})).body.eventos;
    expect(before).toMatchObject([{ nome: 'Encontro KNN Orlando', vagas_restantes: 118 }]);
    const at = { evento_dia: dayFrom(portal, 1), evento_hora: '19:00' };
    const input = campaignInput(portal, { pagina: 'knn-orlando', nome: 'Noite Orlando', ...at });
    const { id } = (await portal.ops.travel.createCampaign(input, { as: staff.helena })).body;
    expect((await ask({})).body.eventos).toEqual(before);
    await portal.ops.travel.publishCampaign({ id, publicada: true }, { as: staff.helena });
    const after = (await ask({})).body.eventos;
    expect(after).toMatchObject([{ nome: 'Noite Orlando', vagas_restantes: 100 }, { nome: 'Encontro KNN Orlando' }]);
    expect((await ask({ pagina: 'outra' })).body.eventos).toEqual([]);
  });

  it.each([[{ marca: 'outra' }], [{ pagina: '' }], [{ unidade: 'x' }], [{ cidade: 'x'.repeat(81) }]])(
    'the school refuses the question %j',
    async (wrong) => {
      expect((await ask(wrong)).status).toBe(422);
    },
  );

  it('more units than a page can list are found by their city', async () => {
    const { db } = portal.school;
    const many = Array.from({ length: 13 }, (_, n) => ({
      nome: `KNN ${n}`,
      escola_id: 1,
      timezone: 'America/Sao_Paulo',
    }));
    const rows = many.map((unit) => ({ ...unit, telefone: null, whatsapp: null, venda_direta_allow: false }));
    await db.insertInto('companies').values(rows).execute();
    expect((await ask({})).body).toMatchObject({ total: 16, unidades: [] });
    expect((await ask({ cidade: ' florianopolis ' })).body.unidades.map(({ id }) => id)).toEqual([102]);
    expect((await ask({ cidade: 'Manaus' })).body.unidades).toEqual([]);
    await db
      .deleteFrom('companies')
      .where('nome', 'like', 'KNN %')
      .where('whatsapp', 'is', null)
      .where('id', '!=', 436)
      .execute();
  });

  it('an address can send ten leads an hour', async () => {
    const caller = { address: '203.0.113.9' };
    const statuses: number[] = [];
    for (let round = 0; round < 11; round += 1) statuses.push((await leave(lead(), { caller })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
});
