import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/server/core/db/connection.ts';
import { migrate } from '../../src/server/core/db/migrate.ts';
import { steps } from '../../src/server/core/db/steps.ts';
import { createDatabase } from '../support/databases.ts';
import { allEngines, openTestSchool } from '../support/school.ts';

const AT = '2026-03-02T10:00:00.000Z';
const LATER = '2026-03-03T10:00:00.000Z';
const names = steps.map(({ name }) => name);

type Bare = Kysely<Record<string, Record<string, unknown>>>;

describe.each(allEngines)('rows from before a step on %s', (engine) => {
  let database: Database;
  let db: Bare;
  let drop = async () => {};
  const upTo = (step: string) => migrate(database.db, engine, names.slice(0, names.indexOf(step) + 1));
  const add = async (table: string, row: Record<string, unknown>) =>
    (await db.insertInto(table).values(row).returning('id').executeTakeFirstOrThrow()).id as number;

  /** The rows of the demo school, in the columns of that version. */
  async function copyRows(...wanted: string[]): Promise<void> {
    const portal = await openTestSchool(engine);
    const then = await database.db.introspection.getTables();
    for (const table of wanted) {
      const columns = then.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
      const rows = await (portal.school.db as unknown as Bare).selectFrom(table).selectAll().execute();
      for (const row of rows)
        await db
          .insertInto(table)
          .values(Object.fromEntries(columns.map((name) => [name, row[name]])))
          .execute();
    }
    await portal.close();
  }

  beforeAll(async () => {
    const own = engine === 'postgres' ? await createDatabase() : null;
    if (own) drop = own.drop;
    database = openDatabase({ DATABASE_URL: own?.url, DATA_DIR: ':memory:' }, null, () => undefined);
    db = database.db as unknown as Bare;
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });

  it('pending friends become contacts, each once, and a telephone of another country fits', async () => {
    await upTo('0229-pressing');
    await copyRows('schools', 'companies', 'drive_users', 'users', 'club_codes');
    const person = { full_name: 'Sem Unidade', email: 's@u.example', email_key: 's@u.example', password_hash: '' };
    const unitless = await add('users', { id: 90_001, ...person, created_at: AT });
    const [ANA, BRUNO] = [1, 2];
    const refer = (telefone: string, more: Record<string, unknown> = {}) =>
      add('referrals', {
        ...{ user_id: ANA, canal: 'formulario', nome: `Amigo ${telefone}`, telefone, email: null, cidade: null },
        ...{ cpf: null, status: 'enviada', pontos_previstos: 500, contrato_id: null, amigo_user_id: null },
        ...{ motivo: null, consentimento_em: AT, pedido_em: null, criado_em: AT, ...more },
      });
    await refer('11987650001', { email: 'a@b.example', cidade: 'Santos' });
    await refer('1133330002', { user_id: BRUNO, status: 'em_contato', criado_em: LATER });
    // Friends that are erased, enrolled, refused by another referral, or of a person without a unit.
    await refer('#3');
    await refer('11987650004', { status: 'matriculada' });
    await refer('11987650005', { status: 'recusada', user_id: BRUNO });
    await refer('11987650005');
    await refer('11987650006', { user_id: unitless });
    // This friend wrote to the school too.
    await refer('11987650007');
    const known = {
      lugar: 'escola:1',
      pagina: 'knn-orlando',
      marca: 'knn',
      nome: 'Já Veio',
      email: null,
      cidade: 'Itu',
    };
    const times = { consentimento_em: AT, enviado_em: AT, mudou_em: AT, created_at: AT };
    await add('leads', { ...known, ...times, telefone: '11987650007', unidade_id: 101 });
    const before = await db.selectFrom('referrals').selectAll().orderBy('id').execute();

    expect(await upTo('0231-foreign-phones')).toEqual(['0230-referred-contacts', '0231-foreign-phones']);

    const leads = await db.selectFrom('leads').selectAll().orderBy('telefone').execute();
    expect(
      leads.map((each) => [each.telefone, each.lugar, each.pagina, each.cidade, each.indicacao_code, each.status]),
    ).toEqual([
      ['1133330002', 'escola:2', 'Indicação', 'Florianópolis', null, 'em_contato'],
      ['11987650001', 'escola:1', 'Indicação', 'Santos', 'AMZB-4K7Q', 'novo'],
      ['11987650005', 'escola:1', 'Indicação', 'Campinas', 'AMZB-4K7Q', 'novo'],
      ['11987650007', 'escola:1', 'knn-orlando', 'Itu', null, 'novo'],
    ]);
    const events = await db
      .selectFrom('lead_events')
      .innerJoin('leads', 'leads.id', 'lead_events.lead_id')
      .select(['leads.telefone', 'lead_events.kind', 'lead_events.created_at', 'lead_events.por_user_id'])
      .orderBy('leads.telefone')
      .execute();
    expect(
      events.map(({ telefone, kind, created_at, por_user_id }) => [telefone, kind, created_at, por_user_id]),
    ).toEqual([
      ['1133330002', 'envio', LATER, BRUNO],
      ['11987650001', 'envio', AT, ANA],
      ['11987650005', 'envio', AT, ANA],
    ]);
    expect(await db.selectFrom('referrals').selectAll().orderBy('id').execute()).toEqual(before);
    const abroad = '+351912345678901';
    await refer(abroad);
    await add('leads', { ...known, ...times, telefone: abroad });
    await migrate(database.db, engine);
    expect(await migrate(database.db, engine)).toEqual([]);
  });
});
