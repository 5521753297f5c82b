import { afterAll, expect, it } from 'vitest';
import { WorkerThread } from '../../../../../src/server/core/threads/worker-thread.ts';
import { openTable } from '../../../../../src/server/operate/import/table-file.ts';
import { sentLimits } from '../../../../../src/server/operate/import/table-limits.ts';

const imports = new WorkerThread();
afterAll(() => imports.close());
const read = (text: string, ms = sentLimits.ms) =>
  openTable({ imports }, new TextEncoder().encode(text), {
    form: 'sheet',
    columns: { matricula: true },
    limits: { ...sentLimits, ms },
  });

it('a table that takes too long is refused for the time limit, and the next table is read', async () => {
  const endless = read(`matricula\n${'\n'.repeat(8_000_000)}`, 5);
  const behind = read('matricula\n1\n');
  await expect(endless).rejects.toMatchObject({ isTooLarge: true, message: expect.stringContaining('e parou') });
  expect((await behind).table.lines).toEqual([{ line: 2, cells: { matricula: '1' } }]);
});

it('a refusal keeps its error class across the worker thread', async () => {
  await expect(read('nome\n1\n')).rejects.toMatchObject({ name: 'TableRefused', isTooLarge: false });
  const list = new TextEncoder().encode('{');
  const how = { form: 'json' as const, columns: {}, limits: sentLimits };
  await expect(openTable({ imports }, list, how)).rejects.toMatchObject({ name: 'Refusal', status: 422 });
});
