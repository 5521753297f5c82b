import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { openApiDocument } from '../../../src/server/openapi.ts';

interface Problem {
  ruleId: string;
  message: string;
  location: { pointer: string }[];
}

/** The problems that Redocly finds in a document by the rules of `tests/support/redocly.yaml`. */
async function lint(document: object): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const options = ['--config', 'tests/support/redocly.yaml', '--format', 'json', '--max-problems', '10000'];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const redocly = join('node_modules', '@redocly', 'cli', 'bin', 'cli.js');
  const { stdout } = await promisify(execFile)(process.execPath, [redocly, 'lint', file, ...options], {
    env,
    maxBuffer: 2 ** 26,
  }).catch((error: { stdout: string }) => error);
  const { problems } = JSON.parse(stdout) as { problems: Problem[] };
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

it('Redocly finds no problem in the description of the API', async () => {
  expect(await lint(openApiDocument())).toEqual([]);
});

it('Redocly reports a description without servers', async () => {
  const { servers, ...document } = openApiDocument();
  expect(servers).toHaveLength(1);
  expect(await lint({ ...document, paths: {} })).toContainEqual(expect.stringContaining('no-empty-servers'));
});
