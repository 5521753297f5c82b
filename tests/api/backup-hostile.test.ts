import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import pino from 'pino';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Complaint } from '../../src/server/operate/admin/complaint.ts';
import {
  END,
  FILES,
  ROWS,
  readArchive,
  SECRET as SECRET_ENTRY,
  START,
} from '../../src/server/operate/backup/archive.ts';
import { createRowDigest } from '../../src/server/operate/backup/digest.ts';
import { makeBackup } from '../../src/server/operate/backup/make-backup.ts';
import { type Contents, MANIFEST, type Manifest } from '../../src/server/operate/backup/manifest.ts';
import { readManifest, readParts, writeParts } from '../../src/server/operate/backup/parts.ts';
import { readBackup } from '../../src/server/operate/backup/read-backup.ts';
import { restoreBackup } from '../../src/server/operate/backup/restore-backup.ts';
import { openTarget, type Target } from '../../src/server/operate/backup/target.ts';
import { openSchool } from '../../src/server/school.ts';
import { emptyPlace, type Place, placeAt } from '../support/backups.ts';

const NOW = new Date('2026-03-02T03:00:00Z');
const HOSTILE = 'portal-20260303T030000Z';

interface Entry {
  name: string;
  text: string;
  type?: 'file' | 'symlink';
}
type Change = (entries: Entry[]) => Entry[];

const replaced =
  (name: string, change: (text: string) => string): Change =>
  (entries) =>
    entries.map((entry) => (entry.name.startsWith(name) ? { ...entry, text: change(entry.text) } : entry));
/** Adds an entry before the files. */
const added =
  (entry: Entry): Change =>
  (entries) => [...entries.slice(0, 1), entry, ...entries.slice(1)];
const file = (key: string) => added({ name: `${FILES}${key}`, text: 'x' });
const rows = (table: string) => `${ROWS}${table}/`;

