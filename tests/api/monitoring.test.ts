import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../../scripts/free-port.ts';
import { metricsServer } from '../../src/process/metrics-server.ts';
import { openTestPortal, type RunningPortal, sendRaw } from '../support/portal.ts';
import { type Query, readQuery } from '../support/promql.ts';

const METRICS_TOKEN = 'a token for the metrics';
/** Metrics of Prometheus itself, and of a target that it scrapes. */
const OF_PROMETHEUS = new Set(['up']);

interface Rule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}
interface Panel {
  title: string;
  type: string;
  targets?: { expr: string; legendFormat: string }[];
}

const { groups } = parse(readFileSync('deploy/monitoring/alerts.yml', 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(readFileSync('deploy/monitoring/dashboard.json', 'utf8')) as { panels: Panel[] };
const charts = dashboard.panels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target })));

/** The series of a Prometheus text: by name, the values of each label. */
function seriesOf(text: string): Map<string, Map<string, Set<string>>> {
  const found = new Map<string, Map<string, Set<string>>>();
  for (const line of text.split('\n')) {
    const [, name, labels = ''] = /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? \S+$/i.exec(line) ?? [];
    if (!name) continue;
    const known = found.get(name) ?? new Map<string, Set<string>>();
    found.set(name, known);
    for (const [, label = '', value = ''] of labels.matchAll(/([a-z_]+)="([^"]*)"/g)) {
      known.set(label, (known.get(label) ?? new Set()).add(value));
    }
  }
  return found;
}

