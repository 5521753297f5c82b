import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { type Db, openDatabase } from '../../src/server/core/db/connection.ts';
import { migrate, stepsOf } from '../../src/server/core/db/migrate.ts';
import { BASELINE, steps } from '../../src/server/core/db/steps.ts';
import { openFiles } from '../../src/server/core/ports/files.ts';
import { dropOldBackups, makeBackup } from '../../src/server/operate/backup/make-backup.ts';
import { backupName } from '../../src/server/operate/backup/manifest.ts';
import { findBackup, readBackup } from '../../src/server/operate/backup/read-backup.ts';
import { restoreBackup } from '../../src/server/operate/backup/restore-backup.ts';
import { openTarget } from '../../src/server/operate/backup/target.ts';
import { emptyPlace, PASSPHRASE, type Place } from '../support/backups.ts';
import { SECRET } from '../support/bare-env.ts';
import { openBucket } from '../support/bucket.ts';
import { takeBack } from '../support/schema-of-0-1-0.ts';
import { engines } from '../support/school.ts';

const later = steps.map(({ name }) => name).filter((name) => name !== BASELINE);
const NOW = new Date('2026-03-02T03:00:00Z');
const BYTES = Buffer.alloc(50_000, 'text of a student ');
const made: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const remove of made.splice(0).toReversed()) await remove();
});

/** A place with a queued mail. */
async function filledPlace(engine: (typeof engines)[number], env = {}): Promise<Place> {
  const place = await emptyPlace(engine, { SECRET, ...env });
  made.push(place.remove);
  const { db, close } = openDatabase(place.config, null, () => {});
  await migrate(db, engine);
  const rest = { kind: 'test', recipient: 'a@b.example', html: '', text: '', attempts: 0 };
  await db
    .insertInto('outbox')
    .values({ subject: 'Oi', created_at: NOW.toISOString(), ...rest })
    .execute();
  await close();
  return place;
}

