import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SyncTable } from '../../src/lib/contract/sync.schema.ts';
import { pageByName } from '../../src/server/core/db/people-by-name.ts';
import { updateEach } from '../../src/server/core/db/update-each.ts';
import { importTable } from '../../src/server/operate/import/import.ts';
import { ImportBusy, withImportLock } from '../../src/server/operate/import/import-lock.ts';
import { kinds } from '../../src/server/operate/import/kinds.ts';
import type { TableRefused } from '../../src/server/operate/import/table.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

describe.each(engines)('files of a school on %s', (engine) => {
  let portal: TestSchool;
  const unit = 'KNN Vila Nova';
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const take = (name: SyncTable, lines: readonly string[]) =>
    importTable(portal.school, kinds[name], new TextEncoder().encode(lines.join('\n')));
  const faultsOf = async (name: SyncTable, lines: readonly string[]) => {
    const error = await take(name, lines).catch((reason: unknown) => reason);
    return (error as TableRefused).faults.map(({ line, column, text }) => [line, column, text]);
  };
  const head = 'unidade;matricula;nome;email';
  const billHead = 'unidade;matricula;contrato;numero;total;vencimento;valor';
  const bill = (number: string) => `${unit};${number};Curso;1;1;10/01/2031;100,00`;
  const numbers = async () => {
    const query = portal.school.db.selectFrom('drive_users').select('matricula').where('matricula', 'like', '%7701');
    return (await query.orderBy('matricula').execute()).map(({ matricula }) => matricula);
  };

  it('a number without its leading zeros finds the only student whose number has them', async () => {
    await take('alunos', [head, `${unit};0007701;Rui Sá;rui@zeros.example`]);
    expect(await take('alunos', [head, `${unit};7701;Rui de Sá;RUI@zeros.example`])).toMatchObject({
      added: 0,
      changed: 1,
    });
    expect(await take('parcelas', [billHead, bill('7701')])).toMatchObject({ added: 1 });
    expect(await take('parcelas', [billHead, bill('0007701')])).toEqual({ added: 0, changed: 0, same: 1 });
    expect(await numbers()).toEqual(['0007701']);
    expect(
      await faultsOf('alunos', [head, `${unit};7701;Rui de Sá;rui@zeros.example`, `${unit};0007701;Rui;x@x.example`]),
    ).toEqual([[3, undefined, 'Repete a linha 2.']]);
  });

  it('many renamed people are found by their new names only, and the index keeps nothing of the old ones', async () => {
    const named = (name: string) => [
      head,
      ...Array.from(
        { length: 260 },
        (_, at) => `${unit};6${String(at).padStart(4, '0')};${name} ${at};n${at}@many.example`,
      ),
    ];
    await take('alunos', named('Zoé ☠☡☢☣'));
    expect(await inIndex('☡☢')).toBe(engine === 'sqlite');
    expect(await take('alunos', named('Zoé ☤☥☦☧'))).toEqual({ added: 0, changed: 260, same: 0 });
    expect(await inIndex('☡☢')).toBe(false);
    const enrolled = portal.school.db.selectFrom('drive_users').select('nome').where('nome', 'like', 'Zoé ☤☥☦☧ %');
    expect(await enrolled.execute()).toHaveLength(260);
    const reach = { escolaId: null, units: null };
    const found = async (q: string) => (await pageByName(portal.school.db, { reach, q, limit: 1, offset: 0 })).total;
    expect([await found('☠☡☢☣'), await found('☤☥☦☧')]).toEqual([0, 260]);
    // A name by itself leaves the index as before.
    await portal.school.db
      .updateTable('users')
      .set({ full_name: 'Zoé' })
      .where('full_name', 'like', '%☤☥☦☧%')
      .execute();
    expect(await inIndex('☥☦')).toBe(false);
  });

  /** Whether the file of SQLite's index of names has these letters. */
  async function inIndex(letters: string) {
    if (engine !== 'sqlite') return false;
    const { rows } = await sql<{ block: Buffer }>`select block from people_grams_data`.execute(portal.school.db);
    return rows.some(({ block }) => Buffer.from(block).includes(letters));
  }

  it('a row that changes during a bulk update keeps that change, and the others are written', async () => {
    const lines = [head, ...[1, 2, 3].map((at) => `${unit};510${at};Iara ${at};iara${at}@race.example`)];
    await take('alunos', lines);
    const row = portal.school.db
      .selectFrom('users')
      .select(['id', 'changed_at'])
      .where('email_key', '=', 'iara2@race.example');
    const { id } = await row.executeTakeFirstOrThrow();
    const still = { changed_at: '2020-01-01T00:00:00.000Z' };
    const written = await updateEach(portal.school.db, 'users', [
      { id, values: { full_name: 'Iara Outra' }, still },
      { id: 999_999, values: { full_name: 'Ninguém' }, still },
    ]);
    expect([...written]).toEqual([]);
    const again = await updateEach(portal.school.db, 'users', [
      { id, values: { full_name: 'Iara Outra', cpf: null }, still: { changed_at: null } },
    ]);
    expect([...again]).toEqual([id]);
    expect(await updateEach(portal.school.db, 'users', [])).toEqual(new Set());
  });

  it('a number that may be another person’s is reported as an error', async () => {
    const may = 'A matrícula “7701” pode ser 0007701: escreva com todos os zeros.';
    expect(await faultsOf('alunos', [head, `${unit};7701;Ana Luz;ana@zeros.example`])).toEqual([[2, 'matricula', may]]);
    const { driveUserId } = await addAccount(portal);
    await portal.school.db
      .updateTable('drive_users')
      .set({ matricula: '07701' })
      .where('id', '=', driveUserId)
      .execute();
    expect(await faultsOf('parcelas', [billHead, bill('7701')])).toEqual([
      [
        2,
        'matricula',
        expect.stringMatching(/^A matrícula “7701” pode ser 0+7701 ou 0+7701: escreva com todos os zeros\.$/),
      ],
    ]);
  });

  describe('nightly imports', () => {
    const students = Array.from(
      { length: 300 },
      (_, index) => `${unit};N-${index};Nome ${index};n${index}@noite.example`,
    );
    const bills = students.flatMap((_, index) =>
      [1, 2, 3].map((number) => `${unit};N-${index};Noite;${number};3;10/0${number}/2031;100,00`),
    );
    const files: [SyncTable, string[]][] = [
      ['alunos', [head, ...students]],
      ['parcelas', [billHead, ...bills]],
    ];

    it('two concurrent imports of a file add each row once', async () => {
      for (const [name, lines] of files) {
        const results = await Promise.all([take(name, lines), take(name, lines)]);
        const rows = lines.length - 1;
        expect(results.toSorted((a, b) => b.added - a.added)).toEqual([
          { added: rows, changed: 0, same: 0 },
          { added: 0, changed: 0, same: rows },
        ]);
      }
    });

    it('a repeated nightly import writes nothing, also after changes in the portal', async () => {
      const { db } = portal.school;
      const ids = db
        .selectFrom('users')
        .innerJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
        .select('users.id')
        .where('matricula', 'like', 'N-1_');
      await db.updateTable('users').set({ full_name: 'Nome daqui' }).where('id', 'in', ids).execute();
      await db.updateTable('parcelas').set({ vencimento: '2031-05-05' }).where('user_id', 'in', ids).execute();
      const rowsOf = async () => [
        await db.selectFrom('users').selectAll().orderBy('id').execute(),
        await db.selectFrom('parcelas').selectAll().orderBy('id').execute(),
      ];
      const before = await rowsOf();
      for (const [name, lines] of files) {
        const { conflicts, ...counts } = await take(name, lines);
        expect(counts).toEqual({ added: 0, changed: 0, same: lines.length - 1 });
        expect(conflicts).toHaveLength(name === 'alunos' ? 10 : 30);
      }
      expect(await rowsOf()).toEqual(before);
    });

    // SQLite has one writer, and a transaction waits for it by itself.
    it.skipIf(engine === 'sqlite')('an import that waits too long for another one says so', async () => {
      await withImportLock(portal.school, async () => {
        await expect(withImportLock(portal.school, () => Promise.resolve(), { waitMs: 1 })).rejects.toThrow(ImportBusy);
      });
    });
  });
});
