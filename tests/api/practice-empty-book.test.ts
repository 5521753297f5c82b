import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as practice from '../../src/lib/contract/practice.ts';
import { REGISTRATION_CONSENT } from '../../src/lib/rules/account/registration-consent.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const NEWCOMER = {
  phone: '(19) 99123-4567',
  cep: '13015-904',
  full_name: 'Rita Alves',
  street: 'Rua das Palmeiras',
  street_number: '10',
  email: 'rita@teste.example',
  cpf: '04425823079',
  password: 'Caminho novo 42',
  consent_version: REGISTRATION_CONSENT.version as string,
};

describe.each(engines)('practice of an empty book before the registration on %s (GUARD-05)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  async function emptyBook() {
    const uuid = randomUUID();
    const book = { uuid, code: `T-${uuid.slice(0, 8)}`, livro_id: 1, user_id: null, linked_at: null, expires_at: null };
    const { id } = await portal.school.db
      .insertInto('user_books')
      .values(book)
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, caller: { bookUuid: uuid } };
  }
  const contentsOf = (caller: { bookUuid?: string }, query = {}) =>
    portal.ops.practice.getEmptyBookContents(query, { caller });
  const countRows = async () => {
    const { db } = portal.school;
    const counts = ['revisoes', 'tentativas', 'audio_posicoes', 'cartoes'] as const;
    return Promise.all(counts.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length));
  };

  it('an empty book opens the sounds of every unit, and words and tests of the first', async () => {
    const { id, caller } = await emptyBook();
    const { status, body } = await contentsOf(caller);
    expect([status, body.user_book_id]).toEqual([200, id]);
    const [first, ...others] = body.unidades;
    expect(others.length).toBeGreaterThan(0);
    expect(body.unidades.every(({ audios }) => audios.length > 0)).toBe(true);
    expect(first?.vocabulario.length).toBeGreaterThan(0);
    expect(first?.testes.length).toBeGreaterThan(0);
    expect(others.flatMap(({ vocabulario, testes }) => [...vocabulario, ...testes])).toEqual([]);
    const summary = (await contentsOf(caller, { resumo: 'true' })).body;
    expect(summary.unidades.map(({ numero, concluida }) => [numero, concluida])).toEqual(
      body.unidades.map(({ numero }) => [numero, false]),
    );
  });

  it('a test of the first unit is corrected and not stored; other tests need the registration', async () => {
    const { caller } = await emptyBook();
    const [first] = (await contentsOf(caller)).body.unidades;
    const id = first?.testes[0]?.id ?? 0;
    const before = await countRows();
    const paper = await portal.ops.practice.getEmptyBookTest({ id }, { caller });
    const questao_id = paper.body.questoes[0]?.id ?? 0;
    const body = { respostas: [{ questao_id, resposta: '' }] };
    const checked = await portal.ops.practice.checkEmptyBookTest({ id, ...body }, { caller });
    expect(checked.body).toMatchObject({ nota: 0, itens: [{ questao_id, certa: false }] });
    expect(await countRows()).toEqual(before);
    const wrong = { respostas: [{ questao_id: 999_999, resposta: '' }] };
    expect((await portal.ops.practice.checkEmptyBookTest({ id, ...wrong }, { caller })).status).toBe(422);
    const other = await portal.school.db
      .selectFrom('testes')
      .select('id')
      .where('unidade_id', '!=', first?.id ?? 0)
      .executeTakeFirstOrThrow();
    expect((await portal.ops.practice.getEmptyBookTest({ ...other }, { caller })).status).toBe(404);
    expect((await portal.ops.practice.checkEmptyBookTest({ ...other, ...body }, { caller })).status).toBe(404);
  });

  it('practice is closed without an opened book, and once the book has an owner', async () => {
    const { caller } = await emptyBook();
    expect((await contentsOf({})).status).toBe(404);
    expect((await contentsOf({ bookUuid: randomUUID() })).status).toBe(404);
    await portal.school.db.updateTable('user_books').set({ user_id: 1 }).where('uuid', '=', caller.bookUuid).execute();
    expect((await contentsOf(caller)).status).toBe(404);
  });

  it('answers before the registration count for the new account only', async () => {
    const { id: book, caller } = await emptyBook();
    const [first] = (await contentsOf(caller)).body.unidades;
    const word = first?.vocabulario[0]?.id ?? 0;
    const test = first?.testes[0]?.id ?? 0;
    const at = portal.school.now().toISOString();
    const reviews = [{ palavra_id: word, nota: 3, tempo_ms: 900, feita_em: at }];
    const attempt = { respostas: [], iniciada_em: at };
    const { body: login } = await portal.ops.auth.registerWithBook({ ...NEWCOMER }, { caller });
    const token = login.access_token ?? '';
    expect((await portal.ops.practice.saveReviews({ revisoes: reviews }, { token })).body.cartoes).toHaveLength(1);
    expect((await portal.ops.practice.submitPracticeTest({ id: test, ...attempt }, { token })).status).toBe(200);
    const owner = (
      await portal.school.db.selectFrom('user_books').select('user_id').where('id', '=', book).executeTakeFirstOrThrow()
    ).user_id;
    const own = await portal.call(practice.listBookContents, { params: { id: owner ?? 0 }, query: {} }, { token });
    const unit = own.body.find(({ user_book_id }) => user_book_id === book)?.unidades[0];
    expect([unit?.vocabulario[0]?.cartao?.repeticoes, unit?.testes[0]?.tentativas]).toEqual([1, 1]);
    expect((await contentsOf(caller)).status).toBe(404);
    // A person who does not own the book.
    const stranger = { as: (await addAccount(portal)).id };
    expect((await portal.ops.practice.submitPracticeTest({ id: test, ...attempt }, stranger)).status).toBe(404);
  });
});
