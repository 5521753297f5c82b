import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { unknownNames } from '../../../src/server/setting-names.ts';

const typos = (names: readonly string[]) => unknownNames([], names).filter(({ isTypo }) => isTypo);

it.each([
  ['DEMOO', 'DEMO'],
  ['DEM', 'DEMO'],
  ['DEMI', 'DEMO'],
  ['PROT', 'PORT'],
  ['PORTL', 'PORT'],
  ['DATADIR', 'DATA_DIR'],
  ['PUBLIC_ULR', 'PUBLIC_URL'],
])('a misspelling %s of %s is reported, in .env and in the environment', (name, near) => {
  expect(unknownNames([name], [])).toEqual([{ name, near, isTypo: true }]);
  expect(unknownNames([], [name])).toEqual([{ name, near, isTypo: true }]);
});

it('other unknown names are reported only in .env, unless they are long and similar to a setting', () => {
  expect(unknownNames(['COLOUR', 'PAYMENT'], [])).toEqual([
    { name: 'COLOUR', isTypo: false },
    { name: 'PAYMENT', near: 'PAYMENTS', isTypo: true },
  ]);
  expect(unknownNames([], ['COLOUR', 'POST_', 'RETENTION_DAY_'])).toEqual([
    { name: 'RETENTION_DAY_', near: 'RETENTION_DAYS', isTypo: true },
  ]);
  expect(unknownNames([], ['PUBLICURLS'])).toEqual([{ name: 'PUBLICURLS', near: 'PUBLIC_URL', isTypo: false }]);
});

it('variables of Node, npm, shells, systemd, containers and our deployment do not stop the start', () => {
  const deployed = readFileSync('deploy/portal.env.example', 'utf8') + readFileSync('deploy/compose.yaml', 'utf8');
  const ours = [...deployed.matchAll(/\b([A-Z][A-Z0-9_]{2,})\b/g)].map(([, name = '']) => name);
  const common =
    'HOME HOSTNAME HOSTTYPE PATH PWD OLDPWD SHELL SHLVL TERM LANG LC_ALL USER LOGNAME MAIL EDITOR TZ TMPDIR CI DISPLAY';
  const others =
    'NODE_ENV NODE_OPTIONS NODE_COMPILE_CACHE UV_THREADPOOL_SIZE MALLOC_ARENA_MAX npm_config_cache INVOCATION_ID';
  const cloud =
    'JOURNAL_STREAM CREDENTIALS_DIRECTORY KUBERNETES_PORT KUBERNETES_SERVICE_HOST POSTGRES_PASSWORD REDIS_URL LOG_FORMAT';
  expect(typos([...ours, ...`${common} ${others} ${cloud}`.split(' '), ...Object.keys(process.env)])).toEqual([]);
});