/** A contact that was lost: three columns of its history had other names in 0.1.0. */
async function addContact(db: Db): Promise<void> {
  const at = NOW.toISOString();
  const said = { pagina: '/knn-orlando', marca: 'knn', nome: 'Lia' } as const;
  const { id } = await db
    .insertInto('leads')
    .values({
      ...{ ...said, lugar: 'marca:knn', telefone: '11987650001', cidade: '', status: 'perdido' },
      ...{ consentimento_em: at, enviado_em: at, mudou_em: at, created_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('lead_events')
    .values({ ...said, lead_id: id, kind: 'estado', created_at: at, status: 'perdido' })
    .execute();
}

async function mailsIn({ config }: Place) {
  const { db, close } = openDatabase(config, null, () => {});
  const [mails, ran] = [await db.selectFrom('outbox').selectAll().execute(), await stepsOf(db)];
  const history = await db.selectFrom('lead_events').selectAll().execute();
  await close();
  return { mails, ran, history };
}

/** A place with its files in a folder, whose backups may go to a bucket beside. */
async function besideBucket() {
  const bucket = await openBucket();
  made.push(bucket.close);
  const { FILES_S3_ENDPOINT, FILES_S3_KEY, FILES_S3_SECRET } = bucket.env;
  const place = await filledPlace('sqlite', {
    BACKUP_S3_ENDPOINT: FILES_S3_ENDPOINT,
    BACKUP_S3_KEY: FILES_S3_KEY,
    BACKUP_S3_SECRET: FILES_S3_SECRET,
  });
  return { bucket, place };
}

it('a bucket stores backups beside other objects, returns them, and drops old ones', async () => {
  const { bucket, place } = await besideBucket();
  bucket.stored.set('outra-coisa', Buffer.from('x'));
  await (await openFiles(place.config)).put('atividades/redacao', BYTES, 'text/plain');
  const open = () => openTarget('s3://portal-files/copias/escola', place.config);
  const target = await open();
  const back = (day: string) =>
    makeBackup(place.config, { target, passphrase: PASSPHRASE, version: '1', now: new Date(`${day}T03:00:00Z`) });
  await back('2026-02-27');
  const { name } = await back('2026-03-02');
  const { backup } = await findBackup(open, 's3://portal-files/copias/escola');
  expect(backup).toBe(name);

  const restored = await emptyPlace('sqlite', { SECRET });
  made.push(restored.remove);
  const { manifest } = await restoreBackup(restored.config, { target, backup, passphrase: PASSPHRASE });
  expect(manifest.files).toMatchObject({ count: 1, bytes: BYTES.length });
  expect((await mailsIn(restored)).mails).toMatchObject([{ subject: 'Oi' }]);

  const [key = ''] = [...bucket.stored.keys()].filter((each) => each.startsWith(`copias/escola/${name}/parte`));
  bucket.stored.set(key, Buffer.from('other bytes'));
  await expect(readBackup(target, name, PASSPHRASE)).rejects.toThrow(/A parte parte-00001/);
  const gone = await dropOldBackups(target, { days: 1, weeks: 0, months: 0 }, NOW);
  expect(gone).toEqual([backupName(new Date('2026-02-27T03:00:00Z'))]);
  const left = [...bucket.stored.keys()].filter((each) => !each.startsWith(`copias/escola/${name}/`));
  expect(left).toEqual(['outra-coisa']);
});

it('a target inside the files of the portal is refused: each backup would contain the earlier ones', async () => {
  const { place } = await besideBucket();
  const inFiles = await openTarget(join(place.folder, 'files', 'copias'), place.config);
  const options = { passphrase: null, version: '1', now: NOW };
  await expect(makeBackup(place.config, { target: inFiles, ...options })).rejects.toThrow('guarde as cópias em outro');
  const config = {
    ...place.config,
    FILES_S3_BUCKET: 'portal-files',
    FILES_S3_ENDPOINT: place.config.BACKUP_S3_ENDPOINT,
  };
  const inBucket = await openTarget('s3://portal-files/copias', config);
  await expect(makeBackup(config, { target: inBucket, ...options })).rejects.toThrow('guarde as cópias em outro');
});

it('a bucket that is down, and an address without a bucket, give a message', async () => {
  const { bucket, place } = await besideBucket();
  await expect(openTarget('s3://', place.config)).rejects.toThrow('escreva s3://balde/pasta');
  const target = await openTarget('s3://portal-files', place.config);
  bucket.isDown = true;
  await expect(makeBackup(place.config, { target, passphrase: null, version: '1', now: NOW })).rejects.toThrow();
  bucket.isDown = false;
  expect(await target.backups()).toEqual([]);
});

describe.each(engines)('a backup of before the baseline, on %s', (engine) => {
  /** A place whose schema an earlier version created. */
  async function placeOf(names: readonly string[]) {
    const place = await filledPlace(engine);
    const { db, close } = openDatabase(place.config, null, () => {});
    await addContact(db);
    await takeBack({ db }, engine);
    await sql`delete from schema_steps`.execute(db);
    for (const name of [...names, ...later])
      await sql`insert into schema_steps (name, ran_at) values (${name}, '2026')`.execute(db);
    await close();
    const folder = mkdtempSync(join(tmpdir(), 'portal-backups-'));
    made.push(() => rmSync(folder, { recursive: true, force: true }));
    const target = await openTarget(folder, place.config);
    return { target, back: () => makeBackup(place.config, { target, passphrase: null, version: '0', now: NOW }) };
  }

  it('a backup of the last version before the baseline is restored with the new column names', async () => {
    const { target, back } = await placeOf(['0001-people', '0112-counts-of-students-filled']);
    const { name: backup } = await back();
    for (const other of engines) {
      const restored = await emptyPlace(other, { SECRET });
      made.push(restored.remove);
      const { waiting } = await restoreBackup(restored.config, { target, backup, passphrase: undefined });
      expect(waiting).toBe(0);
      const { db, close } = openDatabase(restored.config, null, () => {});
      expect(await migrate(db, other)).toEqual([]);
      await close();
      const { mails, ran, history } = await mailsIn(restored);
      expect(mails).toMatchObject([{ subject: 'Oi', unsubscribe: null }]);
      expect(history).toMatchObject([
        { kind: 'estado', status: 'perdido', created_at: NOW.toISOString(), marca: 'knn' },
      ]);
      expect(ran).toEqual([BASELINE, ...later]);
    }
  });

  it('a backup of an older version is refused with a message that says what to do', async () => {
    const { target, back } = await placeOf(['0001-people', '0080-unsubscribe']);
    await expect(back()).rejects.toThrow(/uma vez com a última 0\.1\.0/);
    expect(await target.backups()).toEqual([]);
  });
});
