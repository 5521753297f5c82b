import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewApiKey } from '../../src/lib/contract/sync.schema.ts';
import * as sync from '../../src/lib/contract/sync.ts';
import type { Change, ChangeKind } from '../../src/lib/contract/sync-changes.schema.ts';
import { CHANGE_KINDS } from '../../src/lib/rules/sync/changes.ts';
import { allEngines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const people = { ana: 1, helena: 7, elsewhere: 0 };

describe.each(allEngines)('the change feed for other systems on %s', (engine) => {
  let portal: TestSchool;
  let unit: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { limits: noLimits });
    people.elsewhere = await addStaff(portal, { company: 102 });
    unit = await addUnit(portal, 'KNN Taquaral');
  });
  afterAll(() => portal.close());

  const keyOf = async (body: Partial<NewApiKey> = {}, as?: number): Promise<string> => {
    const made = await portal.ops.sync.createKey(
      { nome: 'ERP', tabelas: [], leituras: [...CHANGE_KINDS], unidades: null, dias: 30, ...body },
      { as: as ?? (await addStaff(portal, {})) },
    );
    expect(made.status).toBe(200);
    return made.body.chave;
  };
  const read = (
    token: string | undefined,
    query: { desde?: string; tipos?: string; limite?: number } = {},
    as?: number,
  ) => portal.call(sync.listChanges, { query: query as never }, { token, as });
  /** Reads all pages. */
  const readAll = async (token: string, since?: string, limite = 500) => {
    const items: Change[] = [];
    let desde = since;
    for (;;) {
      const { status, body } = await read(token, { desde, limite });
      expect(status).toBe(200);
      items.push(...body.items);
      desde = body.proximo;
      if (!body.tem_mais) return { items, proximo: desde };
    }
  };
  const db = () => portal.school.db;
  const of = (items: readonly Change[], tipo: ChangeKind) => items.filter((each) => each.tipo === tipo);

  it('the feed starts with all entities, each once', async () => {
    const token = await keyOf();
    const { items, proximo } = await readAll(token, undefined, 37);
    // A lesson has one position for itself and one for its attendance, maybe on two pages.
    const names = items.filter(({ tipo }) => tipo !== 'chamadas').map(({ tipo, id }) => `${tipo} ${id}`);
    expect(new Set(names).size).toBe(names.length);
    for (const kind of ['pessoas', 'turmas', 'matriculas', 'parcelas', 'pedidos'] as const) {
      expect(of(items, kind).length, kind).toBeGreaterThan(0);
    }
    expect(items.every(({ dados }) => dados !== null)).toBe(true);
    expect(of(items, 'pessoas').find(({ id }) => id === people.ana)?.dados).toMatchObject({ unidade: 'KNN Vila Nova' });
    const { count } = await db()
      .selectFrom('parcelas')
      .innerJoin('companies', 'companies.id', 'parcelas.company_id')
      .where('companies.escola_id', '=', 1)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(of(items, 'parcelas')).toHaveLength(Number(count));
    expect((await readAll(token, proximo)).items).toEqual([]);
  });

  it('the feed has a change once with the current state, and no changes outside the contract', async () => {
    const token = await keyOf();
    const { proximo } = await readAll(token);
    const set = (values: { full_name?: string; phone?: string; last_seen_at?: string }) =>
      db().updateTable('users').set(values).where('id', '=', people.ana).execute();
    await set({ last_seen_at: new Date().toISOString() });
    expect((await readAll(token, proximo)).items).toEqual([]);
    await set({ full_name: 'Ana Nova' });
    await set({ phone: '11911112222' });
    const changed = await readAll(token, proximo);
    expect(changed.items).toMatchObject([
      { tipo: 'pessoas', id: people.ana, dados: { nome: 'Ana Nova', telefone: '11911112222' } },
    ]);
    expect((await readAll(token, changed.proximo)).items).toEqual([]);
  });

  it('the feed has a lesson with its attendance once for all its changes, for the own school only', async () => {
    const token = await keyOf({ leituras: ['chamadas'] });
    const stranger = await keyOf({ leituras: ['chamadas'] }, people.elsewhere);
    const [{ items, proximo }, theirs] = [await readAll(token), await readAll(stranger)];
    const { aula_id, turma_aluno_id, status } = await db()
      .selectFrom('presencas')
      .innerJoin('aulas', 'aulas.id', 'presencas.aula_id')
      .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
      .innerJoin('turma_alunos', 'turma_alunos.id', 'presencas.turma_aluno_id')
      .select(['presencas.aula_id', 'presencas.turma_aluno_id', 'presencas.status'])
      .where('turmas.company_id', '=', 101)
      .where('turma_alunos.user_id', '=', people.ana)
      .limit(1)
      .executeTakeFirstOrThrow();
    const seen = items.find(({ id }) => id === aula_id);
    expect(seen?.dados).toMatchObject({
      unidade: 'KNN Vila Nova',
      presencas: expect.arrayContaining([expect.objectContaining({ pessoa_id: people.ana, status })]),
    });
    expect(theirs.items.some(({ id }) => id === aula_id)).toBe(false);
    const row = db()
      .updateTable('presencas')
      .where('aula_id', '=', aula_id)
      .where('turma_aluno_id', '=', turma_aluno_id);
    await row.set({ status: 'justificada', atraso: false }).execute();
    await db().updateTable('aulas').set({ chamada_em: new Date().toISOString() }).where('id', '=', aula_id).execute();
    const changed = await readAll(token, proximo);
    expect(changed.items.map(({ id }) => id)).toEqual([aula_id]);
    expect(changed.items[0]?.dados).toMatchObject({
      presencas: expect.arrayContaining([expect.objectContaining({ pessoa_id: people.ana, status: 'justificada' })]),
    });
    await db()
      .deleteFrom('presencas')
      .where('aula_id', '=', aula_id)
      .where('turma_aluno_id', '=', turma_aluno_id)
      .execute();
    const left = await readAll(token, changed.proximo);
    expect(left.items).toHaveLength(1);
    expect(JSON.stringify(left.items[0]?.dados)).not.toContain(`"pessoa_id":${people.ana},`);
    expect((await readAll(stranger, theirs.proximo)).items).toEqual([]);
  });

  it('the feed has a contact without a unit for schools of its brand, and its removal once it has a unit', async () => {
    const token = await keyOf({ leituras: ['contatos'] });
    const ofUnit = await keyOf({ leituras: ['contatos'], unidades: [101] });
    const stranger = await keyOf({ leituras: ['contatos'] }, people.elsewhere);
    const [mine, limited, theirs] = [await readAll(token), await readAll(ofUnit), await readAll(stranger)];
    const brands = await db().selectFrom('schools').select(['id', 'marca']).where('id', 'in', [1, 2]).execute();
    const add = async (lugar: string, telefone: string) =>
      db()
        .insertInto('leads')
        .values({
          ...{ lugar, telefone, pagina: 'knn', marca: 'knn', nome: 'Lia Sem Unidade', email: null, cidade: '' },
          ...{ unidade_id: null, indicacao_code: null, consentimento_em: new Date().toISOString(), utm: null },
          ...{ english_test: null, enviado_em: new Date().toISOString() },
          ...{ mudou_em: new Date().toISOString(), created_at: new Date().toISOString() },
        } as never)
        .returning('id')
        .executeTakeFirstOrThrow();
    const { id } = await add('marca:*', '11955550001');
    const own = await add(`marca:${brands.find((one) => one.id === 1)?.marca}`, '11955550002');
    const seen = await readAll(token, mine.proximo);
    expect(seen.items.map((each) => each.id)).toEqual([id, own.id]);
    expect(seen.items[0]?.dados).toMatchObject({ unidade: null, nome: 'Lia Sem Unidade' });
    expect((await readAll(ofUnit, limited.proximo)).items).toEqual([]);
    const other = await readAll(stranger, theirs.proximo);
    const isSameBrand = new Set(brands.map(({ marca }) => marca)).size === 1;
    expect(other.items.map((each) => each.id)).toEqual(isSameBrand ? [id, own.id] : [id]);
    await db().updateTable('leads').set({ unidade_id: 101, lugar: 'escola:1' }).where('id', '=', id).execute();
    expect((await readAll(token, seen.proximo)).items).toMatchObject([{ id, dados: { unidade: 'KNN Vila Nova' } }]);
    expect((await readAll(stranger, other.proximo)).items).toMatchObject([{ id, dados: null }]);
    expect((await readAll(ofUnit, limited.proximo)).items).toMatchObject([{ id }]);
  });

  it('the feed has paid and refunded bills', async () => {
    const token = await keyOf({ leituras: ['parcelas'] });
    const { items, proximo } = await readAll(token);
    const paid = of(items, 'parcelas').find((each) => each.tipo === 'parcelas' && each.dados?.status === 'paga');
    const { user_id } = await db()
      .selectFrom('parcelas')
      .select('user_id')
      .where('id', '=', paid?.id ?? 0)
      .executeTakeFirstOrThrow();
    const { id: charge_id } = await db()
      .insertInto('charges')
      .values({
        ...{ txid: 'T1', user_id, forma: 'pix', provider: 'sandbox', valor_centavos: 30_000, status: 'paga' },
        ...{ criada_em: new Date().toISOString(), parcelas: 1 },
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    await db()
      .insertInto('charge_items')
      .values({ charge_id, parcela_id: paid?.id ?? 0, valor_centavos: 30_000, multa_centavos: 0, juros_centavos: 0 })
      .execute();
    await db()
      .updateTable('parcelas')
      .set({ charge_id })
      .where('id', '=', paid?.id ?? 0)
      .execute();
    const taken = await readAll(token, proximo);
    expect(taken.items).toMatchObject([{ dados: { pago_centavos: 30_000, devolvido_centavos: 0 } }]);
    await db()
      .insertInto('refunds')
      .values({
        ...{
          charge_id,
          parcela_id: paid?.id ?? 0,
          valor_centavos: 700,
          motivo: 'teste',
          status: 'feita' as const,
        },
        ...{ created_at: new Date().toISOString(), feita_em: new Date().toISOString(), tentar_em: null },
      })
      .execute();
    expect((await readAll(token, taken.proximo)).items).toMatchObject([
      { id: paid?.id, dados: { devolvido_centavos: 700 } },
    ]);
  });

  it('the feed has deletions, and entities that left the units of the key', async () => {
    const whole = await keyOf();
    const ofUnit = await keyOf({ unidades: [101] });
    const before = await readAll(ofUnit);
    const [place] = of(before.items, 'matriculas');
    const since = (await readAll(whole)).proximo;
    await db()
      .deleteFrom('turma_alunos')
      .where('id', '=', place?.id ?? 0)
      .execute();
    const { drive_user_id } = await db()
      .selectFrom('users')
      .select('drive_user_id')
      .where('id', '=', people.ana)
      .executeTakeFirstOrThrow();
    const move = (company_id: number) =>
      db()
        .updateTable('drive_users')
        .set({ company_id })
        .where('id', '=', drive_user_id ?? 0)
        .execute();
    await move(unit);
    const exported = (await readAll(ofUnit, before.proximo)).items;
    expect(exported).toContainEqual(expect.objectContaining({ tipo: 'matriculas', id: place?.id, dados: null }));
    expect(exported).toContainEqual(expect.objectContaining({ tipo: 'pessoas', id: people.ana, dados: null }));
    for (const { tipo, id, dados } of (await readAll(whole, since)).items) {
      if (tipo === 'pessoas' && id === people.ana) expect(dados).toMatchObject({ unidade: 'KNN Taquaral' });
    }
    expect(of((await readAll(await keyOf({ unidades: [unit] }))).items, 'pessoas')).toMatchObject([{ id: people.ana }]);
    await move(101);
  });

  it('ROLE-08 the feed has nothing of other schools, other units and other kinds', async () => {
    const elsewhere = await readAll(await keyOf({ leituras: ['pessoas'] }, people.elsewhere));
    const own = await readAll(await keyOf({ leituras: ['pessoas'] }));
    const ids = new Set(own.items.map(({ id }) => id));
    expect(elsewhere.items.filter(({ id, dados }) => ids.has(id) && dados)).toEqual([]);
    const narrow = await keyOf({ leituras: ['turmas'], unidades: [101] });
    expect(new Set((await readAll(narrow)).items.map(({ tipo }) => tipo))).toEqual(new Set(['turmas']));
    expect([
      (await read(narrow, { tipos: 'pessoas' })).status,
      (await read(narrow, { tipos: 'turmas' })).status,
    ]).toEqual([403, 200]);
    const writer = await keyOf({ leituras: [], tabelas: ['alunos'] });
    expect((await read(writer)).body.code).toBe('key_scope');
    expect((await portal.ops.leads.listLeads({ limit: 10, offset: 0 } as never, { token: narrow })).status).toBe(403);
  });

  it('staff read the feed within their rights, and nobody else does', async () => {
    const seller = await addStaff(portal, { rights: ['pedidos'] });
    const { status, body } = await read(undefined, { limite: 500 }, seller);
    expect([status, new Set(body.items.map(({ tipo }) => tipo))]).toEqual([200, new Set(['pedidos'])]);
    expect((await read(undefined, { tipos: 'parcelas' }, seller)).status).toBe(403);
    expect((await read(undefined, {}, people.ana)).status).toBe(403);
    expect((await read(undefined)).status).toBe(401);
  });

  it.each(['x', '0', `${'a'.repeat(36)}`, 'drop table'])('refuses the cursor “%s”', async (desde) => {
    const { status, body } = await read(await keyOf(), { desde });
    expect([status, /\S/.test(body.detail)]).toEqual([422, true]);
  });

  it('the feed refuses a cursor from before a restore, and invalid kinds and limits', async () => {
    const token = await keyOf();
    const { proximo } = await readAll(token);
    const [epoca, pos] = proximo.split('.');
    expect((await read(token, { desde: `${epoca}.${Number(pos) + 1}` })).body.code).toBe('cursor_gone');
    expect((await read(token, { tipos: 'senhas' })).status).toBe(422);
    for (const limite of [0, 501]) expect((await read(token, { limite })).status).toBe(422);
    await db().deleteFrom('sync_heads').execute();
    const gone = await read(token, { desde: proximo });
    expect([gone.status, gone.body.code]).toEqual([410, 'cursor_gone']);
    expect((await readAll(token)).items.length).toBeGreaterThan(0);
  });

  it.runIf(engine === 'postgres')('holds up nobody who saves a profile while an import runs', async () => {
    const { drive_user_id } = await db()
      .selectFrom('users')
      .select('drive_user_id')
      .where('id', '=', people.ana)
      .executeTakeFirstOrThrow();
    await db()
      .transaction()
      .execute(async (importing) => {
        await importing
          .updateTable('drive_users')
          .set({ nome: 'Ana Nova' })
          .where('id', '=', drive_user_id ?? 0)
          .execute();
        await db()
          .transaction()
          .execute(async (saving) => {
            await sql`set local lock_timeout = '2s'`.execute(saving);
            await saving.updateTable('users').set({ phone: '11933334444' }).where('id', '=', people.ana).execute();
          });
        await importing.updateTable('users').set({ full_name: 'Ana Nova' }).where('id', '=', people.ana).execute();
      });
  });

  it('the feed skips nothing while eight write and one reads', async () => {
    const token = await keyOf({ leituras: ['turmas'] });
    const { livro_id } = await db().selectFrom('turmas').select('livro_id').limit(1).executeTakeFirstOrThrow();
    let { proximo } = await readAll(token);
    const made = new Set<number>();
    const named = new Map<number, string>();
    const turma = (nome: string) => ({
      ...{ company_id: 101, livro_id, professor_user_id: null, nome, modalidade: 'online' as const },
      ...{ somente_digital: false, sala: null, inicio: '2030-01-01', fim: '2030-06-30', status: 'futura' as const },
      ...{ aulas_total: 1, link_reuniao: null, imported: null },
    });
    let running = 8;
    const write = async (writer: number) => {
      for (let round = 0; round < 12; round += 1) {
        // Transactions overlap: one that began early is committed after later ones.
        await db()
          .transaction()
          .execute(async (tx) => {
            const ids: number[] = [];
            for (let row = 0; row <= writer; row += 1) {
              const { id } = await tx
                .insertInto('turmas')
                .values(turma(`W${writer}-${round}-${row}`))
                .returning('id')
                .executeTakeFirstOrThrow();
              ids.push(id);
            }
            const nome = `W${writer}-${round}-fim`;
            await tx.updateTable('turmas').set({ nome }).where('id', 'in', ids).execute();
            for (const id of ids) made.add(id);
          });
        // All writers change the same row: the last state must arrive.
        const [first] = made;
        const nome = `por ${writer} na volta ${round}`;
        await db()
          .updateTable('turmas')
          .set({ nome })
          .where('id', '=', first ?? 0)
          .execute();
      }
      running -= 1;
    };
    const exported = new Map<number, string | null>();
    const readOn = async () => {
      const page = await readAll(token, proximo, 50);
      proximo = page.proximo;
      for (const each of page.items) if (each.tipo === 'turmas') exported.set(each.id, each.dados?.nome ?? null);
    };
    const reader = async () => {
      while (running > 0) await readOn();
    };
    await Promise.all([reader(), ...Array.from({ length: 8 }, (_, writer) => write(writer))]);
    await readOn();
    for (const { id, nome } of await db().selectFrom('turmas').select(['id', 'nome']).execute()) named.set(id, nome);
    expect(made.size).toBe(12 * 36);
    for (const id of made) expect(exported.get(id), `class ${id}`).toBe(named.get(id));
  });
});

it('the reads of a key are limited', async () => {
  const portal = await openTestSchool('sqlite', { env: { LIMITS: 'sync=2/600' } });
  const { body: made } = await portal.ops.sync.createKey(
    { nome: 'ERP', tabelas: [], leituras: ['turmas'], unidades: null, dias: null },
    { as: people.helena },
  );
  const read = () => portal.call(sync.listChanges, { query: {} as never }, { token: made.chave });
  expect([(await read()).status, (await read()).status, (await read()).status]).toEqual([200, 200, 429]);
  await portal.close();
});
