import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchUsers } from '../../src/lib/contract/account.ts';
import { foldText } from '../../src/lib/format/text.ts';
import type { InputOf } from '../../src/lib/page/operations.ts';
import { MAX_COUNTED } from '../../src/lib/rules/lists/list-query.ts';
import { growSchool } from '../../src/server/operate/seed/load.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';

const people = { helena: 7, nina: 12 };
const STUDENTS = 1_600;

describe.each(engines)('people by name on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { limits: noLimits });
    await growSchool(portal.school, STUDENTS);
  });
  afterAll(() => portal.close());

  type Query = Parameters<typeof query>[0];
  const query = (given: { q?: string; limit?: number; offset?: number; depois_de?: number; antes_de?: number }) =>
    given;
  const ask = async (given: Query, as = people.helena) =>
    (await portal.call(searchUsers, { query: given }, { as })).body;
  const idsOf = async (given: Query) => (await ask(given)).items.map(({ id }) => id);
  const add = async (full_name: string, more: Parameters<typeof addAccount>[1] = {}) =>
    (await addAccount(portal, { full_name, ...more })).id;
  const rename = (id: number, full_name: string) =>
    portal.school.db.updateTable('users').set({ full_name }).where('id', '=', id).execute();

  describe('a search', () => {
    it('a search finds every part of a name or an address, of any length', async () => {
      const id = await add('Quitéria d’ávila "Quica" Wxyz', { email: 'q_100%w@teste.example' });
      for (const q of [
        'Quitéria',
        'uité',
        'QUICA',
        '"qui',
        'la "Quica" W',
        'wx',
        'xy',
        'q_1',
        '0%w',
        '%w@',
        'd’ávil',
      ]) {
        expect(await idsOf({ q }), q).toEqual([id]);
      }
      for (const q of ['quitxria', 'q_1x', 'wxyzw', '\\w@', 'q*', 'wx AND xy'])
        expect(await idsOf({ q }), q).toEqual([]);
    });

    it('MANAGER-11 a search matches words in any order, without accents, with any apostrophe or space', async () => {
      const id = await add('Zuleika Jose\u0301  D’Ávila Conceição');
      for (const q of [
        ...['conceicao zuleika', 'José zuleika', 'zuleika jose\u0301', 'zuleika jose', 'ZULEIKA  ÁVILA'],
        ...["zuleika d'avila", 'zuleika d’ávila', 'zuleika d´avila', 'zuleika davila', 'avila\u00a0zul', 'a zuleika e'],
        'zuleika-conceição',
      ]) {
        expect(await idsOf({ q }), q).toEqual([id]);
      }
      for (const q of ['zuleika souza', "'", '- .']) expect(await idsOf({ q }), q).toEqual([]);
    });

    it('a search finds a person by the number, with and without its letters, also after a change', async () => {
      const { id, driveUserId } = await addAccount(portal, { full_name: 'Zoraide Matriculada' });
      const number = (matricula: string) =>
        portal.school.db
          .updateTable('drive_users')
          .set({ matricula })
          .where('id', '=', driveUserId ?? 0)
          .execute();
      await number('M-2026/4711');
      for (const q of ['M-2026/4711', 'm20264711', '20264711', 'M 4711', '4711 zoraide']) {
        expect(await idsOf({ q }), q).toEqual([id]);
      }
      await number('N99118822');
      expect(await idsOf({ q: '20264711' })).toEqual([]);
      expect(await idsOf({ q: '99118822' })).toEqual([id]);
      await portal.school.db.updateTable('users').set({ drive_user_id: null }).where('id', '=', id).execute();
      expect(await idsOf({ q: '99118822' })).toEqual([]);
    });

    it('the stored search text is the normalized name, address and number', async () => {
      await add('Ñandú “Ção” Łę ÉÀÜ ß İI d` x´y ʼz′ w\u00a0v\u2003u a.b-c/d 李 🙂');
      const rows = await portal.school.db
        .selectFrom('users')
        .leftJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
        .select(['full_name', 'email_key', 'matricula', 'guardian', 'search_text'])
        .execute();
      expect(rows.length).toBeGreaterThan(STUDENTS);
      for (const { full_name, email_key, matricula, guardian, search_text } of rows) {
        const hers = (JSON.parse(guardian ?? '{}') as { full_name?: string }).full_name ?? '';
        expect(search_text).toBe(foldText(`${full_name} ${email_key} ${matricula ?? ''} ${hers}`));
      }
    });

    it('a search finds a person by the new name and no longer by the old one', async () => {
      const id = await add('Ermengarda Primeira');
      await rename(id, 'Filomena Segunda');
      expect(await idsOf({ q: 'ermengarda' })).toEqual([]);
      expect(await idsOf({ q: 'filomena seg' })).toEqual([id]);
      await portal.school.db.deleteFrom('users').where('id', '=', id).execute();
      expect(await idsOf({ q: 'filomena seg' })).toEqual([]);
    });

    it('a search finds the same people as a full scan, by name, page by page', async () => {
      const all = await portal.school.db
        .selectFrom('users')
        .select(['id', 'search_text'])
        .where('school_id', '=', 1)
        .orderBy('full_name')
        .orderBy('id')
        .execute();
      for (const q of ['souza', 'ana s', 'aluno00012', 'bia rocha', 'a te', 'fábio', 'ls']) {
        const expected = all
          .filter(({ search_text }) => q.split(' ').every((word) => search_text?.includes(foldText(word))))
          .map(({ id }) => id);
        expect(expected.length, q).toBeLessThanOrEqual(MAX_COUNTED);
        const pages = await Promise.all([0, 1, 2, 3, 4].map((page) => ask({ q, limit: 100, offset: page * 100 })));
        expect(
          pages.flatMap(({ items }) => items.map(({ id }) => id)),
          q,
        ).toEqual(expected);
        for (const { total } of pages) expect(total, q).toBe(expected.length);
      }
    });

    it('a search stops at the limit of its count, and says that there are more', async () => {
      const { items, total } = await ask({ q: '@carga.example', limit: 20 });
      expect(items).toHaveLength(20);
      expect(total).toBe(MAX_COUNTED + 1);
      const shown: number[] = [];
      for (let offset = 0; offset < MAX_COUNTED; offset += 100) {
        shown.push(...(await idsOf({ q: '@carga.example', limit: 100, offset })));
      }
      expect(new Set(shown).size).toBe(MAX_COUNTED);
      if (engine === 'sqlite') return;
      const first = await portal.school.db
        .selectFrom('users')
        .select('id')
        .where('school_id', '=', 1)
        .where('email_key', 'like', '%@carga.example')
        .orderBy('full_name')
        .orderBy('id')
        .limit(MAX_COUNTED)
        .execute();
      expect(shown).toEqual(first.map(({ id }) => id));
    });
  });

  describe('the list', () => {
    it('cursors forward and backward give the same pages as page numbers', async () => {
      const pages: number[][] = [];
      for (let offset = 0; offset < 200; offset += 20) pages.push(await idsOf({ limit: 20, offset }));
      let last: number | undefined;
      for (const [index, page] of pages.entries()) {
        const after = await ask({ limit: 20, offset: index * 20, ...(last !== undefined && { depois_de: last }) });
        expect(after.items.map(({ id }) => id)).toEqual(page);
        expect(after.total).toBeGreaterThan((index + 1) * 20);
        last = page.at(-1);
      }
      for (const [index, page] of pages.slice(1).entries()) {
        expect(await idsOf({ limit: 20, antes_de: page[0] as number })).toEqual(pages[index]);
      }
    });

    it('the list ends with the last person of the school, and says so', async () => {
      const last = await portal.school.db
        .selectFrom('users')
        .select('id')
        .where('school_id', '=', 1)
        .orderBy('full_name', 'desc')
        .orderBy('id', 'desc')
        .limit(3)
        .execute();
      const { items, total } = await ask({ limit: 20, offset: 1_000, depois_de: last[2]?.id as number });
      expect(items.map(({ id }) => id)).toEqual([last[1]?.id, last[0]?.id]);
      expect(total).toBe(1_002);
    });

    it('an invalid cursor, or a person of another school, gives the first page', async () => {
      expect(await idsOf({ limit: 20, offset: 0, depois_de: people.nina })).toEqual(await idsOf({ limit: 20 }));
      expect(await idsOf({ limit: 20, offset: 0, depois_de: 2_000_000_000 })).toEqual(await idsOf({ limit: 20 }));
    });

    it('the list shows members, and former members with points, page by page', async () => {
      const page = async (given: InputOf<'club.listMembers'>) =>
        (await portal.ops.club.listMembers(given, { as: people.helena })).body;
      const both = await page({ limit: 40 });
      const first = await page({ limit: 20 });
      const second = await page({ limit: 20, depois: first.next ?? '' });
      expect(first.total).toBe(MAX_COUNTED + 1);
      expect([...first.items, ...second.items]).toEqual(both.items);
      expect(second.items.every(({ is_club, saldo }) => is_club || saldo > 0)).toBe(true);
    });
  });

  it('the school of a person follows the enrolment, its unit, and the school of the unit', async () => {
    const wrong = async () => {
      const { rows } = await sql`select users.id from users
        left join drive_users on drive_users.id = users.drive_user_id
        left join companies on companies.id = drive_users.company_id
        where coalesce(users.school_id, 0) <> coalesce(companies.escola_id, 0)`.execute(portal.school.db);
      return rows;
    };
    const schoolOf = async () =>
      (await portal.school.db.selectFrom('users').select('school_id').where('id', '=', id).executeTakeFirstOrThrow())
        .school_id;
    expect(await wrong()).toEqual([]);
    const { id, driveUserId } = await addAccount(portal);
    const there = await addAccount(portal, { company: 103 });
    const own = await schoolOf();
    expect(own).not.toBeNull();
    const enroll = (to: number | null) =>
      portal.school.db.updateTable('users').set({ drive_user_id: to }).where('id', '=', id).execute();
    await enroll(there.driveUserId);
    expect(await schoolOf()).not.toBe(own);
    expect(await wrong()).toEqual([]);
    await enroll(null);
    expect(await schoolOf()).toBeNull();
    await enroll(driveUserId);
    expect(await schoolOf()).toBe(own);
    const move = (company_id: number) =>
      portal.school.db.updateTable('drive_users').set({ company_id }).where('id', '=', driveUserId).execute();
    await move(103);
    expect(await schoolOf()).not.toBe(own);
    await portal.school.db
      .updateTable('companies')
      .set({ escola_id: own as number })
      .where('id', '=', 103)
      .execute();
    expect(await schoolOf()).toBe(own);
    expect(await wrong()).toEqual([]);
    await portal.school.db.deleteFrom('drive_users').where('id', '=', driveUserId).execute();
    expect(await schoolOf()).toBeNull();
    expect(await wrong()).toEqual([]);
  });
});
