import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { listTransactions, redeemReward } from '../../src/lib/contract/club.ts';
import type { Call, CallInput, CallResult } from '../../src/lib/contract/core.ts';
import { readConfig } from '../../src/server/config.ts';
import { openSchool, type RunningSchool } from '../../src/server/school.ts';
import { askInProcess } from '../support/api-door.ts';
import { median, SECRET, withPostgres } from './measure.ts';
import { ms, perSecond, type Row } from './report.ts';

const HELENA = 7;
const ANA = 1;
const REWARD = 8;
const BATCH = 500;
const AT_ONCE = 16;

/** The statement of a member with very many entries, from its first page to its last, and redemptions a second (P9). */
export async function club(entries: number, redemptions: number, visits: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-club-'));
  const size = { entries, redemptions, visits };
  try {
    const rows = await onEngine('sqlite', { DATA_DIR: folder }, size);
    const others = await withPostgres((url) => onEngine('postgres', { DATABASE_URL: url, DATA_DIR: folder }, size));
    return [...rows, ...(others ?? [])];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Size {
  entries: number;
  redemptions: number;
  visits: number;
}

async function onEngine(name: string, env: Record<string, string>, size: Size): Promise<Row[]> {
  const config = readConfig({
    NODE_ENV: 'production',
    SECRET,
    DEMO: 'on',
    ...env,
  });
  const running = await openSchool(config, pino({ level: 'silent' }), { backgroundWork: false });
  try {
    return [await statement(name, running, size), await spending(name, running, size)];
  } finally {
    await running.close();
  }
}

async function statement(name: string, running: RunningSchool, { entries, visits }: Size): Promise<Row> {
  await fill(running, entries);
  const page = (antes_de?: number) =>
    timed(() => send(running, listTransactions, { query: { limit: 20, ...(antes_de && { antes_de }) } }, HELENA));
  const ids = await running.school.db
    .selectFrom('point_entries')
    .select('id')
    .where('user_id', '=', HELENA)
    .orderBy('id')
    .execute();
  const [last, middle] = [ids[20]?.id, ids[Math.floor(ids.length / 2)]?.id];
  const times: Record<'first' | 'middle' | 'last', number[]> = { first: [], middle: [], last: [] };
  for (let visit = -5; visit < visits; visit += 1) {
    const [a, b, c] = [await page(), await page(middle), await page(last)];
    if (visit < 0) continue;
    times.first.push(a);
    times.middle.push(b);
    times.last.push(c);
  }
  const [first, half, end] = [median(times.first), median(times.middle), median(times.last)];
  return {
    what: `statement of ${entries.toLocaleString('en')} entries, ${name}`,
    figure: `last page ${ms(end)}`,
    yardstick: `first ${ms(first)}, middle ${ms(half)}`,
    ratio: `${(end / first).toFixed(2)} ×`,
    aim: '≤ 1.2 ×',
  };
}

/** Entries of one member, in the state after as many credits. */
async function fill({ school: { db } }: RunningSchool, entries: number): Promise<void> {
  for (let from = 0; from < entries; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, entries - from) }, (_, index) => ({
      user_id: HELENA,
      tipo: 'credito' as const,
      origem: 'presenca',
      descricao: 'Presença na aula',
      pontos: 1,
      status: 'confirmada' as const,
      criado_em: new Date(Date.UTC(2020, 0, 1) + (from + index) * 1_000).toISOString(),
      expira_em: null,
      referencia: null,
      saldo_apos: from + index + 1,
    }));
    await db.insertInto('point_entries').values(rows).execute();
  }
  await db.insertInto('point_balances').values({ user_id: HELENA, saldo: entries, lancamentos: entries }).execute();
  // After a bulk insert the database has no statistics yet, unlike a database in use.
  await sql`analyze`.execute(db);
}

async function spending(name: string, running: RunningSchool, { redemptions }: Size): Promise<Row> {
  const { db } = running.school;
  await db.updateTable('rewards').set({ estoque: redemptions, pontos: 1 }).where('id', '=', REWARD).execute();
  const redeem = () => send(running, redeemReward, { body: { reward_id: REWARD, quantidade: 1 as const } }, ANA);
  const note = () =>
    db
      .transaction()
      .execute((tx) =>
        tx
          .insertInto('audit_log')
          .values({ user_id: ANA, action: 'bench', target: 'bench', at: new Date().toISOString(), data: null })
          .execute(),
      );
  const count = Math.min(redemptions, 2_000);
  const rate = await rateOf(redeem, count);
  const plain = await rateOf(note, count);
  return {
    what: `redemptions by one member, ${AT_ONCE} at once, ${name}`,
    figure: perSecond(rate),
    yardstick: `transactions of one insert: ${perSecond(plain)}`,
    ratio: `${(rate / plain).toFixed(2)} ×`,
    aim: 'every one lasts',
  };
}

async function rateOf(act: () => Promise<unknown>, count: number): Promise<number> {
  const started = performance.now();
  let left = count;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left > 0) {
        left -= 1;
        await act();
      }
    }),
  );
  return (count * 1_000) / (performance.now() - started);
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

async function send<C extends Call>({ api, school }: RunningSchool, call: C, input: CallInput<C>, as: number) {
  const { token } = await school.tokens.issue({ userId: as, version: 1, scope: 'full' }, new Date());
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
  const { status, value } = await askInProcess(api, call, input as Parameters<typeof askInProcess>[2], headers);
  if (status !== 200) throw new Error(`${call.path}: ${status} ${JSON.stringify(value)}`);
  return value as CallResult<C>;
}
