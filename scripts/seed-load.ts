import { command, whole } from './usage.ts';

// Fills the configured database with made-up students.
const MAX = 200_000;
const { students, yes: isSure } = command('seed:load', 'Fills the configured database with made-up students.')
  .option('--students <count>', 'how many of them the school shall have', whole(1, MAX), 10_000)
  .option('--yes', 'also where other people have accounts, or where PUBLIC_URL names a real address', false)
  .parse()
  .opts<{ students: number; yes: boolean }>();

const { createLog } = await import('../src/process/log.ts');
const { showProgress, showSchema } = await import('../src/process/progress.ts');
const { ConfigError } = await import('../src/server/config.ts');
const { loadSettings } = await import('../src/server/read-settings.ts');
const { openSchool } = await import('../src/server/school.ts');
const { growSchool, UnfitSchool } = await import('../src/server/operate/seed/load.ts');

/** @throws UnfitSchool, ConfigError, or an error of the database. */
async function fill(): Promise<void> {
  const config = loadSettings();
  if (config.PUBLIC_URL && !isSure) {
    throw new UnfitSchool(`${config.PUBLIC_URL} looks like a real school: add --yes if it is none.`);
  }
  const running = await showSchema(
    () => undefined,
    (onSchemaStep) => openSchool(config, createLog('warn'), { backgroundWork: false, onSchemaStep }),
    'en',
  );
  const started = performance.now();
  const made = await showProgress('Load data set', 'students', (onProgress) =>
    growSchool(running.school, students, { amongOthers: isSure, onProgress }),
  ).finally(() => running.close());
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${made} students made in ${seconds} s; the load data set now has ${students} or more.\n`);
}

await fill().catch((error: unknown) => {
  const isPlain = error instanceof ConfigError || error instanceof UnfitSchool;
  process.stderr.write(isPlain ? `${error.message}\n` : `The students could not be made: ${error}\n`);
  process.exitCode = 1;
});
