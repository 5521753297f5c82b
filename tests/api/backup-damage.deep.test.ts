import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FilePort, openFiles } from '../../src/server/core/ports/files.ts';
import { laterRemoved, removeFiles } from '../../src/server/core/ports/remove-files.ts';
import { dropOldBackups, holdingFiles, makeBackup } from '../../src/server/operate/backup/make-backup.ts';
import { backupName, MANIFEST } from '../../src/server/operate/backup/manifest.ts';
import { findBackup, readBackup } from '../../src/server/operate/backup/read-backup.ts';
import { restoreBackup } from '../../src/server/operate/backup/restore-backup.ts';
import { openTarget, type Target } from '../../src/server/operate/backup/target.ts';
import { openSchool, type RunningSchool } from '../../src/server/school.ts';
import { emptyPlace, PASSPHRASE, type Place } from '../support/backups.ts';
import { SECRET } from '../support/bare-env.ts';

const NOW = new Date('2026-03-02T03:00:00Z');
const FILE = 'atividades/redacao';

async function keysIn(files: FilePort): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of files.list()) keys.push(key);
  return keys;
}

describe('a backup that is not as it was', () => {
  let place: Place;
  let running: RunningSchool;
  let folder: string;
  let target: Target;
  let name: string;
  const part = () => join(folder, name, 'parte-00001');
  beforeAll(async () => {
    place = await emptyPlace('sqlite');
    running = await openSchool(place.config, pino({ level: 'silent' }), { backgroundWork: false });
    await running.school.ports.files.put(FILE, Buffer.alloc(50_000, 'text of a student '), 'text/plain');
    folder = mkdtempSync(join(tmpdir(), 'portal-backups-'));
    target = await openTarget(folder, place.config);
    ({ name } = await makeBackup(place.config, { target, passphrase: PASSPHRASE, version: '1', now: NOW }));
    copyFileSync(part(), join(folder, 'part'));
    copyFileSync(join(folder, name, MANIFEST), join(folder, 'manifest'));
  });
  afterAll(async () => {
    await running.close();
    await place.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  const mend = () => {
    copyFileSync(join(folder, 'part'), part());
    copyFileSync(join(folder, 'manifest'), join(folder, name, MANIFEST));
  };
  const manifest = () => JSON.parse(readFileSync(join(folder, name, MANIFEST), 'utf8'));
  const said = (passphrase: string | undefined = PASSPHRASE) =>
    readBackup(target, name, passphrase).then(
      () => 'whole',
      (error: Error) => error.message,
    );

  it('a wrong or missing passphrase is named', async () => {
    expect(await said()).toBe('whole');
    expect(await said('another passphrase')).toContain('BACKUP_PASSPHRASE não abre esta cópia');
    const none = readBackup(target, name, undefined).catch((error: Error) => error.message);
    expect(await none).toContain('Ponha a senha dela em BACKUP_PASSPHRASE');
  });

  it('a truncated, changed or missing part is named, and so is an unfinished backup', async () => {
    truncateSync(part(), 1_000);
    expect(await said()).toContain('A parte parte-00001 tem 1000 bytes');
    rmSync(part());
    expect(await said()).toContain('Falta a parte parte-00001');
    mend();
    const bytes = readFileSync(part());
    bytes[bytes.length - 20] = (bytes.at(-20) ?? 0) ^ 1;
    writeFileSync(part(), bytes);
    expect(await said()).toContain('A parte parte-00001 foi mudada');
    rmSync(join(folder, name, MANIFEST));
    expect(await said()).toContain('ela não terminou');
    writeFileSync(join(folder, name, MANIFEST), '{"format":1');
    expect(await said()).toContain('não pode ser lido');
    mend();
  });

  it('changed bytes with a changed checksum fail decryption', async () => {
    const { createHash } = await import('node:crypto');
    const bytes = readFileSync(part());
    for (const [what, changed] of [
      ['flipped', Buffer.from(bytes).fill((bytes.at(-20) ?? 0) ^ 1, bytes.length - 20, bytes.length - 19)],
      ['cut', bytes.subarray(0, bytes.length - 400)],
    ] as const) {
      writeFileSync(part(), changed);
      const declared = manifest();
      declared.parts[0] = {
        name: 'parte-00001',
        bytes: changed.length,
        sha256: createHash('sha256').update(changed).digest('hex'),
      };
      writeFileSync(join(folder, name, MANIFEST), JSON.stringify(declared));
      expect(await said(), what).toContain('bytes foram mudados ou faltam');
      mend();
    }
    const declared = manifest();
    declared.tables.users.rows += 1;
    writeFileSync(join(folder, name, MANIFEST), JSON.stringify(declared));
    expect(await said()).toContain('O manifesto é de outra cópia');
    mend();
  });

  it('a restore of a damaged backup leaves the target empty, and a target with accounts or files is refused', async () => {
    const other = await emptyPlace('sqlite');
    const restore = (to: Place) =>
      restoreBackup(to.config, { target, backup: name, passphrase: PASSPHRASE }).then(
        () => 'restored',
        (error: Error) => error.message,
      );
    const declared = manifest();
    declared.files.bytes += 1;
    writeFileSync(join(folder, name, MANIFEST), JSON.stringify(declared));
    expect(await restore(other)).toContain('O manifesto é de outra cópia');
    mend();
    expect(readdirSync(other.folder)).not.toContain('secret');
    writeFileSync(join(other.folder, 'secret'), 'of another school');
    expect(await restore(other)).toContain('Já existe outro segredo');
    expect(readFileSync(join(other.folder, 'secret'), 'utf8')).toBe('of another school');
    rmSync(join(other.folder, 'secret'));
    const files = await openFiles(other.config);
    expect(await keysIn(files)).toEqual([]);
    expect(await restore(other)).toBe('restored');
    expect(readFileSync(join(other.folder, 'secret'))).toEqual(readFileSync(join(place.folder, 'secret')));
    expect(await restore(other)).toContain(`O lugar dos arquivos não está vazio: tem ${FILE}`);
    await other.remove();
  });

  it('with another secret in the settings a restore stores that of the backup in a file, and says so', async () => {
    const other = await emptyPlace('sqlite', { SECRET });
    const { otherSecret } = await restoreBackup(other.config, { target, backup: name, passphrase: PASSPHRASE });
    expect(otherSecret).toBe(join(other.folder, 'segredo-da-copia'));
    await other.remove();
  });

  it('a backup of a newer version is refused by the names of its steps', async () => {
    const other = await emptyPlace('sqlite');
    const declared = manifest();
    declared.steps.push('9999-later');
    writeFileSync(join(folder, name, MANIFEST), JSON.stringify(declared));
    const restored = restoreBackup(other.config, { target, backup: name, passphrase: PASSPHRASE });
    await expect(restored).rejects.toThrow(/mais nova que esta.*9999-later/);
    mend();
    await other.remove();
  });

  it('files are deleted from the store only after a running backup; a second backup waits', async () => {
    const { school } = running;
    await school.ports.files.put('fotos/old', Buffer.from('old'), 'image/png');
    await laterRemoved(school.db, ['fotos/old'], school.now());
    const keys = () => keysIn(school.ports.files);
    await holdingFiles(school, async () => {
      await removeFiles(school);
      expect(await keys()).toContain('fotos/old');
      await expect(holdingFiles(school, async () => {})).rejects.toThrow('Outra cópia está em andamento');
    });
    await removeFiles(school);
    expect(await keys()).not.toContain('fotos/old');
  });

  it('older backups are thinned out by days, weeks and months; other files stay', async () => {
    const at = (day: string) => backupName(new Date(`${day}T03:00:00Z`));
    const days = ['2026-01-05', '2026-01-31', '2026-02-20', '2026-02-27', '2026-02-28', '2026-03-01'];
    for (const day of days) {
      await target.put(`${at(day)}/parte-00001`, Buffer.from('x'));
      await target.put(`${at(day)}/${MANIFEST}`, Buffer.from('{}'));
    }
    await target.put(`${at('2026-02-10')}/parte-00001`, Buffer.from('x'));
    await target.put('outra-coisa/notas.txt', Buffer.from('x'));
    const gone = await dropOldBackups(target, { days: 2, weeks: 0, months: 2 }, NOW);
    expect(gone).toEqual([...['2026-01-05', '2026-01-31', '2026-02-20', '2026-02-27'].map(at), at('2026-02-10')]);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['outra-coisa', at('2026-02-28'), name]));
    expect(readdirSync(folder)).not.toContain(at('2026-01-31'));
    const { backup } = await findBackup((path) => openTarget(path, place.config), folder);
    expect(backup).toBe(name);
  });
});
