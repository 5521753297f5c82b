import { command } from './usage.ts';

// Updates the configured database without starting the portal, which does the same at each start.
command('db:migrate', 'Atualiza o banco de dados sem iniciar o portal, que faz o mesmo em cada início.', 'pt').parse();

const { plural } = await import('../src/lib/format/money.ts');
const { showSchema } = await import('../src/process/progress.ts');
const { ConfigError } = await import('../src/server/config.ts');
const { openCurrentDatabase } = await import('../src/server/core/db/open.ts');
const { loadSettings } = await import('../src/server/read-settings.ts');

/** Above this number steps are counted instead of listed. */
const MAX_NAMED = 5;
const warn = (why: string) => process.stderr.write(`${why}\n`);
try {
  const onError = (error: Error) => warn(error.message);
  const { database, ran } = await showSchema(
    ({ steps, step, ms }) => {
      if (step !== undefined) warn(`${step}: ${ms} ms`);
      else if (steps === undefined) warn('Outro processo atualiza o banco: este espera por ele.');
    },
    (report) => openCurrentDatabase(loadSettings(), { warn, onError, report }),
  );
  await database.close();
  const names = ran.length > MAX_NAMED ? '' : ` (${ran.join(', ')})`;
  const steps = `${plural(ran.length, 'passo', 'passos')}${names}`;
  process.stdout.write(ran.length > 0 ? `O banco foi atualizado: ${steps}.\n` : 'O banco já estava atualizado.\n');
} catch (error) {
  warn(error instanceof ConfigError ? error.message : `O banco não foi atualizado: ${error}`);
  process.exitCode = 1;
}
