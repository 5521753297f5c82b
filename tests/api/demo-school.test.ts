import { existsSync, readFileSync } from 'node:fs';
import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servedFiles } from '../../scripts/school-texts.ts';
import { getMe } from '../../src/lib/contract/account.ts';
import { login } from '../../src/lib/contract/auth.ts';
import { getFinance } from '../../src/lib/contract/finance.ts';
import { listClasses } from '../../src/lib/contract/pedagogico.ts';
import { needsRegistrationUpdate } from '../../src/lib/rules/account/registration.ts';
import { isNationalHoliday } from '../../src/lib/rules/time/holidays.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { tableNames } from '../../src/server/core/db/table-names.ts';
import { setBlock } from '../../src/server/identity/account/change-access.ts';
import { closeDemoAccounts } from '../../src/server/identity/account/demo-accounts.ts';
import { demoAccounts, seedDemoSchool } from '../../src/server/operate/seed/index.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const zone = 'America/Sao_Paulo';
const DAY_MS = 86_400_000;

/** The accounts as demo.md describes them, compared with their sessions. */
const accounts = [
  { id: 1, login: 'aluna', name: 'Ana Souza', company: 101, marca: 'knn', isClub: true, sells: true },
  { id: 2, login: 'visitante', name: 'Bruno Lima', company: 102, marca: 'knn' },
  { id: 3, login: 'pendente', name: 'Carla Dias', company: 101, marca: 'knn', sells: true, isPending: true },
  { id: 4, login: 'familia', name: 'Davi Reis', company: 101, marca: 'knn', sells: true },
  { id: 5, login: 'familia', name: 'Eva Reis', company: 101, marca: 'knn', sells: true },
  { id: 6, login: 'menor', name: 'Felipe Nunes', company: 101, marca: 'knn', sells: true, isMinor: true },
  {
    id: 7,
    login: 'gestora',
    name: 'Helena Prado',
    company: 101,
    marca: 'knn',
    isClub: true,
    sells: true,
    actions: [4],
  },
  { id: 8, login: 'admin', name: 'Igor Melo', company: 101, marca: 'knn', sells: true, actions: [1, 4] },
  { id: 9, login: 'professora', name: 'Júlia Castro', company: 101, marca: 'knn', sells: true, actions: [2] },
  { id: 10, login: 'bloqueada', name: 'Lara Pinto', company: 436, marca: 'knn' },
  { id: 11, login: 'semvinculo', name: 'Marcos Teles', company: null, marca: null },
  { id: 12, login: 'phenom', name: 'Nina Rocha', company: 103, marca: 'phenom', isClub: true, sells: true },
  { id: 13, login: 'secretaria', name: 'Olga Ramos', company: 101, marca: 'knn', sells: true, actions: [3, 4] },
  { id: 14, login: 'unidade', name: 'Paulo Sá', company: 104, marca: 'knn', sells: true, actions: [4] },
  { id: 15, login: 'responsavel', name: 'Sandra Nunes', company: 101, marca: 'knn', sells: true },
  { id: 16, login: 'sorocaba', name: 'Tiago Alencar', company: 104, marca: 'knn', sells: true },
];
const logins = [...new Set(accounts.map((each) => each.login))];

/** Every row of every table, so that new seeds are checked too. */
async function everything({ school: { db } }: TestSchool): Promise<Record<string, Record<string, unknown>[]>> {
  const tables = (await tableNames(db)).sort();
  const rows = await Promise.all(
    tables.map(async (name) => (await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)).rows),
  );
  return Object.fromEntries(
    tables.map((name, index) => [
      name,
      (rows[index] ?? []).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    ]),
  );
}

