import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { serviceLimits } from '#lib/rules/time/service-limits.ts';
import type { Config } from '../../config.ts';
import { openBucket } from '../../core/ports/open-bucket.ts';
import { Complaint } from '../admin/complaint.ts';
import { timeOfName } from './manifest.ts';

type BackupSettings = Pick<
  Config,
  | 'BACKUP_S3_REGION'
  | 'BACKUP_S3_ENDPOINT'
  | 'BACKUP_S3_KEY'
  | 'BACKUP_S3_SECRET'
  | 'FILES_S3_REGION'
  | 'FILES_S3_ENDPOINT'
  | 'FILES_S3_KEY'
  | 'FILES_S3_SECRET'
>;

/** The place of backups: a folder, or a prefix of a bucket. Paths are relative to it. */
export interface Target {
  /** As the operator wrote it. */
  name: string;
  put(path: string, bytes: Uint8Array): Promise<void>;
  /** @returns null if nothing is there. */
  sizeOf(path: string): Promise<number | null>;
  read(path: string): Promise<Uint8Array>;
  /** Names of the backups, the oldest first, including incomplete ones. */
  backups(): Promise<string[]>;
  /** Names of the files of a backup. */
  filesOf(backup: string): Promise<string[]>;
  remove(path: string): Promise<void>;
  /** Removes the folder of a backup whose files are gone. A bucket has no folders. */
  removeEmpty(backup: string): Promise<void>;
}

/** Opens `s3://bucket/prefix`, or else a folder. @throws Complaint if the address cannot be used */
export async function openTarget(name: string, settings: BackupSettings): Promise<Target> {
  if (!name.startsWith('s3://')) {
    const root = resolve(name);
    const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }));
    return targetOn(disk, {
      name,
      prefix: '',
      isThere: (path) => existsSync(join(root, path)),
      removeEmpty: (backup) => rmdir(join(root, backup)),
      sync: (path) => [join(root, path), join(root, path, '..')].forEach(syncToDisk),
    });
  }
  const [, bucket, path = ''] = /^s3:\/\/([^/]+)\/?(.*)$/s.exec(name) ?? [];
  const prefix = path.endsWith('/') ? path.slice(0, -1) : path;
  if (!bucket) throw new Complaint(`O endereço ${name} não vale: escreva s3://balde/pasta.`);
  const disk = new Disk(await bucketOf(bucket, settings));
  return targetOn(disk, {
    name,
    prefix: prefix && `${prefix}/`,
    isThere: () => true,
    sync: () => {},
    removeEmpty: async () => {},
  });
}

/**
 * Refuses a target among the portal's files: each backup would contain the earlier ones.
 *
 * @throws Complaint
 */
export function refuseAmongFiles(name: string, config: Config): void {
  const [, bucket] = /^s3:\/\/([^/]+)/.exec(name) ?? [];
  const isSameStore = (config.BACKUP_S3_ENDPOINT ?? config.FILES_S3_ENDPOINT) === config.FILES_S3_ENDPOINT;
  const isAmong = bucket
    ? isSameStore && bucket === config.FILES_S3_BUCKET
    : `${resolve(name)}/`.startsWith(`${resolve(config.DATA_DIR, 'files')}/`);
  if (isAmong) throw new Complaint(`${name} é o lugar dos arquivos do portal: guarde as cópias em outro.`);
}

/** The bucket settings of backups, with those of files as defaults. */
function bucketOf(bucket: string, settings: BackupSettings) {
  const endpoint = settings.BACKUP_S3_ENDPOINT ?? settings.FILES_S3_ENDPOINT;
  const accessKeyId = settings.BACKUP_S3_KEY ?? settings.FILES_S3_KEY;
  const secretAccessKey = settings.BACKUP_S3_SECRET ?? settings.FILES_S3_SECRET;
  if (!accessKeyId || !secretAccessKey)
    throw new Complaint('BACKUP_S3_KEY, BACKUP_S3_SECRET: um balde precisa dos dois.');
  const region = settings.BACKUP_S3_REGION ?? settings.FILES_S3_REGION;
  const options = { bucket, region, endpoint, accessKeyId, secretAccessKey };
  return openBucket(options, 'exchanges', serviceLimits.backups);
}

interface Place {
  name: string;
  prefix: string;
  /** For a missing path: a bucket lists nothing, a folder throws. */
  isThere(path: string): boolean;
  sync(path: string): void;
  removeEmpty: Target['removeEmpty'];
}

function targetOn(disk: Disk, { name, prefix, isThere, sync, removeEmpty }: Place): Target {
  const at = (path: string) => `${prefix}${path}`;
  async function* below(path: string) {
    let paginationToken: string | undefined;
    if (!isThere(path)) return;
    do {
      const page = await disk.listAll(at(path), {
        recursive: path !== '',
        ...(paginationToken && { paginationToken }),
      });
      yield* page.objects;
      paginationToken = page.paginationToken;
    } while (paginationToken);
  }
  return {
    name,
    async put(path, bytes) {
      await disk.put(at(path), bytes);
      sync(at(path));
    },
    async sizeOf(path) {
      if (!(await disk.exists(at(path)))) return null;
      return (await disk.getMetaData(at(path))).contentLength;
    },
    read: (path) => disk.getBytes(at(path)),
    async backups() {
      const names: string[] = [];
      for await (const each of below('')) if (each.isDirectory && timeOfName(each.name)) names.push(each.name);
      return names.toSorted();
    },
    async filesOf(backup) {
      const names: string[] = [];
      for await (const each of below(`${backup}/`)) if (each.isFile) names.push(each.name);
      return names;
    },
    remove: (path) => disk.delete(at(path)),
    removeEmpty,
  };
}

/** Without it a power cut may lose bytes, or the name of a file, after the command reported success. */
function syncToDisk(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
