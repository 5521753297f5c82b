import { expect, it } from 'vitest';
import { readableLine } from '../../../src/process/log-lines.ts';

const at = new Date(2026, 10, 28, 8, 15, 4).toISOString();
const line = (facts: object) => `${JSON.stringify({ level: 30, time: at, pid: 7, version: '0.1.0', ...facts })}\n`;

it.each([
  [{ msg: 'stopped' }, '08:15:04 stopped\n'],
  [{ level: 40, msg: 'SMTP_URL: não está definido' }, '08:15:04 WARN SMTP_URL: não está definido\n'],
  [
    { requestId: 'x', brand: 'knn', method: 'GET', path: '/login', status: 200, ms: 8.1 },
    '08:15:04 GET /login 200 8.1 ms brand=knn\n',
  ],
  [
    { level: 50, msg: 'call failed', err: { message: 'no', stack: 'Error: no\n    at x' } },
    '08:15:04 ERROR call failed\n    Error: no\n        at x\n',
  ],
  [{ level: 40, msg: 'm', places: ['a.b'] }, '08:15:04 WARN m places=["a.b"]\n'],
  [{ msg: 'a\nb', name: '\u001b[2J' }, '08:15:04 a\\x0ab name=\\x1b[2J\n'],
])('%j is printed as a readable line in a terminal', (facts, readable) => {
  expect(readableLine(line(facts))).toBe(readable);
});

it('a line that is not JSON is not changed', () => {
  expect(readableLine('plain\n')).toBe('plain\n');
});
