import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const read = (file: string) => readFileSync(`deploy/${file}`, 'utf8');
const has = (tool: string) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;
const room = mkdtempSync(join(tmpdir(), 'portal-deploy-'));
afterAll(() => rmSync(room, { recursive: true }));

/** The known settings of the portal. */
const known = new Set([...readFileSync('.env.example', 'utf8').matchAll(/^#?([A-Z0-9_]+)=/gm)].map(([, name]) => name));

interface Service {
  image: string;
  restart?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  volumes?: string[];
  networks?: string[];
  healthcheck?: { test?: string[]; disable?: boolean };
  logging?: { options?: Record<string, string> };
  environment?: Record<string, string>;
  ports?: string[];
  depends_on?: Record<string, unknown>;
  profiles?: string[];
}

describe('D20 compose', () => {
  const text = read('compose.yaml');
  const compose = parse(text, { merge: true }) as {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
    networks: Record<string, unknown>;
  };
  const services = Object.entries(compose.services);

  it('has the portal, its database, TLS and backups, and optionally a file store', () => {
    expect(Object.keys(compose.services)).toEqual(['portal', 'database', 'caddy', 'backup', 'minio']);
    expect(services.filter(([, { profiles }]) => profiles).map(([name]) => name)).toEqual(['minio']);
  });

  it.each(services)('%s is pinned, restarts, gains no privileges and has a limited log', (_name, service) => {
    expect(service.image).toMatch(/^(portal:\$\{PORTAL_VERSION:\?.+\}|[a-z.]+\/[\w./-]+:[\w.-]*\d[\w.-]*)$/);
    expect(service.image).not.toMatch(/latest/);
    expect(service.restart).toBe('unless-stopped');
    expect(service.security_opt).toContain('no-new-privileges:true');
    expect(service.logging?.options).toHaveProperty('max-size');
  });

  it('only the proxy is reachable from outside, and the database has a health check', () => {
    expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['caddy']);
    expect(compose.services.database?.networks).toEqual(['inside']);
    for (const name of ['portal', 'backup']) {
      expect(compose.services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    }
    expect(compose.services.database?.healthcheck?.test?.[1]).toBe('pg_isready');
  });

  it('uses existing volumes, networks and services, and known settings', () => {
    for (const [, { volumes = [], networks = [], depends_on = {} }] of services) {
      for (const volume of volumes.filter((each) => !each.startsWith('.')))
        expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0]);
      for (const network of networks) expect(Object.keys(compose.networks)).toContain(network);
      for (const other of Object.keys(depends_on)) expect(Object.keys(compose.services)).toContain(other);
    }
    const given = ['portal', 'backup'].flatMap((name) => Object.keys(compose.services[name]?.environment ?? {}));
    expect(given.filter((name) => !known.has(name))).toEqual(['BACKUP_AT']);
  });

  it('has each of its variables in the sample of settings', () => {
    const requested = new Set([...text.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name));
    const sample = new Set([...read('portal.env.example').matchAll(/^#?([A-Z0-9_]+)=/gm)].map(([, name]) => name));
    expect([...requested].filter((name) => !sample.has(name) && name !== 'BACKUP_AT')).toEqual([]);
    const own = ['PORTAL_VERSION', 'PORTAL_HOSTS', 'POSTGRES_PASSWORD'];
    expect([...sample].filter((name) => !known.has(name)).toSorted()).toEqual(own.toSorted());
  });
});

describe('D20 the image', () => {
  const lines = read('Containerfile')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  const words = (name: string) =>
    lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));

  it('follows good practice for images', () => {
    expect(words('FROM')).toHaveLength(1);
    expect(words('FROM')[0]).toMatch(/:[\d.]+-slim$/);
    // A numeric user, so that an orchestrator sees that it is not root; nothing runs as root after it.
    expect(words('USER')).toEqual(['10001:10001']);
    expect(lines.findLastIndex((line) => line.startsWith('RUN '))).toBeLessThan(
      lines.findIndex((line) => line.startsWith('USER ')),
    );
    // The user of the portal cannot change its program.
    expect(words('COPY')).toEqual(['--chown=root:root . /opt/portal']);
    expect(words('WORKDIR')[0]).toMatch(/^\//);
    for (const name of ['ENTRYPOINT', 'CMD', 'HEALTHCHECK']) expect(words(name).join()).toMatch(/\[".+"\]$/);
    expect(lines.filter((line) => /^(ADD|MAINTAINER)|sudo|apt-get upgrade|curl .*\|/.test(line))).toEqual([]);
    expect(words('STOPSIGNAL')).toEqual(['SIGTERM']);
  });
});

const numbers = (text: string, of: RegExp) => (of.exec(text) ?? []).slice(1).map(Number);
const [drainMs] = numbers(read('portal.env.example'), /^#SHUTDOWN_DRAIN_MS=(\d+)$/m);

describe('D20 units of systemd', () => {
  const units = globSync('deploy/systemd/*');

  it('are three, and systemd waits long enough for the portal to stop', () => {
    expect(units).toHaveLength(3);
    const unit = read('systemd/portal.service');
    expect(unit).toMatch(/^ExecStart=\/srv\/portal\/current\/bin\/portal start$/m);
    const [stops] = numbers(unit, /^TimeoutStopSec=(\d+)s$/m);
    expect(stops).toBeGreaterThan(10 + (drainMs ?? Number.NaN) / 1_000);
    expect(numbers(read('compose.yaml'), /portal:.*?stop_grace_period: (\d+)s/s)).toEqual([stops]);
  });

  it.skipIf(!has('systemd-analyze'))('pass systemd-analyze, also for security', () => {
    // The programs of the units exist only on a machine with a release.
    for (const unit of units) {
      const text = readFileSync(unit, 'utf8').replace(/^(ExecStart=)\S+/m, '$1/bin/true');
      writeFileSync(join(room, unit.split('/').at(-1) ?? ''), text);
    }
    const files = units.map((unit) => join(room, unit.split('/').at(-1) ?? ''));
    const { stdout, stderr, status } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
      encoding: 'utf8',
    });
    const complaints = `${stdout}${stderr}`
      .split('\n')
      .filter((line) => line.includes('portal') && !/documentation|Failed to (prepare|open)/i.test(line));
    expect({ status, complaints }).toEqual({ status: 0, complaints: [] });
    const security = [
      'security',
      '--offline=true',
      '--threshold=20',
      '--no-pager',
      files.find((file) => file.endsWith('portal.service')) ?? '',
    ];
    const judged = spawnSync('systemd-analyze', security, { encoding: 'utf8' });
    expect(judged.status, judged.stdout).toBe(0);
  });
});

describe('D20 samples of proxies', () => {
  it.skipIf(!has('caddy'))('the sample for Caddy is valid', () => {
    const args = ['validate', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'];
    const { stderr, status } = spawnSync('caddy', args, { encoding: 'utf8', env: { ...process.env, HOME: room } });
    expect(status, stderr).toBe(0);
    expect(stderr).not.toContain('not formatted');
  });

  it('a stopping portal accepts requests until Caddy has checked its health', () => {
    const [every, within] = numbers(read('Caddyfile'), /health_interval (\d+)s.*health_timeout (\d+)s/s);
    expect(drainMs).toBeGreaterThan(((every ?? Number.NaN) + (within ?? Number.NaN)) * 1_000);
  });

  it.skipIf(!has('nginx') || !has('openssl'))('the sample for nginx is valid', () => {
    const key = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-subj',
      '/CN=portal',
    ];
    spawnSync('openssl', [...key, '-keyout', join(room, 'privkey.pem'), '-out', join(room, 'fullchain.pem')]);
    const sample = read('nginx.conf').replaceAll('/etc/ssl/portal', room);
    writeFileSync(join(room, 'nginx.conf'), `pid ${room}/pid;\nevents {}\nhttp {\n${sample}\n}\n`);
    const { stderr, status } = spawnSync('nginx', ['-t', '-c', join(room, 'nginx.conf'), '-e', 'stderr'], {
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
  });
});

describe('D20 samples of a log server', () => {
  const samples = globSync('deploy/logs/*.conf').map((file) => file.slice('deploy/'.length));

  it('each side has a certificate and accepts only the named peer', () => {
    expect(samples).toHaveLength(2);
    for (const sample of samples) {
      const text = read(sample);
      expect(text).toMatch(/streamDriver\.?authMode="x509\/name"/i);
      expect(text).toMatch(/streamDriver\.?mode="1"/i);
      expect(text).toMatch(/permittedPeers?=\[?"[a-z.]+"/i);
      for (const name of ['CA', 'Cert', 'Key']) expect(text).toContain(`defaultNetstreamDriver${name}File=`);
    }
  });

  it.skipIf(!has('rsyslogd')).each(samples)('rsyslog accepts %s', (sample) => {
    for (const name of ['ca.pem', 'portal.pem', 'portal.key', 'logs.pem', 'logs.key'])
      writeFileSync(join(room, name), '');
    const file = join(room, 'rsyslog.conf');
    writeFileSync(file, read(sample).replaceAll('/etc/ssl/portal-logs', room));
    const { stdout, stderr, status } = spawnSync('rsyslogd', ['-N1', '-f', file], { encoding: 'utf8' });
    expect(status, `${stdout}${stderr}`).toBe(0);
  });
});

it('D20 scripts of a release are executable', () => {
  for (const file of ['portal', 'backup-daily']) {
    expect(statSync(`deploy/${file}`).mode & 0o111).not.toBe(0);
    expect(spawnSync('sh', ['-n', `deploy/${file}`]).status).toBe(0);
  }
});
