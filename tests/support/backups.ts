import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '../../src/server/config.ts';
import type { Engine } from '../../src/server/core/db/connection.ts';
import { SECRET } from './bare-env.ts';
import { createDatabase } from './databases.ts';

export const PASSPHRASE = 'correct horse battery staple';

/** An empty place for a portal. */
export interface Place {
  env: Record<string, string>;
  config: Config;
  folder: string;
  remove(): Promise<void>;
}

export async function emptyPlace(engine: Engine, env: Record<string, string> = {}): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-place-'));
  const made = engine === 'postgres' ? await createDatabase() : null;
  return placeAt(folder, { ...(made && { DATABASE_URL: made.url, SECRET }), ...env }, made?.drop);
}

/** @param drop removes data outside its folder */
export function placeAt(folder: string, env: Record<string, string>, drop?: () => Promise<void>): Place {
  const all = { NODE_ENV: 'test', DEMO: 'off', DATA_DIR: folder, ...env };
  const remove = async () => {
    rmSync(folder, { recursive: true, force: true });
    await drop?.();
  };
  return { env: all, config: readConfig(all), folder, remove };
}
