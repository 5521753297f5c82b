import type { Config } from '../src/server/config.ts';
import type { School } from '../src/server/core/http/ctx.ts';

/** Prints a line of a command's answer. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Opens the configured database while `work` runs, without background jobs and without seeding the demo. */
export async function withSchool(
  work: (school: School, config: Config) => Promise<void>,
  demo: 'on' | 'off' = 'off',
): Promise<void> {
  const { createLog } = await import('../src/process/log.ts');
  const { showSchema } = await import('../src/process/progress.ts');
  const { openSchool } = await import('../src/server/school.ts');
  const { loadSettings } = await import('../src/server/read-settings.ts');
  const config = loadSettings(demo === 'on' ? { DEMO: 'on' } : {});
  const log = createLog('warn', 'stderr');
  const running = await showSchema(
    () => undefined,
    (onSchemaStep) => openSchool({ ...config, DEMO: demo }, log, { backgroundWork: false, onSchemaStep }),
  );
  await work(running.school, config).finally(() => running.close());
}
