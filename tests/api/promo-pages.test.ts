import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as promo from '../../src/lib/contract/promo.ts';
import { watchPages } from '../../src/server/school/promo/watch-pages.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff } from '../support/staff.ts';

const DAY = 86_400_000;
const people = { ana: 1, helena: 7, admin: 8 };
const LONDON = 'london-by-phenom';
const ORLANDO = 'knn-orlando';
/** A picture of one point. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);

describe.each(engines)('promotional pages of the panel on %s', (engine) => {
  let portal: TestSchool;
  /** Works for the only school of the second brand. */
  let editor: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    editor = await addStaff(portal, { company: 103 });
  });
  afterAll(() => portal.close());
  const read = (pagina: string, as = editor) => portal.ops.promo.getManagedPromo({ pagina }, { as });
  const shown = async (pagina: string) => (await portal.ops.promo.getPromo({ pagina })).body;
  const save = async (pagina: string, changes: Record<string, string>, { as = editor, revisao = -1 } = {}) => {
    const { body } = await read(pagina, as);
    const valores = { ...body.valores, ...changes };
    const sent = { revisao: revisao < 0 ? body.revisao : revisao, valores };
    return portal.ops.promo.savePromoDraft({ pagina, ...sent }, { as });
  };
  const publish = (pagina: string, body: { revisao: number; publica_em?: string }, as = editor) =>
    portal.ops.promo.publishPromo({ pagina, ...body }, { as });

  it('only staff see a draft, and visitors see it at once after publication', async () => {
    const before = await shown(LONDON);
    const saved = await save(LONDON, {
      promessa: 'Londres cabe na sua próxima férias.',
      'turmas.0.texto': 'em janeiro',
    });
    expect(saved).toMatchObject({ status: 200, body: { revisao: 1, problemas: {} } });
    expect(await shown(LONDON)).toEqual(before);
    const preview = await portal.ops.promo.previewPromo({ pagina: LONDON }, { as: editor });
    expect(preview.body.promessa).toBe('Londres cabe na sua próxima férias.');
    const done = await publish(LONDON, { revisao: 1 });
    expect(done.body).toMatchObject({ revisao: 0, rascunho: null, versoes: [{ estado: 'no_ar', de_versao: null }] });
    expect(await shown(LONDON)).toMatchObject({ promessa: 'Londres cabe na sua próxima férias.' });
    const log = await portal.ops.people.listAudit({ user_id: String(editor) }, { as: people.admin });
    expect(log.body.items[0]).toMatchObject({
      acao: 'publicou uma página',
      alvo: 'Página “London by Phenom”',
      mudancas: expect.arrayContaining([
        { campo: 'Promessa', antes: before.promessa, depois: 'Londres cabe na sua próxima férias.' },
      ]),
    });
  });

  it('a page returns to an older version, and the list has author and time', async () => {
    await save(LONDON, { promessa: 'A segunda promessa da escola.' });
    await publish(LONDON, { revisao: 1 });
    portal.clock.advance(1000);
    const { versoes } = (await read(LONDON)).body;
    expect(versoes.map(({ estado }) => estado)).toEqual(['no_ar', 'anterior']);
    const id = versoes[1]?.id ?? 0;
    const back = await portal.ops.promo.restorePromo({ id }, { as: editor });
    expect(back.body.versoes[0]).toMatchObject({ estado: 'no_ar', de_versao: id });
    expect((await shown(LONDON)).promessa).toBe('Londres cabe na sua próxima férias.');
    const list = await portal.ops.promo.listManagedPromos({}, { as: editor });
    expect(list.body.items.find(({ pagina }) => pagina === LONDON)).toMatchObject({
      estado: 'publicada',
      tem_rascunho: false,
      mudada: { em: portal.clock.now.toISOString(), quem: expect.any(String) },
    });
  });

  it('a scheduled version can be cancelled until its time', async () => {
    const at = (days: number) => new Date(portal.clock.now.getTime() + days * DAY).toISOString();
    const stamp = watchPages(portal.school);
    await save(LONDON, { promessa: 'A promessa de depois de amanhã.' });
    expect((await publish(LONDON, { revisao: 1, publica_em: at(-1) })).body.fields).toEqual({
      publica_dia: 'Este momento já passou',
    });
    const first = await stamp();
    const later = await publish(LONDON, { revisao: 1, publica_em: at(2) });
    expect(later.body.versoes[0]).toMatchObject({ estado: 'agendada' });
    expect((await shown(LONDON)).promessa).not.toContain('amanhã');
    expect(await stamp()).toBe(first);
    const id = later.body.versoes[0]?.id ?? 0;
    expect((await portal.ops.promo.restorePromo({ id }, { as: editor })).status).toBe(409);
    const taken = await portal.ops.promo.cancelPromo({ id }, { as: editor });
    expect(taken.body.valores.promessa).toBe('A promessa de depois de amanhã.');
    const again = await publish(LONDON, { revisao: taken.body.revisao, publica_em: at(2) });
    portal.clock.advance(3 * DAY);
    expect((await shown(LONDON)).promessa).toBe('A promessa de depois de amanhã.');
    expect(await stamp()).not.toBe(first);
    const last = again.body.versoes[0]?.id ?? 0;
    expect((await portal.ops.promo.cancelPromo({ id: last }, { as: editor })).status).toBe(409);
  });

  it('the cache stamp of another process changes with a publication', async () => {
    const stamp = watchPages(portal.school);
    const before = await stamp();
    expect(await stamp()).toBe(before);
    await save(LONDON, { promessa: 'Mais uma promessa da escola.' });
    await publish(LONDON, { revisao: 1 });
    portal.clock.advance(1000);
    expect(await stamp()).not.toBe(before);
  });

  it('the second of two editors gets a conflict, and nothing is lost', async () => {
    const other = await addStaff(portal, { company: 103 });
    await save(LONDON, { promessa: 'A promessa da primeira pessoa.' });
    const late = await save(LONDON, { promessa: 'A promessa da segunda pessoa.' }, { as: other, revisao: 0 });
    expect(late).toMatchObject({ status: 409, body: { detail: expect.stringContaining('salvou este rascunho') } });
    expect((await read(LONDON)).body.valores.promessa).toBe('A promessa da primeira pessoa.');
    const both = await Promise.all(
      [1, 2].map((n) => save(LONDON, { promessa: `Promessa número ${n} agora.` }, { as: other })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const log = await portal.ops.people.listAudit({ user_id: String(other) }, { as: people.admin });
    expect(log.body.items[0]?.mudancas[0]?.antes).toBe('A promessa da primeira pessoa.');
    const stale = await publish(LONDON, { revisao: 1 });
    expect(stale.status).toBe(409);
    const gone = await portal.ops.promo.discardPromoDraft({ pagina: LONDON, revisao: 2 }, { as: editor });
    expect(gone.body).toMatchObject({ revisao: 0, rascunho: null });
  });

  it('an invalid draft is saved with errors by field, and is not published', async () => {
    const saved = await save(LONDON, { 'turmas.0.fim': '31/02/2027', promessa: '' });
    expect(saved.body.problemas).toEqual({
      'turmas.0.fim': 'Este dia não existe no calendário',
      promessa: 'Falta este texto',
    });
    const { status, body } = await publish(LONDON, { revisao: saved.body.revisao });
    expect([status, Object.keys(body.fields ?? {}).toSorted()]).toEqual([422, ['promessa', 'turmas.0.fim']]);
    expect((await portal.ops.promo.previewPromo({ pagina: LONDON }, { as: editor })).status).toBe(422);
    await portal.ops.promo.discardPromoDraft({ pagina: LONDON, revisao: saved.body.revisao }, { as: editor });
  });

  it.each([
    [{ revisao: 0, valores: { promessa: 'x'.repeat(1001) } }],
    [{ revisao: 0, valores: Object.fromEntries(Array.from({ length: 401 }, (_, n) => [`k${n}`, 'x'])) }],
    [{ revisao: -1, valores: {} }],
    [{ revisao: 0, valores: { promessa: 3 } }],
    [{ revisao: 0, valores: 'tudo' }],
  ])('refuses the draft %# in words', async (body) => {
    const { status, body: answer } = await portal.ops.promo.savePromoDraft(
      { pagina: LONDON, ...(body as object as { revisao: number; valores: never }) },
      { as: editor },
    );
    expect([status, /\p{L}{3}/u.test(answer.detail)]).toEqual([422, true]);
  });

  it('a picture is added to the draft, and needs its alternative text for publication', async () => {
    const form = new FormData();
    form.set('file', new Blob([PNG]), 'foto.png');
    const sent = await portal.call(
      promo.uploadPromoPicture,
      { params: { pagina: LONDON }, body: form },
      { as: editor },
    );
    const chave = sent.body.valores['fotos.0.chave'] ?? '';
    expect(sent.body.problemas).toEqual({ 'fotos.0.texto': 'Falta este texto' });
    const answer = await portal.send('GET', `/api/v1/portal/promo/pictures/${chave}/`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    const { body } = await save(LONDON, { 'fotos.0.texto': 'A turma diante da ponte' });
    await publish(LONDON, { revisao: body.revisao });
    expect((await shown(LONDON)).fotos).toEqual([{ chave, texto: 'A turma diante da ponte' }]);
    form.set('file', new Blob(['<svg onload=alert(1)>']), 'foto.png');
    expect(
      (await portal.call(promo.uploadPromoPicture, { params: { pagina: LONDON }, body: form }, { as: editor })).status,
    ).toBe(415);
  });

  it('ROLE-08 only an admin publishes a page of two schools, and a page of another brand is read-only', async () => {
    const helena = (await read(ORLANDO, people.helena)).body;
    expect([helena.pode, helena.escolas]).toEqual([{ edita: true, publica: false }, 2]);
    const saved = await save(ORLANDO, { botao: 'Quero voar' }, { as: people.helena });
    expect(saved.status).toBe(200);
    const { revisao } = saved.body;
    expect(await publish(ORLANDO, { revisao }, people.helena)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('administração da rede') },
    });
    expect((await save(ORLANDO, {}, { as: editor })).status).toBe(403);
    expect((await read(ORLANDO, editor)).body.pode).toEqual({ edita: false, publica: false });
    const local = await addStaff(portal, { rights: ['paginas'], units: [101] });
    const before = portal.school.db.insertInto('companies');
    await before
      .values({
        escola_id: 1,
        nome: 'KNN Dois',
        telefone: null,
        whatsapp: null,
        timezone: 'America/Sao_Paulo',
        venda_direta_allow: false,
      })
      .execute();
    expect((await read(ORLANDO, local)).body.pode).toEqual({ edita: false, publica: false });
    expect((await save(ORLANDO, {}, { as: local })).body.detail).toContain('todas as unidades');
    const without = await addStaff(portal, { rights: ['contatos'] });
    expect((await read(ORLANDO, without)).status).toBe(403);
    expect((await read(ORLANDO, people.ana)).status).toBe(403);
    expect((await publish(ORLANDO, { revisao }, people.admin)).status).toBe(200);
    expect((await shown(ORLANDO)).botao).toBe('Quero voar');
  });

  it('a missing page is not found', async () => {
    expect((await read('outra')).status).toBe(404);
    expect((await portal.ops.promo.getPromo({ pagina: '../x' })).status).toBe(404);
    expect((await portal.ops.promo.restorePromo({ id: 999_999 }, { as: editor })).status).toBe(404);
  });

  it('a page counts the contacts of 30 days within the caller’s reach', async () => {
    const countOf = async () =>
      (await portal.ops.promo.listManagedPromos({}, { as: editor })).body.items.map(({ contatos }) => contatos);
    const before = await countOf();
    const lead = {
      nome: 'Joana Prado',
      telefone: '41999880011',
      consentimento: true as const,
      marca: 'phenom' as const,
    };
    await portal.ops.promo.createLead({ ...lead, pagina: '/london-by-phenom' });
    expect(await countOf()).toEqual(before.map((many, at) => many + (at === 1 ? 1 : 0)));
    portal.clock.advance(31 * DAY);
    expect(await countOf()).toEqual([0, 0, 0]);
  });
});
