import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createLog } from '../src/process/log.ts';
import { ConfigError, readConfig } from '../src/server/config.ts';
import { openSchool } from '../src/server/school.ts';
import { growSchool, UnfitSchool } from '../src/server/seed/load.ts';

const USAGE = `npm run seed:load -- [--students 10000] [--yes]
  --students  how many made-up students the school shall have, at most 200000
  --yes       also where other people have accounts, or where PUBLIC_URL names a real address
`;

/** Fills the configured database. @throws UnfitSchool, ConfigError, or an error of the database. */
async function fill(students: number, isSure: boolean): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  if (config.PUBLIC_URL && !isSure) throw new UnfitSchool(`${config.PUBLIC_URL} looks like a real school.`);
  const running = await openSchool(config, createLog('warn'), { backgroundWork: false });
  const started = performance.now();
  const made = await growSchool(running.school, students, { amongOthers: isSure }).finally(() => running.close());
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${made} students made in ${seconds} s; the load data set now has ${students} or more.\n`);
}

function readOptions(): { students: number; isSure: boolean } | null {
  try {
    const { values } = parseArgs({
      options: { students: { type: 'string', default: '10000' }, yes: { type: 'boolean', default: false } },
    });
    const students = Number(values.students);
    const isFit = Number.isInteger(students) && students >= 1 && students <= 200_000;
    return isFit ? { students, isSure: values.yes } : null;
  } catch {
    return null;
  }
}

const options = readOptions();
if (!options) {
  process.stderr.write(USAGE);
  process.exit(2);
}
try {
  await fill(options.students, options.isSure);
} catch (error) {
  const isPlain = error instanceof ConfigError || error instanceof UnfitSchool;
  process.stderr.write(isPlain ? `${error.message}\n` : `The students could not be made: ${error}\n`);
  if (error instanceof UnfitSchool) process.stderr.write(`\n${USAGE}`);
  process.exitCode = 1;
}
