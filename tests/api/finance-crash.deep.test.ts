import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { followUpCharges } from '../../src/server/money/finance/follow-up.ts';
import { SECRET } from '../support/bare-env.ts';
import { booksOf, payByCard } from '../support/bills.ts';
import { cards } from '../support/card-body.ts';
import { createDatabase } from '../support/databases.ts';
import { engines, openTestSchool } from '../support/school.ts';

const ana = 1;
const BILL = 106;

/** A database that two processes share. */
async function sharedBooks(engine: string): Promise<{ env: Record<string, string>; remove(): Promise<void> }> {
  if (engine === 'postgres') {
    const { url, drop } = await createDatabase();
    return { env: { DATABASE_URL: url }, remove: drop };
  }
  const folder = mkdtempSync(join(tmpdir(), 'portal-crash-'));
  return { env: { DATA_DIR: folder }, remove: async () => rmSync(folder, { recursive: true, force: true }) };
}

/** Runs a payment in a process that is killed in the middle of it. */
function payAndDie(env: Record<string, string>): Promise<void> {
  const child = fork('tests/support/paying-process.ts', { env: { ...process.env, ...env }, stdio: 'inherit' });
  child.once('message', () => child.kill('SIGKILL'));
  return new Promise((done, fail) => {
    child.once('exit', (code, signal) =>
      signal === 'SIGKILL' ? done() : fail(new Error(`The process ended by itself, with ${code}`)),
    );
  });
}

describe.each(engines)('a process that dies while it pays, on %s (S3, FIN-07)', (engine) => {
  it.each([
    ['after', 'the bank took the money'],
    ['before', 'the bank heard of it'],
  ])('a retry after a crash %s %s finds one charge', async (dies) => {
    const { env, remove } = await sharedBooks(engine);
    const key = randomUUID();
    const settings = { NODE_ENV: 'test', SECRET, DEMO: 'on', ...env };
    await payAndDie({ ...settings, BILL: String(BILL), KEY: key, DIES: dies });
    const portal = await openTestSchool(engine, { env });
    expect((await booksOf(portal, BILL)).bill.status).toBe('em_processamento');
    const other = await payByCard(portal, BILL, cards.approved, { as: ana });
    expect(other.body.code).toBe('in_progress');
    const { body } = await payByCard(portal, BILL, cards.approved, { as: ana, key });
    expect(body.status).toBe('aprovado');
    const books = await booksOf(portal, BILL);
    expect([books.bill.status, books.charges.length, books.taken.length]).toEqual(['paga', 1, 1]);
    await portal.close();
    await remove();
  });

  it('a pending charge is resolved without a retry of the payer', async () => {
    const { env, remove } = await sharedBooks(engine);
    const settings = { NODE_ENV: 'test', SECRET, DEMO: 'on', ...env };
    await payAndDie({ ...settings, BILL: String(BILL), KEY: randomUUID(), DIES: 'after' });
    await payAndDie({ ...settings, BILL: String(BILL + 1), KEY: randomUUID(), DIES: 'before' });
    const portal = await openTestSchool(engine, { env });
    portal.clock.advance(3 * 60_000);
    await followUpCharges(portal.school);
    expect((await booksOf(portal, BILL)).bill.status).toBe('paga');
    const unheard = await booksOf(portal, BILL + 1);
    expect([unheard.bill.status, unheard.charges[0]?.status, unheard.taken]).toEqual(['aberta', 'recusada', []]);
    await portal.close();
    await remove();
  });
});
