import type { Language } from './process/language.ts';
import { type Place, takenPlace } from './process/listen-problem.ts';
import { type Config, ConfigError } from './server/config.ts';
import { type ReadSettings, readSettings } from './server/read-settings.ts';

/** Where a portal listens: its own port, then that of the figures where they have one. */
export const placesOf = ({ HOST, PORT, METRICS_HOST, METRICS_PORT }: Config): Place[] => [
  { host: HOST, port: PORT, setting: 'PORT' },
  ...(METRICS_PORT === undefined ? [] : [{ host: METRICS_HOST, port: METRICS_PORT, setting: 'METRICS_PORT' } as const]),
];

/**
 * Reads the settings and tries the ports, before a build, the schema and the demo school take their time.
 *
 * @throws ConfigError that says what is wrong, or that a port is taken.
 */
export async function checkStart(language: Language = 'pt'): Promise<ReadSettings> {
  const read = readSettings();
  const problem = await takenPlace(placesOf(read.config), language);
  if (problem) throw new ConfigError(problem);
  return read;
}

/** Prints why the portal does not start, and ends. A wrong setting needs its name, not a stack trace. */
export function failStart(error: unknown): never {
  const text = error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : error;
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
