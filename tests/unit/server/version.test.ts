import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readVersion, runningVersion, versionText } from '../../../src/server/version.ts';

describe('D20 the version of a folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = `${mkdtempSync(join(tmpdir(), 'portal-version-'))}/`;
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const write = (name: string, content: unknown) => writeFileSync(folder + name, JSON.stringify(content));

  it('is that of release.json, whatever other files exist', () => {
    const said = { version: '2.1.0', commit: '0123456789ab', date: '2026-11-20' };
    write('release.json', said);
    write('package.json', { version: '9.9.9' });
    expect(readVersion(folder)).toEqual(said);
    expect(versionText(readVersion(folder))).toBe('2.1.0 (0123456789ab)');
  });

  it('is that of the package and the last commit in a clone', () => {
    write('package.json', { version: '1.2.3' });
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
        env: { ...process.env, GIT_COMMITTER_DATE: '2026-02-03T10:00:00Z' },
      });
    git('init', '--quiet');
    git('commit', '--quiet', '--allow-empty', '-m', 'First');
    expect(readVersion(folder)).toEqual({
      version: '1.2.3',
      commit: expect.stringMatching(/^[0-9a-f]{12}$/),
      date: '2026-02-03',
    });
  });

  it('is unknown without these files', () => {
    expect(readVersion(folder)).toEqual({ version: 'unknown', commit: 'unknown', date: 'unknown' });
    write('release.json', { version: 3 });
    write('package.json', { version: '1.2.3' });
    expect(versionText(readVersion(folder))).toBe('1.2.3 (unknown)');
  });

  it('is known for the running program', () => {
    expect(runningVersion.version).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
