import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createLog } from '../src/process/log.ts';
import { readConfig } from '../src/server/config.ts';
import { growSchool } from '../src/server/db/seed/load.ts';
import { openSchool } from '../src/server/school.ts';

const { values } = parseArgs({
  options: { students: { type: 'string', default: '10000' }, yes: { type: 'boolean', default: false } },
});
const students = Number(values.students);
if (!Number.isInteger(students) || students < 1 || students > 200_000) {
  process.stderr.write('--students takes a whole number up to 200000.\n');
  process.exit(2);
}
if (existsSync('.env')) process.loadEnvFile('.env');
const config = readConfig(process.env);
if (config.PUBLIC_URL && !values.yes) {
  process.stderr.write(`${config.PUBLIC_URL} looks like a real school. Say --yes to fill it with made-up students.\n`);
  process.exit(2);
}
const running = await openSchool(config, createLog('warn'), { backgroundWork: false });
const started = performance.now();
const made = await growSchool(running.school, students).finally(() => running.close());
const seconds = ((performance.now() - started) / 1000).toFixed(1);
process.stdout.write(`${made} students made in ${seconds} s; the load data set now has ${students} or more.\n`);