describe('a restore from a hostile archive (S22)', () => {
  let place: Place;
  let folder: string;
  let target: Target;
  let name: string;
  let entries: Entry[];
  let manifest: Manifest;
  /** Nothing is there. */
  let empty: Place;
  beforeAll(async () => {
    place = await emptyPlace('sqlite');
    const running = await openSchool(place.config, pino({ level: 'silent' }), { backgroundWork: false });
    await running.school.ports.files.put('atividades/redacao', Buffer.from('text'), 'text/plain');
    await running.close();
    folder = mkdtempSync(join(tmpdir(), 'portal-hostile-'));
    target = await openTarget(join(folder, 'backups'), place.config);
    ({ name } = await makeBackup(place.config, { target, passphrase: null, version: '1', now: NOW }));
    manifest = await readManifest(target, name);
    entries = [];
    const parts = Readable.from(readParts(target, name, manifest), { objectMode: false });
    for await (const entry of readArchive(parts, name)) {
      entries.push({ name: entry.name, text: await text(entry.bytes) });
    }
  });
  beforeEach(() => {
    empty = placeAt(join(folder, 'data'), {});
  });
  afterAll(async () => {
    await place.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Rewrites the archive with matching checksums. */
  async function writeHostile(change: Change): Promise<void> {
    const changed = change(entries);
    const end = changed.find((entry) => entry.name === END)?.text ?? '';
    const isRead = end.endsWith('}');
    const contents = isRead ? (JSON.parse(end) as Contents) : structuredClone(manifest);
    for (const [table, declared] of Object.entries(contents.tables)) {
      const digest = createRowDigest();
      const pieces = changed.filter((entry) => entry.name.startsWith(rows(table)));
      for (const line of pieces.flatMap(({ text }) => text.split('\n').slice(0, -1))) digest.add(line);
      contents.tables[table] = { ...declared, ...digest.result() };
    }
    const tar = pack();
    for (const { name: path, text, type = 'file' } of changed) {
      const words = path === END && isRead ? JSON.stringify(contents) : text;
      if (type === 'symlink') tar.entry({ name: path, type, linkname: text });
      else tar.entry({ name: path }, words);
    }
    tar.finalize();
    const parts = await writeParts(target, HOSTILE, tar.pipe(createGzip()));
    await target.put(`${HOSTILE}/${MANIFEST}`, Buffer.from(JSON.stringify({ ...manifest, ...contents, parts })));
  }
  const restore = (backup: string) => restoreBackup(empty.config, { target, backup, passphrase: undefined });
  const words = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => new Error('restored'),
      (cause: unknown) => cause,
    );
    expect(error).toBeInstanceOf(Complaint);
    return (error as Error).message;
  };

  const hostile: [string, Change, RegExp][] = [
    ['a path that leads out', file('../../fora'), /caminho.*\.\.\/\.\.\/fora/],
    ['a path that leads out of a folder', file('fotos/../../fora'), /caminho/],
    ['a path from the root', file('/etc/cron.d/portal'), /caminho/],
    ['a path of Windows', file('fotos\\..\\fora'), /caminho/],
    ['a file without a name', file(''), /caminho/],
    ['a file twice', (all) => file('fotos/a')(file('fotos/a')(all)), /duas vezes/],
    ['a link', added({ name: `${FILES}fotos/a`, text: '/etc/passwd', type: 'symlink' }), /não é um arquivo/],
    ['an entry of something else', added({ name: 'leia-me', text: 'x' }), /leia-me/],
    ['a secret that is cut off', replaced(SECRET_ENTRY, () => 'abc'), /segredo.*32/],
    ['a beginning that cannot be read', replaced(START, () => '{'), new RegExp(START)],
    ['no beginning', (all) => all.filter((entry) => entry.name !== START), new RegExp(START)],
    ['an end that cannot be read', replaced(END, () => '{'), new RegExp(END)],
    ['a row that is no row', replaced(rows('schema_steps'), () => '{"id":1}\n'), /schema_steps/],
    ['a row that breaks off', replaced(rows('schema_steps'), () => '[1,\n'), /schema_steps/],
    [
      'a row with a value too many',
      replaced(rows('schema_steps'), (text) => text.replace(']\n', ',1]\n')),
      /schema_steps/,
    ],
    ['rows of another table', added({ name: `${ROWS}senhas/000001.ndjson`, text: '[1]\n' }), /senhas/],
    ['other columns', replaced(START, (text) => text.replace('"full_name"', '"full_nome"')), /outras colunas/],
    [
      'a row that names one that is not there',
      (all) => {
        const { columnsOf } = JSON.parse(all[0]?.text ?? '') as { columnsOf: Record<string, string[]> };
        const values: Record<string, number> = { user_id: 999, action_id: 1 };
        const row = JSON.stringify(columnsOf.user_actions?.map((column) => values[column] ?? null));
        return added({ name: `${rows('user_actions')}000001.ndjson`, text: `${row}\n` })(all);
      },
      /nada foi restaurado/i,
    ],
  ];

  it.each(hostile)('%s is refused in words, and nothing stays', async (_what, change, why) => {
    await writeHostile(change);
    expect(await words(restore(HOSTILE))).toMatch(why);
    expect(existsSync(empty.folder)).toBe(false);
    expect(readdirSync(folder)).toEqual(['backups']);

    // Files of somebody else in the place stay.
    mkdirSync(empty.folder);
    writeFileSync(join(empty.folder, 'nota.txt'), 'x');
    await words(restore(HOSTILE));
    expect(readdirSync(empty.folder)).toEqual(['nota.txt']);
    rmSync(empty.folder, { recursive: true });
  });

  it('a check of the backup alone finds a hostile path', async () => {
    await writeHostile(file('../../fora'));
    expect(await words(readBackup(target, HOSTILE, undefined))).toMatch(/caminho/);
  });

  it('the unchanged archive is restored', async () => {
    await writeHostile((all) => all);
    await restore(HOSTILE);
    expect(readdirSync(empty.folder).toSorted()).toEqual(expect.arrayContaining(['files', 'portal.sqlite', 'secret']));
    rmSync(empty.folder, { recursive: true });
  });
});
