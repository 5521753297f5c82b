import { randomBytes } from 'node:crypto';
import type { ReadStream } from 'node:fs';
import { chmod, opendir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Config } from '../config.ts';
import { OWNER_ALONE } from '../data-dir.ts';
import { unavailable } from '../http/refusal.ts';

/** The store for uploaded bytes: a folder, or an S3 bucket. Only the portal has access to it. */
export interface FilePort {
  /**
   * Keeps bytes under a key. A stream is that of a file: a bucket wants to know how long it is.
   *
   * @throws Refusal 503 if the store does not accept it.
   */
  put(key: string, bytes: ReadStream | Uint8Array, mime: string): Promise<void>;
  /** @throws Refusal 503 if the store does not return it. */
  open(key: string): Promise<Readable>;
  remove(key: string): Promise<void>;
  /** Every file, a page at a time, with its size as far as it is written. */
  list(): AsyncIterable<StoredFile>;
}

export interface StoredFile {
  key: string;
  bytes: number;
}

/** An unguessable key without meaning: names from people are never paths. */
export const newFileKey = (area: string) => `${area}/${randomBytes(18).toString('hex')}`;

/** Opens the bucket of `FILES_S3_BUCKET`, or else a folder below `DATA_DIR`. */
export async function openFiles(config: Config): Promise<FilePort> {
  if (config.DATA_DIR === ':memory:' && !config.FILES_S3_BUCKET) return memoryFiles();
  const disk = new Disk(
    config.FILES_S3_BUCKET ? await bucket(config, config.FILES_S3_BUCKET) : folder(config.DATA_DIR),
  );
  const put: FilePort['put'] = async (key, bytes, mime) => {
    if (bytes instanceof Uint8Array) await disk.put(key, bytes, { contentType: mime });
    else await disk.putStream(key, bytes, { contentType: mime });
    if (!config.FILES_S3_BUCKET) await chmod(join(folderOf(config.DATA_DIR), key), OWNER_ALONE);
  };
  return {
    put: (key, bytes, mime) => reached(put(key, bytes, mime)),
    open: (key) => reached(disk.getStream(key)),
    remove: (key) => reached(disk.delete(key)),
    list: () => (config.FILES_S3_BUCKET ? inBucket(disk) : inFolder(folderOf(config.DATA_DIR))),
  };
}

async function* inBucket(disk: Disk): AsyncGenerator<StoredFile> {
  let paginationToken: string | undefined;
  do {
    const page = await reached(disk.listAll('/', { recursive: true, ...(paginationToken && { paginationToken }) }));
    for (const file of page.objects) {
      if (file.isFile) yield { key: file.key, bytes: (await file.getMetaData()).contentLength };
    }
    paginationToken = page.paginationToken;
  } while (paginationToken);
}

/** A name at a time: a folder may have millions. */
async function* inFolder(folder: string, prefix = ''): AsyncGenerator<StoredFile> {
  const entries = await opendir(folder).catch(() => null);
  for await (const entry of entries ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* inFolder(path, `${prefix}${entry.name}/`);
    // A file may leave after its name was read.
    const found = entry.isFile() ? await stat(path).catch(() => null) : null;
    if (found) yield { key: `${prefix}${entry.name}`, bytes: found.size };
  }
}

const folderOf = (dataDir: string) => resolve(dataDir, 'files');
const folder = (dataDir: string) => new FSDriver({ location: folderOf(dataDir), visibility: 'private' });

/** The store for a database in memory. */
function memoryFiles(): FilePort {
  const kept = new Map<string, Buffer>();
  return {
    async put(key, bytes) {
      kept.set(key, bytes instanceof Uint8Array ? Buffer.from(bytes) : Buffer.concat(await bytes.toArray()));
    },
    async open(key) {
      const bytes = kept.get(key);
      if (!bytes) throw unavailable();
      return Readable.from([bytes]);
    },
    async remove(key) {
      kept.delete(key);
    },
    async *list() {
      for (const [key, { length }] of kept) yield { key, bytes: length };
    },
  };
}

/** The client of buckets is a tenth of a start: only a portal with a bucket loads it. */
async function bucket(config: Config, name: string) {
  const { S3Driver } = await import('flydrive/drivers/s3');
  return new S3Driver({
    bucket: name,
    region: config.FILES_S3_REGION,
    visibility: 'private',
    supportsACL: false,
    ...(config.FILES_S3_ENDPOINT && { endpoint: config.FILES_S3_ENDPOINT, forcePathStyle: true }),
    credentials: {
      accessKeyId: config.FILES_S3_KEY ?? '',
      secretAccessKey: config.FILES_S3_SECRET ?? '',
    },
  });
}

async function reached<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw Object.assign(unavailable('Não conseguimos chegar aos arquivos agora. Tente de novo em instantes.'), {
      cause,
    });
  }
}
