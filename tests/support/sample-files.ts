/** The first bytes of real files: enough to tell their type. */
const fromText = (text: string) => Buffer.from(text, 'latin1');

export const pdf = (text = 'olá') =>
  fromText(`%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\n%${text}\ntrailer<</Root 1 0 R>>\n%%EOF\n`);
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const executable = Buffer.concat([fromText('MZ\x90\0\x03\0\0\0'), Buffer.alloc(400), fromText('PE\0\0')]);
export const html = fromText('<!doctype html><script>alert(1)</script>');
export const svg = fromText('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
export const zip = Buffer.from('UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==', 'base64');
export const webm = Buffer.concat([
  Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581', 'hex'),
  Buffer.alloc(64),
]);
/** The frame head of an AAC file (ADTS), as voice recorders of Android write it. */
export const aac = Buffer.concat([Buffer.from('fff15080080ffc', 'hex'), Buffer.alloc(200)]);
export const threeGp = Buffer.concat([
  Buffer.from('00000018', 'hex'),
  fromText('ftyp3gp5\0\0\0\x003gp53gp4'),
  Buffer.alloc(200),
]);
export const amr = Buffer.concat([fromText('#!AMR\n'), Buffer.alloc(200)]);

/** The class identifier in the root of an installer: three little-endian numbers, then eight bytes. */
export const INSTALLER = '84100c0000000000c000000000000046';

/** A stream, or a storage with streams, of a compound file. */
type Part = string | { storage: string; streams: readonly string[] };

/**
 * A compound file (MS-CFB), the container of Word, Excel, PowerPoint and installers before their ZIP formats: a header, its
 * allocation table and its directory.
 *
 * @param kind the class identifier of the root, in hexadecimal as it is stored
 */
export function compoundFile(parts: readonly Part[], kind = '0'.repeat(32)): Buffer {
  const entries: { name: string; type: 1 | 2 | 5; right: number; child: number }[] = [
    { name: 'Root Entry', type: 5, right: -1, child: -1 },
  ];
  /** Siblings are a tree; a chain to the right is one. @returns the first */
  const chain = (own: readonly Part[]): number => {
    const places = own.map((part) => {
      const name = typeof part === 'string' ? part : part.storage;
      return entries.push({ name, type: typeof part === 'string' ? 2 : 1, right: -1, child: -1 }) - 1;
    });
    for (const [index, place] of places.entries()) {
      const part = own[index];
      const entry = entries[place];
      if (!entry || part === undefined) continue;
      entry.right = places[index + 1] ?? -1;
      if (typeof part !== 'string') entry.child = chain(part.streams);
    }
    return places[0] ?? -1;
  };
  const root = chain(parts);
  const directory = Buffer.alloc(Math.ceil(entries.length / 4) * 512);
  for (const [index, { name, type, right, child }] of entries.entries()) {
    const at = index * 128;
    directory.write(name, at, 'utf16le');
    directory.writeUInt16LE(2 * name.length + 2, at + 64);
    directory.writeUInt8(type, at + 66);
    directory.writeInt32LE(-1, at + 68);
    directory.writeInt32LE(right, at + 72);
    directory.writeInt32LE(index === 0 ? root : child, at + 76);
  }
  directory.write(kind, 80, 'hex');
  const header = Buffer.alloc(512);
  header.write('d0cf11e0a1b11ae1', 'hex');
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    header.writeUInt16LE(value, at);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeInt32LE(-2, 60);
  header.writeInt32LE(-2, 68);
  header.fill(0xff, 76);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(512, 0xff);
  const sectors = directory.length / 512;
  table.writeInt32LE(-3, 0);
  for (let sector = 1; sector <= sectors; sector += 1)
    table.writeInt32LE(sector === sectors ? -2 : sector + 1, sector * 4);
  return Buffer.concat([header, table, directory]);
}
