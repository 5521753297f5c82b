import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from './config.ts';

/** File rights for people's data: only the owner reads it. */
export const OWNER_ALONE = 0o600;
const OWNER_FOLDER = 0o700;

/** The SQLite file, or `:memory:` without a data folder. */
export const sqlitePath = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) =>
  DATA_DIR === ':memory:' ? DATA_DIR : join(DATA_DIR, 'portal.sqlite');

/**
 * Creates `DATA_DIR`, if it is set, and closes it to other users of the machine: it holds the secret, people's data and their
 * files. Folders of earlier releases were readable and are closed too.
 *
 * @param warn gets the reason why somebody else's folder could not be closed.
 * @throws ConfigError when the folder is not writable.
 */
export function openDataDir(
  config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'FILES_S3_BUCKET'>,
  warn: (why: string) => void,
): void {
  const { DATA_DIR } = config;
  const isUsed = !config.DATABASE_URL || !config.FILES_S3_BUCKET;
  if (DATA_DIR === ':memory:' || !isUsed) return;
  const made = config.DATABASE_URL ? [] : [sqlitePath(config)];
  try {
    mkdirSync(DATA_DIR, { recursive: true, mode: OWNER_FOLDER });
    mkdirSync(join(DATA_DIR, 'files'), { recursive: true, mode: OWNER_FOLDER });
    // SQLite creates its other files with the permissions of this one.
    for (const path of made) closeSync(openSync(path, 'a', OWNER_ALONE));
  } catch (error) {
    throw new ConfigError(`DATA_DIR: não é possível escrever em ${DATA_DIR}: ${(error as Error).message}`);
  }
  close(DATA_DIR, OWNER_FOLDER, warn);
  close(join(DATA_DIR, 'files'), OWNER_FOLDER, warn);
  for (const name of ['portal.sqlite', 'portal.sqlite-wal', 'portal.sqlite-shm', 'secret']) {
    close(join(DATA_DIR, name), OWNER_ALONE, warn);
  }
}

function close(path: string, mode: number, warn: (why: string) => void): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    // A volume that belongs to root still works.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      warn(`DATA_DIR: não é possível fechar ${path} a outros usuários: ${(error as Error).message}`);
    }
  }
}
