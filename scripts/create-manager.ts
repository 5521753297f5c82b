import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createLog } from '../src/process/log.ts';
import { createManager, NewManager } from '../src/server/auth/create-manager.ts';
import { readConfig } from '../src/server/config.ts';
import { openSchool } from '../src/server/school.ts';

const USAGE = `npm run manager:create -- --email gestora@escola.example --name "Nome Completo" \\
  --school "Nome da escola" --city Campinas --state SP [--brand knn|phenom]
`;

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { email: text, name: text, school: text, city: text, state: text, brand: text },
});
const parsed = NewManager.safeParse(values);
if (!parsed.success) {
  const lines = parsed.error.issues.map(({ path, message }) => `  --${path.join('.')}: ${message}`);
  process.stderr.write(`${lines.join('\n')}\n\n${USAGE}`);
  process.exit(2);
}
if (existsSync('.env')) process.loadEnvFile('.env');
const config = readConfig(process.env);
const running = await openSchool({ ...config, DEMO: 'off' }, createLog('warn'), { backgroundWork: false });
const path = await createManager(running.school, parsed.data).finally(() => running.close());
if (path === null) {
  process.stderr.write('This mail address already has an account.\n');
  process.exit(1);
}
const address = config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`;
process.stdout.write(`Open this address within 24 hours to choose the password:\n${address}${path}\n`);
