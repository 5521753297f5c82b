import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesBelow } from './architecture/sources.ts';

/** The levels of ASVS 5.0.0 by section, one digit for each requirement in its order. We go through levels 1 and 2. */
const sections: Readonly<Record<string, string>> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
};
const requested = Object.entries(sections).flatMap(([section, levels]) =>
  [...levels].flatMap((level, index) => (level === '3' ? [] : [{ id: `${section}.${index + 1}`, level }])),
);

const page = readFileSync('docs/asvs.md', 'utf8');
const cellsOf = (line: string) =>
  line
    .split('|')
    .map((cell) => cell.trim())
    .slice(1, -1);
const written = page
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+(–\d+\.\d+\.\d+)? \|/.test(line))
  .map((line) => {
    const [ids = '', levels = '', gist = '', state = '', shown = ''] = cellsOf(line);
    const [first = '', last = first] = ids.split('–');
    return { ids, first, last, levels, gist, state, shown };
  });
const placeOf = (id: string) => requested.findIndex((each) => each.id === id);
/** A range of ids counts as one row for each of its requirements. */
const rows = written.flatMap(({ first, last, gist, state, shown }) =>
  requested.slice(placeOf(first), placeOf(last) + 1).map(({ id }) => ({ id, gist, state, shown })),
);
const STATES = ['met', 'not applicable', 'open'];
const sumsOf = (of: typeof rows) => STATES.map((state) => String(of.filter((row) => row.state === state).length));

describe('docs/asvs.md', () => {
  it('has each requirement of levels 1 and 2 once, with its level', () => {
    expect(requested).toHaveLength(253);
    expect(rows.map(({ id }) => id)).toEqual(requested.map(({ id }) => id));
    const levelsOf = (first: string, last: string) =>
      [...new Set(requested.slice(placeOf(first), placeOf(last) + 1).map(({ level }) => level))].toSorted().join(', ');
    expect(written.filter(({ first, last, levels }) => levels !== levelsOf(first, last))).toEqual([]);
  });

  it('has ranges only of requirements that do not apply', () => {
    expect(written.filter(({ first, last, state }) => first !== last && state !== 'not applicable')).toEqual([]);
  });

  it('has state, summary and evidence for each requirement', () => {
    expect(rows.filter(({ state }) => !STATES.includes(state))).toEqual([]);
    expect(rows.filter(({ gist, shown }) => gist === '' || shown === '')).toEqual([]);
    const bare = rows.filter(({ state, shown }) => state === 'met' && !/`[^`]+`|\]\([\w.]+\.md/.test(shown));
    expect(bare.map(({ id }) => id)).toEqual(['6.4.2']);
  });

  it('has sums that agree with its rows', () => {
    const summed = page
      .split('\n')
      .filter((line) => /^\| (V\d+ |all )/.test(line))
      .map(cellsOf);
    expect(summed).toHaveLength(18);
    for (const [title = '', ...sums] of summed) {
      const chapter = /^V(\d+)/.exec(title)?.[1];
      const own = chapter ? rows.filter(({ id }) => id.startsWith(`${chapter}.`)) : rows;
      expect(sums, title).toEqual(sumsOf(own));
    }
  });
});

describe('statements of the page about all code', () => {
  const files = filesBelow('src')
    .filter((file) => /\.(ts|tsx|astro)$/.test(file))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const with_ = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

  it('12.3.2 certificate checks are never disabled', () => {
    expect(with_(/rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity|insecureHTTPParser/)).toEqual([]);
  });

  it('15.3.2 each outgoing fetch defines its handling of redirects', () => {
    const calling = with_(/\bfetch\(/).filter((file) => /^src\/(server|connected|process|gateway)\//.test(file));
    expect(calling.length).toBeGreaterThan(2);
    expect(calling.filter((file) => !with_(/redirect: '(error|manual)'/).includes(file))).toEqual([]);
  });

  it('1.2.5, 1.3.2 only one file runs a command, git, and no text is run as code', () => {
    expect(with_(/node:child_process/)).toEqual(['src/server/version.ts']);
    expect(with_(/\bshell: true|\bexec(Sync)?\((?=['"`])|\beval\(|new Function\(/)).toEqual([]);
  });

  it('4.4, 17 WebSocket and WebRTC are not used', () => {
    expect(with_(/\bnew WebSocket\(|RTCPeerConnection/)).toEqual([]);
  });
});

describe('statements of the page about the proxies', () => {
  const directives = (name: string) =>
    [...readFileSync('deploy/nginx.conf', 'utf8').matchAll(new RegExp(`^\\s*${name} (.+);$`, 'gm'))].map(
      ([, value]) => value,
    );

  it('12.1.1 nginx accepts only TLS 1.2 and 1.3', () => {
    expect(directives('ssl_protocols')).toEqual(['TLSv1.2 TLSv1.3']);
  });

  it('12.1.2 its TLS 1.2 ciphers have forward secrecy and authenticated encryption', () => {
    const ciphers = directives('ssl_ciphers').flatMap((value) => value?.split(':') ?? []);
    expect(ciphers.length).toBeGreaterThan(3);
    expect(ciphers.filter((each) => !/^ECDHE-(ECDSA|RSA)-.*(GCM|POLY1305)/.test(each))).toEqual([]);
  });

  it('12.2.1 port 80 redirects to TLS, and Caddy does not serve without it', () => {
    expect(directives('return')).toEqual(['308 https://$host$request_uri']);
    expect(readFileSync('deploy/Caddyfile', 'utf8')).not.toMatch(/auto_https|http:\/\//);
  });
});
