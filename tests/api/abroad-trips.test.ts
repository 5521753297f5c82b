import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TripInput } from '../../src/lib/contract/abroad.schema.ts';
import { listGroupBooks, listGroups } from '../../src/lib/contract/abroad.ts';
import type { AnswerOf } from '../../src/lib/page/operations.ts';
import { addStudent, sendRequest, trips } from '../support/abroad.ts';
import { withKey } from '../support/points.ts';
import { pdf } from '../support/sample-files.ts';
import { engines, noLimits, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';
import { dayFrom } from '../support/school-day.ts';

type SchoolTrip = AnswerOf<'abroad.listSchoolTrips'>['items'][number];

const people = { ana: 1, helena: 7, igor: 8, julia: 9 };
const helena = { as: people.helena };

describe.each(engines)('trips in the hands of managers, on %s', (engine) => {
  let portal: TestSchool;
  /** A manager and a student of another school. */
  let elsewhere: number;
  let stranger: number;
  /** A student of the manager's school. */
  let own: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine, {
      limits: noLimits,
    });
    elsewhere = await addStudent(portal, { company: 102 });
    own = await addStudent(portal);
    stranger = await addStudent(portal, { company: 102 });
    await portal.school.db.insertInto('user_actions').values({ user_id: elsewhere, action_id: 4 }).execute();
  });
  afterAll(() => portal.close());

  const input = (overrides: Partial<TripInput> = {}): TripInput => ({
    nome: 'Dublin · duas semanas',
    destino: 'Dublin, Irlanda',
    escola_parceira: 'Liffey House',
    descricao: 'Aulas e visitas.',
    imagem: 'mundo',
    inicio: dayFrom(portal, 200),
    fim: dayFrom(portal, 214),
    inscricoes_ate: dayFrom(portal, 60),
    idade_minima: 16,
    vagas: 3,
    preco_minor: 250_000,
    moeda: 'USD',
    inclui: 'Aulas e hospedagem.',
    regras: 'Cancelamento pelo contrato.',
    livros: [],
    documentos: [{ tipo: 'passaporte', obrigatorio: true }],
    ...overrides,
  });
  const make = (overrides: Partial<TripInput> = {}, sent: Sent = helena, key?: string) =>
    portal.ops.abroad.createTrip(input(overrides), withKey({ ...sent, key }));
  const change = (
    { id, versao }: Pick<SchoolTrip, 'id' | 'versao'>,
    overrides: Partial<TripInput>,
    sent: Sent = helena,
  ) => portal.ops.abroad.updateTrip({ id, ...input(overrides), versao }, sent);
  const move = (
    { id, versao }: Pick<SchoolTrip, 'id' | 'versao'>,
    estado: 'publicada' | 'encerrada',
    sent: Sent = helena,
  ) => portal.ops.abroad.setTripState({ id, estado, versao }, sent);
  const published = async (overrides: Partial<TripInput> = {}) => {
    const made = await make(overrides);
    expect([made.status, made.body.detail]).toEqual([200, undefined]);
    const { status, body } = await move(made.body, 'publicada');
    expect([status, body.status]).toEqual([200, 'publicada']);
    return body;
  };
  const list = (sent: Sent = helena) => portal.ops.abroad.listSchoolTrips({ limit: 100 }, sent);
  const read = async (id: number, sent?: Sent) => {
    const trip = (await list(sent)).body.items.find((each) => each.id === id);
    if (!trip) throw new Error(`trip ${id} is not in the list`);
    return trip;
  };
  const offered = async (as: number) => (await portal.call(listGroups, {}, { as })).body.map(({ id }) => id);
  const ask = async (turma_id: number, as: number) =>
    sendRequest(
      portal,
      { turma_id, documentos: [{ tipo: 'passaporte', arquivo: 'p' }] },
      { as },
      { p: [pdf(), 'p.pdf'] as [Uint8Array, string] },
    );

  it('a trip is created as a draft, once for a key, and students of the school see it after publication', async () => {
    const key = randomUUID();
    const [first, second] = await Promise.all([make({}, helena, key), make({}, helena, key)]);
    expect([first.status, second.status, first.body.id]).toEqual([200, 200, second.body.id]);
    expect(first.body).toMatchObject({ status: 'rascunho', versao: 1, pedidos: 0, da_rede: false, pode_editar: true });
    const { id } = first.body;
    expect(await offered(own)).not.toContain(id);
    expect((await move(first.body, 'publicada')).body).toMatchObject({ status: 'publicada', versao: 2 });
    expect(await offered(own)).toContain(id);
    expect(await offered(stranger)).not.toContain(id);
    const trip = (await portal.call(listGroups, {}, { as: own })).body.find((each) => each.id === id);
    expect(trip).toMatchObject({ inclui: 'Aulas e hospedagem.', preco_minor: 250_000, vagas_restantes: 3 });
    expect(Object.keys(trip ?? {})).not.toContain('versao');
    const deeds = await portal.school.db
      .selectFrom('audit_log')
      .select(['user_id', 'action'])
      .where('target', '=', `usa_trip:${id}`)
      .orderBy('id')
      .execute();
    expect(deeds.map(({ user_id, action }) => [user_id, action])).toEqual([
      [people.helena, 'abroad-trip-create'],
      [people.helena, 'abroad-trip-publicada'],
    ]);
  });

  it('a trip asks for books and documents, which students see', async () => {
    const { body: choices } = await list();
    expect(choices.tipos.map(({ tipo }) => tipo)).not.toContain('autorizacao_responsavel');
    const book = choices.livros.at(-1)?.id ?? 0;
    const trip = await published({ livros: [book], documentos: [{ tipo: 'rg', obrigatorio: false }] });
    expect(trip).toMatchObject({ livros: [book], documentos: [{ tipo: 'rg', obrigatorio: false }] });
    const books = (await portal.call(listGroupBooks, {}, { as: own })).body;
    expect(books.find(({ livro }) => livro.id === book)?.turmas).toContain(trip.id);
    expect((await change(trip, { livros: [2_000_000] })).body.fields).toEqual({ livros: 'Este livro não existe' });
  });

  it.each<[string, Sent, number]>([
    ['a visitor', {}, 401],
    ['a student', { as: people.ana }, 403],
    ['a teacher', { as: people.julia }, 403],
    ['a manager who came with a printed code', { as: people.helena, scope: 'book' }, 403],
  ])('a trip refuses %s', async (_who, sent, status) => {
    const trip = (await make()).body;
    expect((await list(sent)).status).toBe(status);
    expect((await make({}, sent)).status).toBe(status);
    expect((await change(trip, { nome: 'X' }, sent)).status).toBe(status);
    expect((await move(trip, 'publicada', sent)).status).toBe(status);
  });

  it('ROLE-08 a trip of another school is not found; a trip of the network is read-only', async () => {
    const trip = await published();
    const other = { as: elsewhere };
    const { items } = (await list(other)).body;
    expect(items.map(({ id }) => id)).not.toContain(trip.id);
    expect(items.find(({ id }) => id === trips.open)).toMatchObject({ da_rede: true, pode_editar: false });
    expect((await change(trip, { nome: 'Minha' }, other)).status).toBe(404);
    expect((await move(trip, 'encerrada', other)).status).toBe(404);
    const network = await read(trips.open);
    expect((await change(network, { nome: 'Minha' })).status).toBe(404);
    expect((await move(network, 'encerrada')).status).toBe(404);
    expect(await read(trip.id)).toEqual(trip);
    // No request from another school, and none before publication.
    const draft = (await make()).body;
    for (const [id, as] of [
      [trip.id, stranger],
      [draft.id, await addStudent(portal)],
    ] as const) {
      const refusal = await ask(id, as);
      expect([refusal.status, refusal.body.fields?.turma_id]).toEqual([422, 'Escolha uma turma']);
      expect((await portal.ops.abroad.saveDraft({ valores: { turma_id: String(id) } }, { as })).body.turma).toBeNull();
    }
  });

  it('an admin changes trips of every school and of the network', async () => {
    const igor = { as: people.igor };
    const network = await read(trips.closed, igor);
    expect(network.pode_editar).toBe(true);
    const trip = await published();
    expect((await move(trip, 'encerrada', igor)).body.status).toBe('encerrada');
  });

  it.each<[string, Partial<TripInput>, string[]]>([
    ['nothing', { nome: ' ', destino: '', descricao: '' }, ['nome', 'destino', 'descricao']],
    ['days that do not exist', { inicio: '2027-02-30' }, ['inicio']],
    ['a way back before the way there', { fim: '2020-01-01' }, ['fim']],
    ['no places', { vagas: 0 }, ['vagas']],
    ['a price of nothing', { preco_minor: 0 }, ['preco_minor']],
    ['a price of a fraction', { preco_minor: 1.5 }, ['preco_minor']],
    ['another currency', { moeda: 'BRL' as 'USD' }, ['moeda']],
    ['an age', { idade_minima: -1 }, ['idade_minima']],
  ])('S1 a trip refuses %s at its field', async (_what, overrides, fields) => {
    const { status, body } = await make(overrides);
    expect(status).toBe(422);
    expect(Object.keys(body.fields ?? {})).toEqual(expect.arrayContaining(fields));
    for (const words of Object.values(body.fields ?? {})) expect(words).toMatch(/\p{L}/u);
  });

  it('price and dates of a trip are fixed once requested, and taken places cannot be removed', async () => {
    const trip = await published({ vagas: 2 });
    const sent = await ask(trip.id, await addStudent(portal));
    expect([sent.status, sent.body.detail]).toEqual([200, undefined]);
    const now = await read(trip.id);
    expect(now).toMatchObject({ pedidos: 1, ocupadas: 1 });
    const dearer = await change(now, { vagas: 2, preco_minor: 260_000, inicio: dayFrom(portal, 201) });
    expect([dearer.status, Object.keys(dearer.body.fields ?? {}).toSorted()]).toEqual([422, ['inicio', 'preco_minor']]);
    expect(dearer.body.fields?.preco_minor).toContain('1 pedido');
    expect((await ask(trip.id, await addStudent(portal))).status).toBe(200);
    expect((await change(now, { vagas: 1 })).body.fields).toEqual({ vagas: '2 vagas já estão ocupadas' });
    const changed = await change(now, { vagas: 4, nome: 'Dublin em julho' });
    expect([changed.status, changed.body.vagas, changed.body.nome]).toEqual([200, 4, 'Dublin em julho']);
    // A closed trip keeps its requests and accepts no new ones.
    expect((await move(changed.body, 'encerrada')).status).toBe(200);
    expect((await ask(trip.id, await addStudent(portal))).body.fields?.turma_id).toMatch(/encerrou/);
  });

  it('the slower of two managers who change a trip gets a conflict, and nothing is overwritten', async () => {
    const trip = await published();
    const answers = await Promise.all([change(trip, { nome: 'Um' }), change(trip, { nome: 'Dois' })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [slower] = answers.filter(({ status }) => status === 409);
    expect([slower?.body.code, slower?.body.detail]).toEqual(['changed', expect.stringContaining('Outra pessoa')]);
    const moved = (await move(trip, 'encerrada')).body;
    expect([moved.code, moved.detail]).toEqual(['changed', expect.not.stringContaining('preenchia')]);
    const winner = answers.find(({ status }) => status === 200)?.body;
    expect(await read(trip.id)).toEqual(winner);
  });

  it('S1 a trip refuses the largest version number, and one beyond the column, with a message', async () => {
    const { id } = await published();
    const sent = [2_147_483_647, 2_147_483_648].map((versao) => change({ id, versao }, {}));
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([409, 422]);
  });

  it('the list of trips has pages by cursor and filters by state', async () => {
    const page = async (depois?: string) =>
      (await portal.ops.abroad.listSchoolTrips({ limit: 2, estado: 'publicada', depois }, helena)).body;
    const first = await page();
    const second = await page(first.next ?? '');
    const all = (await portal.ops.abroad.listSchoolTrips({ limit: 100, estado: 'publicada' }, helena)).body;
    expect([first.total, [...first.items, ...second.items]]).toEqual([all.total, all.items.slice(0, 4)]);
    expect(new Set(all.items.map(({ status }) => status))).toEqual(new Set(['publicada']));
  });

  it('a trip is not published after its registration is over', async () => {
    const trip = (await make()).body;
    await portal.school.db
      .updateTable('usa_turmas')
      .set({ inscricoes_ate: dayFrom(portal, -1) })
      .where('id', '=', trip.id)
      .execute();
    const { status, body } = await move(trip, 'publicada');
    expect([status, body.code]).toEqual([409, 'registration_over']);
  });
});
