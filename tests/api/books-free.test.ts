import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkBook } from '../../src/lib/contract/books.ts';
import { importTable } from '../../src/server/operate/import/import.ts';
import { kinds } from '../../src/server/operate/import/kinds.ts';
import type { TableRefused } from '../../src/server/operate/import/table.ts';
import { addAccount } from '../support/accounts.ts';
import { withKey } from '../support/points.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff } from '../support/staff.ts';

const [OWN, OTHER] = [101, 102];
const FRANCHISE_BOOK = 1;

describe.each(engines)('copies that nobody reads, on %s', (engine) => {
  let portal: TestSchool;
  let helena: number;
  let stranger: number;
  let copies: { id: number; code: string; uuid: string; escola_id: number | null }[];
  beforeAll(async () => {
    portal = await openTestSchool(engine, { limits: noLimits });
    [helena, stranger] = [await addStaff(portal), await addStaff(portal, { company: OTHER })];
    const input = { id: FRANCHISE_BOOK, unidade_id: OWN, quantidade: 5 };
    const { body } = await portal.ops.books.createCopies(input, withKey({ as: helena }));
    copies = await portal.school.db
      .selectFrom('user_books')
      .select(['id', 'code', 'uuid', 'escola_id'])
      .where('lote_id', '=', body.id)
      .orderBy('id')
      .execute();
  });
  afterAll(() => portal.close());

  const find = (key: string, as: number) => portal.ops.books.findBook({ key }, { as });
  const schoolOf = async (code: string) =>
    (await portal.school.db.selectFrom('user_books').select('escola_id').where('code', '=', code).executeTakeFirst())
      ?.escola_id;
  /** As staff of a school send it. */
  const take = (school: number | null, lines: readonly string[]) =>
    importTable(portal.school, kinds.exemplares, new TextEncoder().encode(lines.join('\n')), {
      reach: { escolaId: school, units: null },
    });
  const faultsOf = async (school: number | null, lines: readonly string[]) => {
    const error = await take(school, lines).catch((reason: unknown) => reason);
    return (error as TableRefused).faults.map(({ text }) => text);
  };

  it('copies belong to the school that they were made for: staff and students of another one do not find them', async () => {
    const [copy] = copies;
    expect(copy?.escola_id).toBe(1);
    const { code, uuid } = copy ?? { code: '', uuid: '' };
    for (const key of [code, uuid]) {
      expect((await find(key, helena)).status).toBe(200);
      expect((await find(key, stranger)).status).toBe(404);
    }
    const [own, other] = [await addAccount(portal), await addAccount(portal, { company: OTHER })];
    expect((await portal.call(linkBook, { body: { code } }, { as: other.id })).status).toBe(404);
    const linked = await portal.ops.books.linkUserBook({ id: other.id, code }, { as: stranger });
    expect(linked.status).toBe(404);
    expect((await portal.call(linkBook, { body: { code } }, { as: own.id })).status).toBe(200);
    // With a reader, it is known by its code that there is one, as before.
    expect((await find(code, stranger)).body).toMatchObject({ leitor: null, de_outra_escola: true });
  });

  it('an import of another school neither changes copies nor learns their codes', async () => {
    const [, copy, uuid] = [copies[0], copies[1], copies[2]?.uuid];
    const livro = (
      await portal.school.db
        .selectFrom('livros')
        .select('codigo')
        .where('id', '=', FRANCHISE_BOOK)
        .executeTakeFirstOrThrow()
    ).codigo;
    const head = 'codigo;livro;uuid;validade';
    const line = `${copy?.code};${livro};;31/12/2031`;
    expect(await faultsOf(2, [head, line])).toEqual([
      'Este exemplar é de outra pessoa: mude pelo painel, em Exemplares.',
    ]);
    expect(await faultsOf(2, [head, `ALHEIO-0001;${livro};${uuid};`])).toEqual(['Este UUID é de outro exemplar.']);
    expect(await take(1, [head, line])).toMatchObject({ changed: 1 });
    expect(await take(2, [head, `ALHEIO-0002;${livro};;`])).toMatchObject({ added: 1 });
    expect([await schoolOf('ALHEIO-0002'), (await find('ALHEIO-0002', helena)).status]).toEqual([2, 404]);
    // The operator reaches all of them; a copy of nobody known stays open until somebody names its school.
    expect(await take(null, [head, `ALHEIO-0003;${livro};;`])).toMatchObject({ added: 1 });
    expect([await schoolOf('ALHEIO-0003'), (await find('ALHEIO-0003', stranger)).status]).toEqual([null, 200]);
    expect(await take(2, [head, `ALHEIO-0003;${livro};;31/12/2031`])).toMatchObject({ changed: 1 });
    expect([await schoolOf('ALHEIO-0003'), (await find('ALHEIO-0003', helena)).status]).toEqual([2, 404]);
  });
});
