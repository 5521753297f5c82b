import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { API_PREFIX, type Call } from '../../../src/lib/contract/core.ts';
import { contract } from '../../../src/lib/contract/index.schema.ts';
import { routeTable } from '../../../src/lib/rules/routes/route-table.ts';
import { pathForLog } from '../../../src/process/log.ts';

const calls = Object.values(contract).flatMap((area) => Object.values(area as Record<string, Call>));
const blank = (pattern: string) => pattern.replace(/[^/]*\{\w+\}[^/]*/g, ':x');
const fill = (pattern: string, value: string) => pattern.replace(/\{\w+\}/g, value);

it.each(calls.map(({ path }) => path).filter((path) => !path.includes('.ics')))(
  '%s is recognised in a log, without its values',
  (path) => {
    for (const value of ['7', '11111111-1111-4111-8111-111111111111', 'KNN-LIVRO-0001', 'ana%40demo.example']) {
      expect(pathForLog(API_PREFIX + fill(path, value))).toBe(API_PREFIX + blank(path));
    }
  },
);

it.each(routeTable.map(({ pattern }) => pattern))('%s is recognised in a log, without its values', (pattern) => {
  expect(pathForLog(fill(pattern, '12'))).toBe(blank(pattern));
});

it.each(['/', '/sair', '/preferencias/tema', '/erro', '/offline', '/robots.txt', '/manifest.webmanifest'])(
  '%s is logged unchanged',
  (path) => {
    expect(pathForLog(path)).toBe(path);
  },
);

describe('S15: secrets, codes and personal data are left out', () => {
  it.each([
    ['a printed code, which logs in', '/api/v1/users/book/KNN-LIVRO-0001/', '/api/v1/users/book/:x/'],
    ['a printed code without digits', '/api/v1/users/book/KNN-LIVRO-ABCD/', '/api/v1/users/book/:x/'],
    ['a code of letters alone', '/api/v1/portal/documents/verify/ABCDEFGH/', '/api/v1/portal/documents/verify/:x/'],
    ['the secret of a calendar', `/api/v1/portal/calendar/${'aB-_'.repeat(5)}.ics`, '/api/v1/portal/calendar/:x'],
    ['a long secret in small letters', `/x/${'a'.repeat(31)}/`, '/x/:x/'],
    ['an address of mail', '/x/ana@demo.example', '/x/:x'],
    ['an encoded address of mail', '/x/ana%40demo.example', '/x/:x'],
    ['a CPF with mask', '/x/529.982.247-25', '/x/:x'],
    ['a postal code', '/api/v1/portal/cep/13010100/', '/api/v1/portal/cep/:x/'],
    ['a name', '/Ana%20Souza', '/:x'],
    ['a name in one word', '/AnaSouza', '/:x'],
    ['letters beyond ASCII', '/%C3%A9', '/:x'],
    ['something that would forge a log line', '/x%0A{"level":30}', '/:x'],
  ])('%s', (_name, path, logged) => {
    expect(pathForLog(path)).toBe(logged);
  });

  it('a very long path is cut', () => {
    expect(pathForLog('/abc'.repeat(1_000))).toHaveLength(120);
  });

  it('the logged path of any request is short and has only lower-case words', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.string(), (path, tail) => {
        const logged = pathForLog(`/${path}/${tail}`);
        expect(logged.length).toBeLessThanOrEqual(120);
        expect(logged.replaceAll('/v1', '')).toMatch(/^[a-z_.:/-]*$/);
      }),
      { numRuns: 1_000 },
    );
  });
});
