import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/server/config.ts';
import { gatherStatistics } from '../../src/server/core/db/statistics.ts';
import { openFiles } from '../../src/server/core/ports/files.ts';
import { personalTables } from '../../src/server/operate/privacy/personal-tables.ts';
import { addAccount } from '../support/accounts.ts';
import { address, CPF, fillEveryTable, mark, NAME, ownRow, ownTexts, PHONE } from '../support/marked-person.ts';
import { columnsOf } from '../support/schema-walk.ts';
import { openTestSchool } from '../support/school.ts';

const PASSWORD = 'portal-demo';

describe('the file of SQLite (S15)', () => {
  const folders: string[] = [];
  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-erased-'));
    folders.push(folder);
    return folder;
  };
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  /** Where the files of the database contain a text: the file and the surrounding bytes. */
  const traces = (folder: string, texts: readonly string[]) =>
    readdirSync(folder)
      .filter((name) => name.startsWith('portal.sqlite'))
      .flatMap((name) => {
        const bytes = readFileSync(join(folder, name), 'latin1').toLowerCase();
        return texts.flatMap((text) => {
          const at = bytes.indexOf(Buffer.from(text.toLowerCase()).toString('latin1'));
          return at < 0 ? [] : [`${name} at ${at}: ${bytes.slice(at - 40, at + 40).replace(/[^ -~]+/g, '.')}`];
        });
      });

  it('holds no byte of an erased person, neither in free pages nor in its log', async () => {
    const folder = newFolder();
    const files = await openFiles(readConfig({ DATA_DIR: ':memory:', NODE_ENV: 'test' }));
    const portal = await openTestSchool('sqlite', {
      ports: { files },
      env: { DATA_DIR: folder, ERASURE_GRACE_DAYS: '0' },
    });
    const { db } = portal.school;
    const columns = await columnsOf(portal);
    const { id } = await addAccount(portal, { full_name: NAME, cpf: CPF, phone: PHONE, birth_date: '1990-01-01' });
    const guardian = JSON.stringify({ full_name: NAME, cpf: CPF, email: address(id), phone: PHONE, relation: 'Mãe' });
    const given = { email: address(id), email_key: address(id), birth_date: '1990-01-01', guardian };
    await mark(portal, ownTexts(columns, 'users'), id, id, given);
    const { drive_user_id } = await ownRow(portal, 'users', id);
    await mark(portal, ownTexts(columns, 'drive_users'), Number(drive_user_id), id);
    expect(await fillEveryTable(portal, columns, id)).toEqual([]);
    await db.deleteFrom('user_actions').where('user_id', '=', id).execute();
    const texts = [NAME, address(id), CPF, PHONE];
    // Rows kept by law contain the name. These are given another name.
    const byLaw = personalTables.filter(({ because }) => because !== undefined);
    const stored = columns.filter(({ table, kind }) => kind === 'text' && byLaw.some((entry) => entry.table === table));
    for (const { table, name } of stored.filter(({ table }) => table !== 'users'))
      for (const text of texts)
        await sql`update ${sql.table(table)} set ${sql.ref(name)} = replace(${sql.ref(name)}, ${text}, 'outra')
          where ${sql.ref(name)} like ${`%${text}%`}`.execute(db);
    await gatherStatistics(portal.school.database);
    expect(traces(folder, texts).length).toBeGreaterThan(3);

    const answer = await portal.ops.account.deleteAccount({ current_password: PASSWORD }, { as: id });
    expect([answer.status, answer.body.status]).toEqual([200, 'apagada']);
    await portal.worker.runOnce();
    expect(traces(folder, texts)).toEqual([]);
    await portal.close();
    expect(traces(folder, texts)).toEqual([]);
  });

  it('a file of an earlier release is rewritten once, without its deleted data', async () => {
    const folder = newFolder();
    const env = { DATA_DIR: folder };
    await (await openTestSchool('sqlite', { demo: 'off', env })).close();
    const earlier = new SqliteDatabase(join(folder, 'portal.sqlite'));
    earlier.pragma('secure_delete = off');
    earlier.pragma('user_version = 0');
    earlier.exec('create table notes (words text)');
    for (let row = 0; row < 500; row += 1) earlier.prepare('insert into notes values (?)').run(`${NAME} ${row}`);
    earlier.exec('delete from notes');
    earlier.close();
    expect(traces(folder, [NAME])).not.toEqual([]);
    await (await openTestSchool('sqlite', { demo: 'off', env })).close();
    expect(traces(folder, [NAME])).toEqual([]);
  });

  it('a file of a later release keeps its version number', async () => {
    const env = { DATA_DIR: newFolder() };
    const numberOf = async (given?: number) => {
      const portal = await openTestSchool('sqlite', { demo: 'off', env });
      if (given !== undefined) await sql.raw(`pragma user_version = ${given}`).execute(portal.school.db);
      const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(portal.school.db);
      await portal.close();
      return rows[0]?.user_version;
    };
    expect(await numberOf()).toBe(1);
    await numberOf(2);
    expect(await numberOf()).toBe(2);
  });
});
