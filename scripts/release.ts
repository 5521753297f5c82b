import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { showSteps } from '../src/process/progress.ts';
import { buildOrExit } from './build.ts';
import { isBuilt } from './build-state.ts';
import { writeBom } from './release-bom.ts';
import { copyPackages, writeLicences } from './release-packages.ts';
import { command } from './usage.ts';

// Builds one archive that runs without npm and without this clone: `npm run release -- [--out folder]`. The same commit
// gives the same bytes on the same platform.

/** Files that a release contains unchanged. */
const AS_IT_IS = [
  'CHANGELOG.md',
  'LICENSE',
  '.env.example',
  'deploy',
  'docs/operations',
  'docs/costs.md',
  'docs/livros.md',
  'docs/paginas-promocionais.md',
  'docs/payments.md',
  'docs/privacy.md',
  'docs/retention.md',
  'docs/examples',
  'docs/security.md',
  'dist/client',
  'dist/.sources',
  'src/content',
];
/** Files that the server reads besides its code: fonts, lists. */
const DATA = globSync('src/server/**/*', { withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.ts'))
  .map((entry) => relative('.', join(entry.parentPath, entry.name)));
const MEGABYTE = 1_000_000;

const options = command('release', 'Makes one archive that runs without npm and without this clone.')
  .option('--out <folder>', 'where it goes', '.cache/release')
  .parse()
  .opts<{ out: string }>();
const out = resolve(options.out);
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string; version: string };
const isChanged = git('status', '--porcelain') !== '';
const commit = git('rev-parse', '--short=12', 'HEAD') + (isChanged ? '-changed' : '');
const at = new Date(Number(process.env.SOURCE_DATE_EPOCH ?? git('log', '-1', '--format=%ct')) * 1000);
const title = `portal-${version}-${process.platform}-${process.arch}`;
const folder = join(out, title);

if (isChanged) process.stderr.write('There are changes without a commit: the release says so in its commit.\n');
if (!isBuilt()) await buildOrExit();
const archive = join(out, `${title}.tar.gz`);
await showSteps('Release', ['files', 'server', 'packages', 'licences', 'archive'], async (next) => {
  next();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'bin'), { recursive: true });
  for (const path of [...AS_IT_IS, ...DATA]) cpSync(path, join(folder, path), { recursive: true });
  next();
  const { bundleServer } = await import('./release-bundle.ts');
  await bundleServer(folder);
  next();
  copyPackages(folder);
  cpSync(process.execPath, join(folder, 'bin/node'), { dereference: true });
  cpSync('deploy/portal', join(folder, 'bin/portal'));
  for (const program of ['node', 'portal']) chmodSync(join(folder, 'bin', program), 0o755);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ name, version, type: 'module', private: true })}\n`);
  const release = { version, commit, date: at.toISOString().slice(0, 10), node: process.versions.node };
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify(release, null, 1)}\n`);
  next();
  const packages = writeBom(join(folder, 'bom.cdx.json'), { name, commit, at });
  writeLicences(join(folder, 'THIRD-PARTY-LICENSES.txt'), packages);
  next();
  pack(`${archive}.part`);
  renameSync(`${archive}.part`, archive);
});
const digest = createHash('sha256').update(readFileSync(archive)).digest('hex');
writeFileSync(`${archive}.sha256`, `${digest}  ${title}.tar.gz\n`);
const size = (statSync(archive).size / MEGABYTE).toFixed(1);
process.stdout.write(`${archive}\n${size} MB, version ${version} (${commit}), sha256 ${digest}\n`);

/** Packs with fixed names, order, times, owners and permissions, whatever the day and the user. */
function pack(file: string): void {
  const order = ['--sort=name', '--format=gnu', `--mtime=@${at.getTime() / 1000}`];
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u+rwX,go+rX,go-w'];
  const args = [...order, ...owner, '--use-compress-program=gzip -9n', '-cf', file, '-C', out, title];
  execFileSync('tar', args, { stdio: ['ignore', 'inherit', 'inherit'] });
}
