import { randomBytes } from 'node:crypto';
import type { ReadStream } from 'node:fs';
import { chmod, opendir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { type ServiceLimits, serviceLimits } from '#lib/rules/time/service-limits.ts';
import type { Config } from '../../config.ts';
import { OWNER_ALONE } from '../../data-dir.ts';
import { unavailable } from '../http/refusal.ts';
import { openBucket } from './open-bucket.ts';

/** The store for uploaded bytes: a folder, or an S3 bucket. Only the portal has access to it. */
export interface FilePort {
  /**
   * Stores bytes under a key. A stream has to be that of a file, because a bucket needs to know its length.
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

/** An unguessable key without meaning: names given by users are never paths. */
export const newFileKey = (area: string) => `${area}/${randomBytes(18).toString('hex')}`;

/** Opens the bucket of `FILES_S3_BUCKET`, or else a folder below `DATA_DIR`. */
export function openFiles(config: Config, limits: ServiceLimits = serviceLimits.files): Promise<FilePort> {
  if (config.FILES_S3_BUCKET) return bucketFiles(config, config.FILES_S3_BUCKET, limits);
  return Promise.resolve(config.DATA_DIR === ':memory:' ? memoryFiles() : folderFiles(config.DATA_DIR));
}

async function bucketFiles(config: Config, name: string, limits: ServiceLimits): Promise<FilePort> {
  const settings = {
    bucket: name,
    region: config.FILES_S3_REGION,
    endpoint: config.FILES_S3_ENDPOINT,
    accessKeyId: config.FILES_S3_KEY ?? '',
    secretAccessKey: config.FILES_S3_SECRET ?? '',
  };
  const disk = new Disk(await openBucket(settings, 'exchanges', limits));
  const reader = new Disk(await openBucket(settings, 'downloads', limits));
  const open = async (key: string) => {
    const bytes = await reader.getStream(key);
    // Without a listener, an error before the first read would end the process. The reader gets the error as well.
    bytes.on('error', () => undefined);
    return Readable.from(speaking(bytes, limits.silenceMs), { objectMode: false });
  };
  return {
    put: (key, bytes, mime) => reached(put(disk, key, bytes, mime)),
    open: (key) => reached(open(key)),
    remove: (key) => reached(disk.delete(key)),
    list: () => inBucket(disk),
  };
}

/** Passes bytes on, and fails if the store sends none for `silenceMs`. The time of a slow reader does not count. */
async function* speaking(bytes: Readable, silenceMs: number): AsyncGenerator<Uint8Array> {
  const silent = () => bytes.destroy(new Error('the store fell silent'));
  let timer = setTimeout(silent, silenceMs);
  try {
    for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
      clearTimeout(timer);
      yield chunk;
      timer = setTimeout(silent, silenceMs);
    }
  } finally {
    clearTimeout(timer);
  }
}

function folderFiles(dataDir: string): FilePort {
  const location = resolve(dataDir, 'files');
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }));
  const putAlone: FilePort['put'] = async (key, bytes, mime) => {
    await put(disk, key, bytes, mime);
    await chmod(join(location, key), OWNER_ALONE);
  };
  return {
    put: (key, bytes, mime) => reached(putAlone(key, bytes, mime)),
    open: (key) => reached(disk.getStream(key)),
    remove: (key) => reached(disk.delete(key)),
    list: () => inFolder(location),
  };
}

const put = (disk: Disk, key: string, bytes: ReadStream | Uint8Array, contentType: string): Promise<void> =>
  bytes instanceof Uint8Array ? disk.put(key, bytes, { contentType }) : disk.putStream(key, bytes, { contentType });

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

/** Lists one entry at a time: a folder may have millions. */
async function* inFolder(folder: string, prefix = ''): AsyncGenerator<StoredFile> {
  const entries = await opendir(folder).catch(() => null);
  for await (const entry of entries ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* inFolder(path, `${prefix}${entry.name}/`);
    // The file may have been removed after its name was read.
    const found = entry.isFile() ? await stat(path).catch(() => null) : null;
    if (found) yield { key: `${prefix}${entry.name}`, bytes: found.size };
  }
}

/** The store for a database in memory. */
function memoryFiles(): FilePort {
  const stored = new Map<string, Buffer>();
  return {
    async put(key, bytes) {
      stored.set(key, bytes instanceof Uint8Array ? Buffer.from(bytes) : Buffer.concat(await bytes.toArray()));
    },
    async open(key) {
      const bytes = stored.get(key);
      if (!bytes) throw unavailable();
      return Readable.from([bytes]);
    },
    async remove(key) {
      stored.delete(key);
    },
    async *list() {
      for (const [key, { length }] of stored) yield { key, bytes: length };
    },
  };
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
