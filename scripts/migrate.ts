import { existsSync } from 'node:fs';
import { ConfigError, readConfig } from '../src/server/config.ts';
import { openDatabase } from '../src/server/db/connection.ts';
import { migrate } from '../src/server/db/migrate.ts';

// Brings the configured database up to date without starting the portal, which does the same at each start.
if (existsSync('.env')) process.loadEnvFile('.env');
try {
  const database = openDatabase(readConfig(process.env), (error) => process.stderr.write(`${error.message}\n`));
  const ran = await migrate(database.db, database.engine).finally(() => database.close());
  process.stdout.write(ran.length > 0 ? `Ran: ${ran.join(', ')}.\n` : 'The database is up to date.\n');
} catch (error) {
  process.stderr.write(error instanceof ConfigError ? `${error.message}\n` : `The migration failed: ${error}\n`);
  process.exitCode = 1;
}
