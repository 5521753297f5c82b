import { Option } from 'commander';
import { isBuilt } from '../../../scripts/build-state.ts';
import { command, whole } from '../../../scripts/usage.ts';

const { database, ...load } = command('soak', 'Mixed load while each dependency of the portal fails in turn.')
  .option('--minutes <n>', 'how long', whole(1, 10_000), 60)
  .option('--rate <n>', 'actions a second', whole(1, 10_000), 10)
  .addOption(new Option('--database <engine>', 'which one').choices(['postgres', 'sqlite']).default('postgres'))
  .parse()
  .opts<{ minutes: number; rate: number; database: string }>();

if (!isBuilt()) await (await import('../../../scripts/build.ts')).buildPortal();
const { soak } = await import('./soak.ts');
const { withPostgres } = await import('../measure.ts');
if (database === 'sqlite') await soak(null, load);
else await withPostgres((url) => soak(url, load));
