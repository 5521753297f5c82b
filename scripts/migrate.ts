import { existsSync } from 'node:fs';
import { ConfigError, readConfig } from '../src/server/config.ts';
import type { Tell } from '../src/server/db/migrate.ts';
import { openCurrentDatabase } from '../src/server/db/open.ts';

// Updates the configured database without starting the portal, which does the same at each start.
if (existsSync('.env')) process.loadEnvFile('.env');
try {
  const warn = (why: string) => process.stderr.write(`${why}\n`);
  const onError = (error: Error) => warn(error.message);
  const tell: Tell = ({ step, ms }, words) => warn(step === undefined ? words : `${step}: ${ms} ms`);
  const { database, ran } = await openCurrentDatabase(readConfig(process.env), { warn, onError, tell });
  await database.close();
  process.stdout.write(ran.length > 0 ? `Ran: ${ran.join(', ')}.\n` : 'The database is up to date.\n');
} catch (error) {
  process.stderr.write(error instanceof ConfigError ? `${error.message}\n` : `The migration failed: ${error}\n`);
  process.exitCode = 1;
}
