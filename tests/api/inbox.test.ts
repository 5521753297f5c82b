import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

const people = { ana: 1, bruno: 2, helena: 7 };
const noSession = { status: 401, body: { detail: 'Sua sessão terminou. Entre de novo.' } };

describe.each(engines)('notices on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  /** One notice for each instant, as many as given. */
  async function newNotices(userId: number, instants: string[]): Promise<number[]> {
    const rows = await portal.school.db
      .insertInto('notices')
      .values(
        instants.map((created_at, index) => ({
          user_id: userId,
          title: `Aviso ${index}`,
          body: 'Texto',
          path: '/dashboard',
          category: 'aviso',
          created_at,
          read_at: null,
        })),
      )
      .returning('id')
      .execute();
    return rows.map(({ id }) => id);
  }
  const list = (as: number, query: Record<string, unknown> = {}, sent: Sent = {}) =>
    portal.ops.inbox.listNotices(query, { as, ...sent });
  const read = (as: number, id: number | string) => portal.ops.inbox.markNoticeRead({ id }, { as });
  const readAt = async (id: number) =>
    (await portal.school.db.selectFrom('notices').select('read_at').where('id', '=', id).executeTakeFirstOrThrow())
      .read_at;

  describe('GET portal/notices (DASH-01)', () => {
    it('the list of notices has the own ones, newest first, with a stable order within an instant', async () => {
      const { id } = await addAccount(portal);
      const [old, tied, tiedToo, fresh] = await newNotices(id, [
        '2026-01-01T10:00:00.000Z',
        '2026-02-01T10:00:00.000Z',
        '2026-02-01T10:00:00.000Z',
        '2026-03-01T10:00:00.000Z',
      ]);
      const { body } = await list(id);
      expect(body.items.map((notice) => notice.id)).toEqual([fresh, tiedToo, tied, old]);
      expect(body).toMatchObject({ total: 4, limit: 20, offset: 0 });
      expect(body.items[0]).toEqual({
        id: fresh,
        title: 'Aviso 3',
        body: 'Texto',
        path: '/dashboard',
        category: 'aviso',
        created_at: '2026-03-01T10:00:00.000Z',
        read_at: null,
      });
    });

    it('pages of notices have no gaps and no duplicates', async () => {
      const { id } = await addAccount(portal);
      const made = await newNotices(id, Array(7).fill('2026-02-01T10:00:00.000Z'));
      const pages = await Promise.all([0, 3, 6, 9].map((offset) => list(id, { limit: 3, offset })));
      expect(pages.flatMap(({ body }) => body.items.map((notice) => notice.id))).toEqual(made.toReversed());
      expect(pages.map(({ body }) => [body.total, body.limit, body.offset])).toEqual([
        [7, 3, 0],
        [7, 3, 3],
        [7, 3, 6],
        [7, 3, 9],
      ]);
    });

    it('ROLE-08 the list of notices never shows those of others, whatever the query says', async () => {
      for (const as of [people.bruno, people.helena]) {
        const { body } = await list(as, { user_id: people.ana });
        expect(body).toEqual({ items: [], total: 0, unread: 0, limit: 20, offset: 0 });
      }
      expect((await list(people.ana, { user_id: people.bruno })).body.total).toBe(5);
    });

    it('AUTH-26 the list of notices needs a bearer', async () => {
      expect(await portal.ops.inbox.listNotices({})).toMatchObject(noSession);
    });

    it.each([
      [{ limit: 0 }, 'Use um valor a partir de 1'],
      [{ limit: 101 }, 'Use um valor até 100'],
      [{ limit: 'x' }, 'Digite apenas números'],
      [{ offset: -1 }, 'Use um valor a partir de 0'],
      [{ offset: 1.5 }, 'Digite apenas números inteiros'],
    ])('S1 the list of notices refuses %j', async (query, detail) => {
      expect(await list(people.ana, query)).toMatchObject({ status: 422, body: { detail } });
    });
  });

  describe('POST portal/notices/{id}/read', () => {
    it('reading a notice marks it as read and keeps the first time', async () => {
      const { id } = await addAccount(portal);
      const [notice = 0, other = 0] = await newNotices(id, Array(2).fill('2026-02-01T10:00:00.000Z'));
      const first = portal.clock.now.toISOString();
      expect(await read(id, notice)).toMatchObject({ status: 200, body: { detail: 'Aviso lido.' } });
      portal.clock.advance(60_000);
      expect((await read(id, notice)).status).toBe(200);
      expect([await readAt(notice), await readAt(other)]).toEqual([first, null]);
      expect((await list(id)).body.items.find((each) => each.id === notice)?.read_at).toBe(first);
    });

    it.each(['bruno', 'helena'] as const)(
      'ROLE-08 reading one notice does not know that of another, for %s',
      async (who) => {
        const { id } = await addAccount(portal);
        const [notice = 0] = await newNotices(id, ['2026-02-01T10:00:00.000Z']);
        const unknown = { status: 404, body: { detail: 'Não encontramos o que você procura.' } };
        expect(await read(people[who], notice)).toMatchObject(unknown);
        expect(await read(people[who], 999_999)).toMatchObject(unknown);
        expect(await readAt(notice)).toBeNull();
      },
    );

    it('AUTH-26 reading a notice needs a bearer', async () => {
      expect(await portal.ops.inbox.markNoticeRead({ id: 1 })).toMatchObject(noSession);
      expect(await readAt(1)).toBeNull();
    });

    it.each([
      ['0', 'Use um valor a partir de 1'],
      ['1.5', 'Digite apenas números inteiros'],
      ['abc', 'Digite apenas números'],
      ['2147483648', 'Use um valor até 2147483647'],
    ])('S1 reading one notice refuses the id %j', async (id, message) => {
      expect(await read(people.ana, id)).toMatchObject({ status: 422, body: { detail: message } });
    });
  });
});
