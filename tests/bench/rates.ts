import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PortalProcess, startPortal, tokenOf } from '../../scripts/portal-process.ts';
import { cookiesAfter, inRounds, type Target, withYardstick } from './measure.ts';
import { percent, perSecond, processor, type Row, wholeMs } from './report.ts';

interface Plan {
  what: string;
  path: string;
  as?: string;
  aim: string;
}

const plans = (asset: string): Plan[] => [
  {
    what: 'small API call, GET users/book/',
    path: '/api/v1/users/book/',
    as: 'visitante@demo.example',
    aim: '≥ 35 %, then 60 %',
  },
  { what: 'GET users/me/', path: '/api/v1/users/me/', as: 'aluna@demo.example', aim: '≥ 25 %, then 35 %' },
  { what: 'hashed asset', path: asset, aim: '≥ 50 %' },
  { what: 'promotion page, from memory', path: '/knn-orlando', aim: '≥ 60 %' },
  { what: '/dashboard of Ana', path: '/dashboard', as: 'aluna@demo.example', aim: '–' },
];

/** Daily pages of a student and the office, in a school of the load data set. */
const dailyPlans: Plan[] = [
  ...['/pedagogico/list', '/pedagogico/notas/101', '/pedagogico/minha-pratica/1?unidade=4', '/aula-online/list'].map(
    (path) => ({ what: path, path, as: 'aluna@demo.example', aim: '–' }),
  ),
  // An answer never blocks the event loop for longer than its CPU time.
  ...['', '?q=carga', '/financeiro', '/contatos', '/profile'].map((end) => ({
    what: `/manager-panel${end}`,
    path: `/manager-panel${end}`,
    as: 'gestora@demo.example',
    aim: 'as a page of study, < 20 ms',
  })),
];

/** Pages for students and of the panel in a school with this many students, beside bare node:http with the same bytes. */
export async function studyRates(span: Span, students: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-study-'));
  try {
    const env = { ...process.env, DATA_DIR: folder, NODE_ENV: 'production' };
    execFileSync(process.execPath, ['scripts/seed-load.ts', '--students', String(students)], { env });
    return await measured(await startPortal({ DATA_DIR: folder }), () => dailyPlans, span);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Span {
  seconds: number;
  rounds: number;
}

/** CPU time and rate of answers beside bare node:http with the same bytes (P2…5). */
export async function rates(span: Span): Promise<Row[]> {
  return measured(await startPortal(), plans, span);
}

async function measured(
  portal: PortalProcess,
  plansOf: (asset: string) => Plan[],
  { seconds, rounds }: Span,
): Promise<Row[]> {
  const rows: Row[] = [];
  try {
    const page = await (await fetch(`${portal.address}/login/main`)).text();
    const asset = /href="(\/_astro\/[^"]+\.css)"/.exec(page)?.[1] ?? '';
    const tokens = new Map<string, string>();
    for (const { what, path, as, aim } of plansOf(asset)) {
      if (as && !tokens.has(as)) tokens.set(as, await tokenOf(portal.address, as));
      const token = as && tokens.get(as);
      const isApi = path.startsWith('/api/');
      const headers: Record<string, string> = {
        'accept-encoding': 'gzip',
        ...(token && isApi && { authorization: `Bearer ${token}` }),
        ...(token && !isApi && { cookie: await cookiesAfter(portal.address + path, `portal_session=${token}`) }),
      };
      const own: Target = { url: portal.address + path, headers, pid: portal.pid };
      const same = await rawBytes(own);
      const [mine, http] = await withYardstick(same, (bare) => inRounds([own, bare], seconds, rounds));
      if (!mine || !http) continue;
      rows.push({
        what,
        figure: `${processor(mine.processor)}, ${perSecond(mine.rate)} (p50 ${wholeMs(mine.p50)}, p99 ${wholeMs(mine.p99)})`,
        yardstick: `node:http ${processor(http.processor)}, ${perSecond(http.rate)}`,
        ratio: percent(http.processor, mine.processor),
        aim,
      });
    }
  } finally {
    await portal.stop();
  }
  return rows;
}

/** The raw bytes of the portal; fetch would decompress them. */
function rawBytes({ url, headers }: Pick<Target, 'url' | 'headers'>): Promise<{ body: Uint8Array; type: string }> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ body: Buffer.concat(chunks), type: response.headers['content-type'] ?? 'text/plain' }),
      );
    }).once('error', reject);
  });
}
