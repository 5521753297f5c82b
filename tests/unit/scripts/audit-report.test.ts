import { expect, it } from 'vitest';
import { readAuditReport } from '../../../scripts/audit-report.ts';

const vulnerability = (name: string, severity: string, via: unknown[]) => ({
  [name]: {
    name,
    severity,
    isDirect: false,
    via,
    effects: [],
    range: '<1.2.3',
    nodes: [`node_modules/${name}`],
    fixAvailable: true,
  },
});
const advisory = (severity: string) => ({
  source: 1,
  name: 'tar',
  title: 'Files are written outside of the folder',
  url: 'https://github.com/advisories/GHSA-xxxx',
  severity,
  range: '<1.2.3',
});
const answer = (...found: object[]) => ({
  stdout: JSON.stringify({ auditReportVersion: 2, vulnerabilities: Object.assign({}, ...found), metadata: {} }),
  stderr: '',
});

it('a report without vulnerabilities is clean', () => {
  expect(readAuditReport(answer())).toEqual({ text: '0 high or critical, 0 lower vulnerabilities.\n', isClean: true });
});

it.each(['low', 'moderate', 'info'])('a %s vulnerability is counted and does not fail', (severity) => {
  expect(readAuditReport(answer(vulnerability('tar', severity, [advisory(severity)])))).toEqual({
    text: '0 high or critical, 1 lower vulnerabilities.\n',
    isClean: true,
  });
});

it.each(['high', 'critical'])('a %s vulnerability is named with its advisory and its dependents', (severity) => {
  const { text, isClean } = readAuditReport(
    answer(vulnerability('tar', severity, [advisory(severity)]), vulnerability('packer', severity, ['tar'])),
  );
  expect(isClean).toBe(false);
  expect(text).toBe(
    `${severity.padEnd(8)} tar <1.2.3 (node_modules/tar): Files are written outside of the folder https://github.com/advisories/GHSA-xxxx\n` +
      `${severity.padEnd(8)} packer <1.2.3 (node_modules/packer): by tar\n` +
      '2 high or critical, 0 lower vulnerabilities.\n',
  );
});

it.each([
  [
    'an error of the registry',
    { stdout: '{"message":"405 Method Not Allowed","statusCode":405}', stderr: '' },
    '405 Method Not Allowed',
  ],
  [
    'no network',
    { stdout: '{"message":"request to https://… failed"}', stderr: 'npm error' },
    'request to https://… failed',
  ],
  [
    'no JSON',
    { stdout: '<html>', stderr: 'npm error audit endpoint returned an error\nmore' },
    'npm error audit endpoint returned an error',
  ],
  ['nothing', { stdout: '', stderr: '' }, 'no answer'],
])('%s is reported and does not fail', (_what, given, reason) => {
  expect(readAuditReport(given)).toEqual({
    text: `Not audited: the registry does not answer audits (${reason}).\n`,
    isClean: true,
  });
});
