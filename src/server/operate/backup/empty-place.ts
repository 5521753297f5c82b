import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { sqlitePath } from '../../data-dir.ts';

/**
 * Notes what is in the data folder before a restore. @returns removes what the restore made there, once it failed and the
 * database is closed
 */
export function holdPlaceEmpty(config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>): () => void {
  const { DATA_DIR } = config;
  if (DATA_DIR === ':memory:') return () => {};
  const database = sqlitePath(config);
  const files = join(DATA_DIR, 'files');
  const made = [DATA_DIR, database, files].filter((path) => !existsSync(path));
  return () => {
    if (made.includes(database)) for (const end of ['', '-wal', '-shm']) rmSync(database + end, { force: true });
    if (made.includes(files)) rmSync(files, { recursive: true, force: true });
    if (made.includes(DATA_DIR) && existsSync(DATA_DIR) && readdirSync(DATA_DIR).length === 0) rmdirSync(DATA_DIR);
  };
}
