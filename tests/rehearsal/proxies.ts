import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Place {
  /** Where the proxy may write. */
  folder: string;
  /** The unpacked release, with the samples. */
  release: string;
  port: number;
  /** Ports of the portal. */
  upstreams: readonly string[];
}

export interface Proxy {
  name: string;
  command: readonly string[];
  env: Record<string, string>;
  /** The certificate that browsers of this machine trust. It may come with the first start. */
  certificate: string;
}

/** A proxy with TLS, by the sample of the release. Caddy makes its certificate itself. */
export const proxyFor = (name: string, place: Place): Proxy => (name === 'caddy' ? caddy(place) : nginx(place));

/** The sample as it stands, with a port for plain HTTP that anybody may open, and its authority in this folder alone. */
function caddy({ folder, release, port, upstreams }: Place): Proxy {
  const sample = readFileSync(join(release, 'deploy/Caddyfile'), 'utf8');
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, sample.replace('admin off', `admin off\n\tskip_install_trust\n\thttp_port ${port + 1}`));
  return {
    name: 'Caddy',
    command: ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'],
    env: {
      PORTAL_HOSTS: `https://localhost:${port}`,
      PORTAL_UPSTREAM: upstreams.map((each) => `127.0.0.1:${each}`).join(' '),
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
    certificate: join(folder, 'caddy/pki/authorities/local/root.crt'),
  };
}

/** The sample with other ports, and a certificate of this machine. */
function nginx({ folder, release, port, upstreams }: Place): Proxy {
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const ask = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', [...ask, ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  chmodSync(key, 0o644);
  const servers = upstreams.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join('\n  ');
  const site = readFileSync(join(release, 'deploy/nginx.conf'), 'utf8')
    .replaceAll('/etc/ssl/portal', folder)
    .replaceAll(/^ {2}listen \[::\].*\n/gm, '')
    .replace('listen 443', `listen ${port}`)
    .replace('listen 80', `listen ${port + 1}`)
    .replaceAll('aluno.escola.example aluno.phenom.escola.example', 'localhost')
    .replace(/server 127\.0\.0\.1:4321[^;]*;/, servers);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temporary = places.map((name) => `${name}_temp_path ${folder}/nginx-${name};`).join('\n');
  const file = join(folder, 'nginx.conf');
  const head = `daemon off;\npid ${folder}/nginx.pid;\nerror_log stderr error;\nevents {}\n`;
  writeFileSync(file, `${head}http {\naccess_log off;\n${temporary}\n${site}\n}\n`);
  return { name: 'nginx', command: ['nginx', '-c', file, '-e', 'stderr'], env: {}, certificate };
}