/** Values of all columns and JSON fields whose name matches, with their place. */
function valuesNamed(name: RegExp, root: unknown, path = ''): [string, string][] {
  if (typeof root === 'string' && /^[[{]/.test(root)) return valuesNamed(name, JSON.parse(root), path);
  if (typeof root === 'string') return name.test(path.split('.').at(-1) ?? '') ? [[path, root]] : [];
  if (root === null || typeof root !== 'object') return [];
  return Object.entries(root).flatMap(([key, value]) => valuesNamed(name, value, path === '' ? key : `${path}.${key}`));
}

describe.each(engines)('the demo school on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const count = (table: 'schools' | 'companies' | 'users' | 'livros' | 'turmas' | 'rewards' | 'point_entries') =>
    portal.school.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
      .then((row) => Number(row.count));

  describe('people', () => {
    it('the demo school has exactly the people of the table', async () => {
      expect(logins).toHaveLength(15);
      expect(await count('users')).toBe(accounts.length);
      expect(demoAccounts.people.map((person) => [person.id, person.login, person.name])).toEqual(
        accounts.map((each) => [each.id, `${each.login}@demo.example`, each.name]),
      );
    });

    it.each(logins)('%s@demo.example enters with the demo password, or is refused', async (name) => {
      const body = { username: `${name}@demo.example`, password: 'portal-demo' };
      const answer = await portal.call(login, { body });
      const own = accounts.filter((each) => each.login === name);
      if (name === 'bloqueada') return expect(answer).toMatchObject({ status: 403, body: { code: 'blocked_company' } });
      expect(answer.status).toBe(200);
      expect(typeof answer.body.access_token).toBe(own.length === 1 ? 'string' : 'object');
      expect(answer.body.users.map(({ id }) => id)).toEqual(own.map(({ id }) => id));
    });

    it('GUARD-15 people of unit 436 get no data', async () => {
      const refused = accounts.filter(({ company }) => company === 436);
      for (const { id } of refused) {
        expect(await portal.call(getMe, {}, { as: id })).toMatchObject({
          status: 401,
          body: { code: 'blocked_company' },
        });
      }
      expect(refused).toHaveLength(1);
    });

    it.each(accounts.filter(({ company }) => company !== 436))(
      '$name is as told',
      async ({ id, name, login, company, marca, ...told }) => {
        const { body } = await portal.call(getMe, {}, { as: id });
        expect(body).toMatchObject({
          full_name: name,
          email: `${login}@demo.example`,
          is_club: told.isClub ?? false,
          is_minor: told.isMinor ?? false,
          driver_tour: {},
          pwa_installed: false,
          related_users: [],
        });
        expect(body.user_actions.map(({ action_id }) => action_id)).toEqual(told.actions ?? []);
        const unit = body.drive_user?.company;
        expect([unit?.id ?? null, unit?.marca ?? null, unit?.venda_direta_allow ?? false]).toEqual([
          company,
          marca,
          told.sells ?? false,
        ]);
        expect(needsRegistrationUpdate(body, portal.clock.now, zone)).toBe(told.isPending ?? false);
      },
    );

    it('VALID-02 VALID-03 Carla lacks the CEP and confirmed five months ago', async () => {
      const { body } = await portal.call(getMe, {}, { as: 3 });
      expect(body.cep).toBeNull();
      expect(needsRegistrationUpdate({ ...body, cep: '13015904' }, portal.clock.now, zone)).toBe(true);
    });

    it('Felipe is 15 and has a guardian', async () => {
      const { body } = await portal.call(getMe, {}, { as: 6 });
      const today = dayIn(zone, portal.clock.now);
      const born = body.birth_date ?? '';
      expect(Number(today.slice(0, 4)) - Number(born.slice(0, 4)) - (today.slice(5) < born.slice(5) ? 1 : 0)).toBe(15);
      expect(body.guardian).toMatchObject({ full_name: 'Sandra Nunes', relation: 'Mãe' });
    });

    it('each person of the demo school has a CPF of their own', async () => {
      const users = await portal.school.db.selectFrom('users').select('cpf').execute();
      expect(new Set(users.map(({ cpf }) => cpf)).size).toBe(accounts.length);
    });
  });

  describe('content', () => {
    it('BOOK-01 the demo school has four printed books: of Ana, of nobody, of Davi, of Nina', async () => {
      const books = await portal.school.db.selectFrom('user_books').selectAll().orderBy('id').execute();
      expect(books.map(({ uuid, code, user_id }) => [uuid, code, user_id])).toEqual([
        ['11111111-1111-4111-8111-111111111111', 'KNN-LIVRO-0001', 1],
        ['22222222-2222-4222-8222-222222222222', 'KNN-LIVRO-0002', null],
        ['33333333-3333-4333-8333-333333333333', 'KNN-LIVRO-0003', 4],
        ['44444444-4444-4444-8444-444444444444', 'PHENOM-LIVRO-0001', 12],
      ]);
    });

    it('the demo school has schools, books of eight units, classes, rewards and entries', async () => {
      expect(await count('schools')).toBe(3);
      expect(await count('companies')).toBe(5);
      expect([await count('livros'), await count('turmas')]).toEqual([4, 7]);
      expect([await count('rewards'), await count('point_entries')]).toEqual([8, 20]);
      const units = await portal.school.db.selectFrom('unidades').select(['livro_id', 'palavras_total']).execute();
      for (const livro of [1, 2, 3, 4]) expect(units.filter(({ livro_id }) => livro_id === livro)).toHaveLength(8);
      expect(new Set(units.map(({ palavras_total }) => palavras_total))).toEqual(new Set([12]));
    });

    it('classes have a timetable, and past, current and future online lessons', async () => {
      const { db } = portal.school;
      const timed = await db.selectFrom('turma_horarios').select('turma_id').distinct().execute();
      expect(timed).toHaveLength(7);
      const lessons = await db.selectFrom('aulas').select('inicio').where('tipo', '=', 'online').execute();
      const today = dayIn(zone, portal.clock.now);
      const days = lessons.map(({ inicio }) => dayIn(zone, new Date(inicio)));
      expect([days.some((day) => day < today), days.some((day) => day > today)]).toEqual([true, true]);
      // On a holiday, such as the Tuesday of Carnival, no class meets.
      expect(days.includes(today)).toBe(!isNationalHoliday(today));
    });

    it('Ana has classes, and bills paid, overdue and open', async () => {
      expect((await portal.call(listClasses, { query: {} }, { as: 1 })).body).toHaveLength(2);
      const { parcelas } = (await portal.call(getFinance, {}, { as: 1 })).body;
      expect(new Set(parcelas.map(({ status }) => status))).toEqual(new Set(['paga', 'vencida', 'a_vencer']));
    });

    it('Bruno finds every list empty', async () => {
      expect((await portal.call(listClasses, { query: {} }, { as: 2 })).body).toEqual([]);
      expect((await portal.call(getFinance, {}, { as: 2 })).body.parcelas).toEqual([]);
    });
  });

  describe('every value of the seed', () => {
    it('VALID-22 each CPF and CNPJ has its check digits', async () => {
      const rows = await everything(portal);
      const cpfs = valuesNamed(/^cpf/, rows);
      expect(cpfs.length).toBeGreaterThan(accounts.length);
      expect(cpfs.filter(([, cpf]) => !isValidCpf(cpf))).toEqual([]);
      expect(valuesNamed(/^cnpj/, rows).filter(([, cnpj]) => !isValidCnpj(cnpj, { version: 2 }))).toEqual([]);
    });

    it('each picture exists, is an SVG, small and without a script', async () => {
      const beside = new Map(servedFiles().map(({ url, file }) => [url, file]));
      const pictures = valuesNamed(/^(capa|imagem)_url$/, await everything(portal));
      expect(pictures).toHaveLength(4 + 8 + 5 + 2 + 3);
      for (const [where, path] of pictures) {
        const file = beside.get(path) ?? `public${path}`;
        expect(existsSync(file), `${where}: ${file}`).toBe(true);
        const text = readFileSync(file, 'utf8');
        expect(text.length, file).toBeLessThan(3 * 1024);
        expect(text, file).toMatch(
          /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 (300 400|240 240|480 240)">/,
        );
        expect(text, file).not.toMatch(/<script|<text|<image|href|\son\w+=/);
      }
    });
  });

  it('seeding again changes nothing, not even a day later', async () => {
    const before = await everything(portal);
    portal.clock.advance(DAY_MS);
    expect(await seedDemoSchool(portal.school)).toBe(false);
    expect(await everything(portal)).toEqual(before);
  });

  describe('without the demo', () => {
    const enters = async (username: string, password = 'portal-demo') =>
      (await portal.call(login, { body: { username, password } })).status;
    const change = (id: number, values: { email_key?: string; password_hash?: string; is_blocked?: boolean }) =>
      portal.school.db.updateTable('users').set(values).where('id', '=', id).execute();

    it('A6 a start without the demo blocks exactly the demo accounts, and unblocks only those later', async () => {
      const { db } = portal.school;
      const real = await addAccount(portal, { company: 101 });
      const gone = await addAccount(portal, { company: 101, is_blocked: true });
      const actor = { db, now: portal.school.now };
      await setBlock(actor, 3, true);
      // An address can be changed in the panel and by its owner: of a manager, and of somebody without an enrolment.
      await change(7, { email_key: 'helena@escola.example' });
      await change(11, { email_key: 'marcos@escola.example' });
      expect(await closeDemoAccounts(db, 'off')).toEqual({ closed: accounts.length, others: 1 });
      expect([await enters('aluna@demo.example'), await enters(real.email)]).toEqual([400, 200]);
      expect([await enters('helena@escola.example'), await enters('marcos@escola.example')]).toEqual([400, 400]);
      await change(7, { email_key: 'gestora@demo.example' });
      await change(11, { email_key: 'semvinculo@demo.example' });
      // Blocks changed in the panel meanwhile.
      await setBlock(actor, 2, false);
      await setBlock(actor, 2, true);
      expect([await setBlock(actor, 12, true), await setBlock(actor, 12, true)]).toEqual([true, false]);
      expect(await closeDemoAccounts(db, 'on')).toEqual({ closed: 0, others: 0 });
      expect([await enters('aluna@demo.example'), await enters(real.email)]).toEqual([200, 200]);
      const blocked = await db.selectFrom('users').select('id').where('is_blocked', '=', true).orderBy('id').execute();
      expect(blocked.map(({ id }) => id)).toEqual([2, 3, 12, gone.id]);
    });
  });

  it('one of many concurrent starts seeds', async () => {
    const empty = await openTestSchool(engine, { demo: 'off' });
    const seeded = await Promise.all(Array.from({ length: 4 }, () => seedDemoSchool(empty.school)));
    expect(seeded.filter(Boolean)).toHaveLength(1);
    expect((await everything(empty)).users).toHaveLength(accounts.length);
    await empty.close();
  });
});

/** Edge dates: a leap day, the end of a year, an instant whose day differs between UTC and the school. */
it.each(['2028-02-29T15:00:00Z', '2027-01-01T12:00:00Z', '2026-09-01T01:30:00Z'])(
  'the demo school is itself when seeded at %s',
  async (instant) => {
    const portal = await openTestSchool('sqlite', { demo: 'off' });
    portal.clock.now = new Date(instant);
    await seedDemoSchool(portal.school);
    const today = dayIn(zone, portal.clock.now);
    const [evening] = (await portal.call(listClasses, { query: {} }, { as: 1 })).body.filter(({ id }) => id === 1);
    const next = evening?.proxima_aula?.inicio ?? '';
    expect([2, 4]).toContain(new Date(`${dayIn(zone, new Date(next))}T12:00:00Z`).getUTCDay());
    const { resumo } = (await portal.call(getFinance, {}, { as: 1 })).body;
    expect(resumo.proximo_vencimento).toBe(new Date(Date.parse(today) + 5 * DAY_MS).toISOString().slice(0, 10));
    const people = await Promise.all([1, 3, 6].map((as) => portal.call(getMe, {}, { as })));
    expect(people.map(({ body }) => needsRegistrationUpdate(body, portal.clock.now, zone))).toEqual([
      false,
      true,
      false,
    ]);
    expect(people[2]?.body.is_minor).toBe(true);
    await portal.close();
  },
);
