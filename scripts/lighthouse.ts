import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { startPortal } from './portal-process.ts';
import { chromium } from './test-tools.ts';
import { command } from './usage.ts';

command(
  'lighthouse',
  'Runs Lighthouse as a phone on the promotional pages in both brands. LIGHTHOUSE names its cli.',
).parse();

// Runs Lighthouse as a phone on the three promotional pages in both brands. It is no dependency, because it is larger
// than all others: first run `npm install --no-save lighthouse`, or set LIGHTHOUSE to the path of its cli/index.js.
const cli = process.env.LIGHTHOUSE ?? 'node_modules/lighthouse/cli/index.js';
const PAGES = ['/knn-abre-o-mundo', '/london-by-phenom', '/knn-orlando'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>;
}

if (!existsSync(cli)) {
  process.stderr.write('Lighthouse is not here: npm install --no-save lighthouse\n');
  process.exit(2);
}
const port = await freePort();
const portal = await startPortal({
  PORT: String(port),
  PUBLIC_URL: `http://localhost:${port}`,
  ALLOWED_HOSTS: `phenom.localhost:${port},127.0.0.1:${port}`,
  DEMO: 'on',
});
let isPerfect = true;
try {
  for (const host of ['localhost', 'phenom.localhost']) {
    for (const page of PAGES) {
      const { categories, audits } = await audit(`http://${host}:${port}${page}`);
      const scores = CATEGORIES.map((name) => `${name} ${Math.round((categories[name]?.score ?? 0) * 100)}`);
      const first = audits['first-contentful-paint']?.displayValue ?? '';
      const largest = audits['largest-contentful-paint']?.displayValue ?? '';
      process.stdout.write(`${`${host}${page}`.padEnd(36)} ${scores.join(', ')}; FCP ${first}, LCP ${largest}\n`);
      for (const name of CATEGORIES) {
        for (const { id, weight } of categories[name]?.auditRefs ?? []) {
          const score = audits[id]?.score ?? 1;
          if (weight > 0 && score < 0.9) process.stdout.write(`    ${name}: ${audits[id]?.title} (${score})\n`);
        }
        isPerfect &&= categories[name]?.score === 1;
      }
    }
  }
} finally {
  await portal.stop();
}
process.exitCode = isPerfect ? 0 : 1;

async function audit(url: string): Promise<Report> {
  const flags = ['--quiet', '--output=json', '--chrome-flags=--headless=new --no-sandbox'];
  const only = `--only-categories=${CATEGORIES.join()}`;
  const env = { ...process.env, CHROME_PATH: chromium() ?? '' };
  const options = { env, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(process.execPath, [cli, url, ...flags, only], options);
  return JSON.parse(stdout) as Report;
}
