import { cpus, loadavg } from 'node:os';
import { isBuilt } from '../../scripts/build-state.ts';
import { command } from '../../scripts/usage.ts';
import type { Wishes } from './parts.ts';

const bench = command('bench', 'Figures of this machine beside their yardsticks, all from one run.')
  .option('--quick', 'shorter, and rougher', false)
  .option('--only <parts>', 'these alone, comma-separated')
  .option('--peers', 'installs and builds small apps of other frameworks, and puts them beside ours', false)
  .option('--from <commit>', 'measures the steps of the schema from that version to this one')
  .option('--beside <folder>', 'of the part `first-touch`: a built folder of another version, measured in turn')
  .option('--part <text>', 'of the parts `stillness` and `first-touch`: only routes or places with this text', '')
  .parse();
const { only, ...wishes } = bench.opts<Wishes & { only?: string }>();

const { partsOf } = await import('./parts.ts');
const parts = partsOf(wishes);
const wanted = only?.split(',') ?? Object.keys(parts);
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) bench.error(`Nothing is called ${unknown.join(', ')}: try ${Object.keys(parts).join(', ')}`);
if (!isBuilt()) await (await import('../../scripts/build.ts')).buildPortal();
const busy = () => loadavg()[0]?.toFixed(1);
const before = busy();
process.stdout.write(`${cpus().length} × ${cpus()[0]?.model.trim() ?? 'CPU'}, Node ${process.version}\n\n`);
for (const name of wanted) await parts[name]?.();
// Other work on the same cores distorts every figure, ratios least.
process.stdout.write(`Load average ${before} before, ${busy()} after, in ${Math.round(performance.now() / 1000)} s.\n`);
