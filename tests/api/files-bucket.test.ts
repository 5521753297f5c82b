import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/server/config.ts';
import { type FilePort, openFiles } from '../../src/server/core/ports/files.ts';
import { openSchool } from '../../src/server/school.ts';
import { SECRET } from '../support/bare-env.ts';
import { type Bucket, openBucket } from '../support/bucket.ts';

describe('files in a bucket', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bucket-'));
  const path = join(folder, 'file.bin');
  const bytes = Buffer.alloc(3_000_000, 'olá, balde ');
  let bucket: Bucket;
  let files: FilePort;
  beforeAll(async () => {
    writeFileSync(path, bytes);
    bucket = await openBucket();
    files = await openFiles(readConfig(bucket.env));
  });
  afterAll(async () => {
    await bucket.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('a file and bytes are returned as they were stored, and a removed one is gone', async () => {
    await files.put('tests/file', createReadStream(path), 'application/pdf');
    await files.put('tests/bytes', bytes.subarray(0, 10), 'application/pdf');
    expect(bytes.equals(await buffer(await files.open('tests/file')))).toBe(true);
    expect(bytes.subarray(0, 10).equals(await buffer(await files.open('tests/bytes')))).toBe(true);
    await files.remove('tests/file');
    await expect(files.open('tests/file')).rejects.toMatchObject({ status: 503 });
    expect([...bucket.stored.keys()]).toEqual(['tests/bytes']);
  });

  it('S12 an unavailable store gives a message, and is used again when it is back', async () => {
    bucket.isDown = true;
    const put = () => files.put('tests/late', createReadStream(path), 'application/pdf');
    await expect(put()).rejects.toMatchObject({ status: 503, detail: expect.stringContaining('arquivos') });
    bucket.isDown = false;
    await put();
    expect(bucket.stored.get('tests/late')?.byteLength).toBe(bytes.byteLength);
  });

  it('a demo school stores its files there', async () => {
    const config = readConfig({
      ...bucket.env,
      DATA_DIR: ':memory:',
      NODE_ENV: 'test',
      SECRET,
    });
    const running = await openSchool(config, pino({ level: 'silent' }), { backgroundWork: false });
    await running.close();
    const rows = [...bucket.stored.keys()].filter((key) => !key.startsWith('tests/'));
    expect(rows.length).toBeGreaterThan(3);
  });
});
