import pino from 'pino';
import { readConfig } from '../../../src/server/config.ts';
import { openSchool } from '../../../src/server/school.ts';
import { openAsaasAccount } from './fake-asaas.ts';

// Adds an account at the provider to a unit of the school in `DATA_DIR`, while the portal serves it.
const [url = '', unit = ''] = process.argv.slice(2);
const running = await openSchool(readConfig(process.env), pino({ level: 'silent' }), { backgroundWork: false });
await openAsaasAccount(running, { url }, Number(unit));
await running.close();
