import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/server/core/db/connection.ts';
import { openFiles } from '../../src/server/core/ports/files.ts';
import { AVATAR_FOLDER } from '../../src/server/identity/account/tables.ts';
import { makeBackup } from '../../src/server/operate/backup/make-backup.ts';
import { restoreBackup } from '../../src/server/operate/backup/restore-backup.ts';
import { openTarget } from '../../src/server/operate/backup/target.ts';
import { emptyPlace, type Place, placeAt } from '../support/backups.ts';
import { SECRET } from '../support/bare-env.ts';
import { sharedDatabase } from '../support/databases.ts';
import { engines } from '../support/school.ts';
import { pictureOf } from '../support/stored-pictures.ts';

const SOME_PICTURES = 40;
const NOW = new Date('2026-03-02T03:00:00Z');

/** What the writing process reported: what must be there, and what may be there. */
interface Acknowledged {
  stored: Set<string>;
  gone: Set<string>;
}

async function writing(env: Record<string, string>) {
  const child = fork('tests/support/keeping-process.ts', { env: { ...process.env, ...env }, stdio: 'inherit' });
  const acknowledged: Acknowledged = { stored: new Set(), gone: new Set() };
  child.on('message', (word: { stored?: string; gone?: string }) => {
    if (word.stored) acknowledged.stored.add(word.stored);
    if (word.gone) acknowledged.gone.add(word.gone);
  });
  /** Waits until so many more are stored. */
  const more = async (count: number) => {
    for (const before = acknowledged.stored.size; acknowledged.stored.size < before + count; )
      await once(child, 'message');
  };
  const end = async () => {
    const over = once(child, 'exit');
    child.send('over');
    expect((await over)[0]).toBe(0);
  };
  return { acknowledged, more, end };
}

async function picturesIn({ config }: Place) {
  const { db, close } = openDatabase(config, null, () => {});
  const rows = await db.selectFrom('avatars').select('chave').where('chave', 'like', 'kept-%').execute();
  const twins = await db.selectFrom('ended_tokens').select('jti').where('jti', 'like', 'kept-%').execute();
  await close();
  const keys = rows.map(({ chave }) => chave).toSorted();
  expect(twins.map(({ jti }) => jti).toSorted()).toEqual(keys);
  const files = await openFiles(config);
  for (const key of keys) {
    const bytes = Buffer.concat(await (await files.open(`${AVATAR_FOLDER}/${key}`)).toArray());
    expect(createHash('sha256').update(bytes).digest('hex'), key).toBe(pictureOf(key).sha256);
  }
  return keys;
}

describe.each(engines)('a backup of %s', (engine) => {
  const made: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const remove of made.splice(0)) await remove();
  });
  const folder = () => {
    const path = mkdtempSync(join(tmpdir(), 'portal-backups-'));
    made.push(() => rmSync(path, { recursive: true, force: true }));
    return path;
  };
  const empty = async (other: typeof engine) => {
    const place = await emptyPlace(other);
    made.push(place.remove);
    return place;
  };
  /** The demo school, with files, in a place that other processes reach. */
  async function school(): Promise<Place> {
    const { env, remove } = await sharedDatabase(engine);
    const place = placeAt(env.DATA_DIR ?? folder(), { SECRET, ...env }, remove);
    made.push(place.remove);
    return place;
  }
  const back = async (place: Place, path: string, now = NOW, passphrase: string | null = null) => {
    const target = await openTarget(path, place.config);
    return { target, ...(await makeBackup(place.config, { target, passphrase, version: '1', now })) };
  };

  it('a backup during writes is one consistent instant: restored on each engine, rows and files are equal', async () => {
    const [place, path] = [await school(), folder()];
    const { acknowledged, more, end } = await writing(place.env);
    await more(SOME_PICTURES);
    const before = new Set(acknowledged.stored);
    const { target, name, manifest } = await back(place, path);
    const after = { stored: new Set(acknowledged.stored), gone: new Set(acknowledged.gone) };
    await more(SOME_PICTURES);
    await end();
    expect(manifest.missing.filter((key) => key.startsWith(AVATAR_FOLDER))).toEqual([]);
    for (const other of engines) {
      const restored = await empty(other);
      await restoreBackup(restored.config, { target, backup: name, passphrase: undefined });
      const found = await picturesIn(restored);
      // Everything reported before the backup is there, except what was deleted; nothing later is.
      expect(found).toEqual(expect.arrayContaining([...before].filter((key) => !after.gone.has(key))));
      expect(found.length).toBeLessThan(acknowledged.stored.size);
      const again = await back(restored, folder());
      expect(again.manifest.tables).toEqual(manifest.tables);
      expect(again.manifest.counters).toMatchObject(manifest.counters);
      expect(again.manifest.files.count).toBe(manifest.files.count);
    }
    expect(after.stored.size).toBeGreaterThan(before.size);
  });
});
