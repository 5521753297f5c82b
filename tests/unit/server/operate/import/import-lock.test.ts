import { expect, it, vi } from 'vitest';
import type { Database, Db } from '../../../../../src/server/core/db/connection.ts';
import { ImportBusy, withImportLock } from '../../../../../src/server/operate/import/import-lock.ts';

/** A database that is busy `times` times before a transaction begins. @param code of SQLite or of the write queue */
function busyDatabase(times: number, code: string): Pick<Database, 'db'> {
  let left = times;
  const tx = { getExecutor: () => ({ adapter: {} }) } as unknown as Db;
  const execute = async (work: (each: Db) => unknown) => {
    if (left > 0) {
      left -= 1;
      throw Object.assign(new Error('busy'), { code });
    }
    return work(tx);
  };
  return { db: { transaction: () => ({ execute }) } as unknown as Database['db'] };
}

it.each(['SQLITE_BUSY', 'WRITE_QUEUE_FULL'])(
  'an import waits while another one writes (%s), and reports the wait once',
  async (code) => {
    const onWait = vi.fn();
    await expect(withImportLock(busyDatabase(3, code), async () => 'done', { onWait })).resolves.toBe('done');
    expect(onWait).toHaveBeenCalledOnce();
  },
);

it('an import that waits too long is refused with ImportBusy', async () => {
  const work = vi.fn();
  await expect(withImportLock(busyDatabase(100, 'SQLITE_BUSY'), work, { waitMs: 1 })).rejects.toThrow(ImportBusy);
  expect(work).not.toHaveBeenCalled();
});

it('any other error fails an import at once', async () => {
  await expect(withImportLock(busyDatabase(1, 'SQLITE_FULL'), async () => 'done')).rejects.toThrow('busy');
});