describe('monitoring from outside', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-monitoring-'));
  let portal: RunningPortal;
  let series: ReturnType<typeof seriesOf>;
  const read = async () =>
    (await sendRaw(portal, '/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text;
  beforeAll(async () => {
    // Nobody answers there, so that a failure of another party is counted too.
    const nobody = `http://127.0.0.1:${await freePort()}`;
    portal = await openTestPortal({ METRICS_TOKEN, DATA_DIR: folder, CEP_API_URL: nobody });
    const { school, worker } = portal.running;
    await school.ports.postalCodes.find('50000000').catch(() => null);
    await worker.runOnce();
    await sendRaw(portal, '/login/main');
    await sendRaw(portal, '/api/v1/users/me/');
    // No call of a sound school fails.
    portal.metrics.answered('account.getMe', 503);
    portal.state.stopping = true;
    await sendRaw(portal, '/readyz');
    portal.state.stopping = false;
    series = seriesOf(await read());
  });
  afterAll(async () => {
    await portal.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Names of a query that no process exports. */
  const strangersIn = ({ selectors, labels }: Query): string[] => [
    ...selectors.flatMap(({ name, matchers }) => {
      if (OF_PROMETHEUS.has(name)) return [];
      const known = series.get(name);
      if (!known) return [name];
      return matchers.flatMap(({ label, fits }) => {
        const values = known.get(label);
        if (!values) return [`${name}{${label}}`];
        return [...values].some(fits) ? [] : [`${name}{${label}}: no such value`];
      });
    }),
    ...labels.filter((label) => {
      const names = selectors.map(({ name }) => series.get(name)).filter((known) => known !== undefined);
      return names.length > 0 && !names.some((known) => known.has(label));
    }),
  ];

  it.each(rules)('the alert $alert asks for figures that a process gives', ({ expr, annotations, labels }) => {
    const query = readQuery(expr);
    expect(query.selectors.length).toBeGreaterThan(0);
    expect(strangersIn(query)).toEqual([]);
    expect(['critical', 'warning']).toContain(labels.severity);
    const told = [...`${annotations.summary} ${annotations.description}`.matchAll(/\$labels\.([a-z_]+)/g)];
    for (const [, label = ''] of told) expect([...query.labels, 'portal']).toContain(label);
  });

  it.each(charts)('the chart $title asks for figures that a process gives: $expr', ({ expr, legendFormat }) => {
    const query = readQuery(expr);
    expect(query.selectors.length).toBeGreaterThan(0);
    expect(strangersIn(query)).toEqual([]);
    for (const [, label = ''] of legendFormat.matchAll(/\{\{([a-z_]+)\}\}/g)) {
      expect(query.selectors.some(({ name }) => series.get(name)?.has(label))).toBe(true);
    }
  });

  it('every metric of the portal is used in an alert or a chart', () => {
    const requested = new Set(
      [...rules, ...charts].flatMap(({ expr }) => readQuery(expr).selectors.map(({ name }) => name)),
    );
    const roots = new Set([...requested].map((name) => name.replace(/_(bucket|sum|count)$/, '')));
    const given = [...series.keys()].filter((name) => name.startsWith('portal_'));
    // The time of a job in all: for questions by hand.
    const spare = ['portal_job_seconds_total'];
    expect(given.filter((name) => !roots.has(name.replace(/_(bucket|sum|count)$/, '')))).toEqual(spare);
  });

  it('the check finds a name or a label that no process exports', () => {
    expect(strangersIn(readQuery('sum by (fila) (portal_mails{state="lost"}) + portal_male'))).toEqual([
      'portal_mails{state}: no such value',
      'portal_male',
      'fila',
    ]);
  });

  it('reads within half a minute share one query of the database', async () => {
    await portal.running.school.db.deleteFrom('outbox').execute();
    const first = await read();
    await portal.running.school.db
      .insertInto('outbox')
      .values({
        kind: 'test',
        recipient: 'a@b.example',
        subject: 'Aviso',
        html: '',
        text: '',
        created_at: portal.running.school.now().toISOString(),
        claimed_until: null,
        attempts: 0,
        sent_at: null,
        last_error: null,
      })
      .execute();
    const mails = (text: string) => /^portal_mails\{state="waiting",.*$/m.exec(text)?.[0];
    expect(mails(await read())).toBe(mails(first));
  });
});

it('S12 without its database the portal still exports its own metrics, and none of the database', async () => {
  const portal = await openTestPortal({ METRICS_TOKEN });
  await portal.running.school.db.destroy();
  const { status, text } = await sendRaw(portal, '/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const series = seriesOf(text);
  expect([status, series.has('portal_request_seconds_count'), series.has('portal_build_info')]).toEqual([
    200,
    false,
    true,
  ]);
  expect(
    ['portal_mails', 'portal_sessions_active', 'portal_payments_unknown'].filter((name) => series.has(name)),
  ).toEqual([]);
  await portal.close();
});

describe('where metrics are read', () => {
  let portal: RunningPortal;
  const token = { authorization: `Bearer ${METRICS_TOKEN}` };

  it('a scraper reads metrics by IP address, whatever the host of the school is', async () => {
    portal = await openTestPortal({ METRICS_TOKEN, PUBLIC_URL: 'https://aluno.escola.example', DEMO: 'off' });
    const ask = async (path: string, headers: Record<string, string> = {}) =>
      (await sendRaw(portal, path, { headers })).status;
    expect([await ask('/metrics', token), await ask('/metrics'), await ask('/login/main', token)]).toEqual([
      200, 404, 421,
    ]);
    await portal.close();
  });

  it('a separate metrics port needs no token, and the public port then has none', async () => {
    portal = await openTestPortal({ METRICS_PORT: '1' });
    const server = metricsServer(portal.metrics);
    const port = await freePort();
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
    const ask = async (address: string, path: string, method = 'GET') =>
      (await sendRaw({ address }, path, { method })).status;
    const own = `http://127.0.0.1:${port}`;
    expect(await ask(own, '/metrics')).toBe(200);
    expect([await ask(own, '/login/main'), await ask(own, '/metrics', 'POST')]).toEqual([404, 404]);
    expect([await ask(portal.address, '/metrics')]).toEqual([404]);
    server.close().closeAllConnections();
    await portal.close();
  });

  it('if a token is set, the separate metrics port requires it too', async () => {
    portal = await openTestPortal({ METRICS_PORT: '1', METRICS_TOKEN });
    const { metrics } = portal;
    expect(await metrics.read(undefined, true)).toBeNull();
    expect((await metrics.read(token.authorization, true))?.text).toMatch(/^portal_build_info\{version="\d/m);
    await portal.close();
  });
});
