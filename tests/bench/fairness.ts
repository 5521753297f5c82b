import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startPortal, tokenOf } from '../../scripts/portal-process.ts';
import { median, SECRET, withPostgres } from './measure.ts';
import { ms, type Row } from './report.ts';

const PUPILS = 60;
const IN_FLIGHT = 64;
const WORDS_EACH = 100;
/** The pause between measured calls, which would otherwise be a load of their own. */
const PAUSE_MS = 20;
const AIM = 'p99 ≤ 100 ms, worst < 300 ms';
/** Long reads of one student, one after the other in each parallel loop. */
const READS_EACH = 5;

interface Student {
  token: string;
  words: number[];
}

/** Response times of others while one student, or sixty at once, send offline practice (C16). */
export async function fairness(rounds: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-fairness-'));
  try {
    const rows = await measured('SQLite', { DATA_DIR: folder }, rounds);
    const more = await withPostgres((url) =>
      measured('PostgreSQL', { DATABASE_URL: url, SECRET, DATA_DIR: folder }, rounds),
    );
    return [...rows, ...(more ?? [])];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measured(name: string, env: Record<string, string>, rounds: number): Promise<Row[]> {
  const settings = { ...process.env, NODE_ENV: 'production', ...env };
  execFileSync(process.execPath, ['scripts/seed-load.ts', '--students', String(PUPILS + 1)], { env: settings });
  const portal = await startPortal(env);
  try {
    const { address } = portal;
    const other = await tokenOf(address, 'aluna@demo.example');
    const students: Student[] = [];
    for (let number = 1; number <= PUPILS; number += 1) {
      const token = await tokenOf(address, `aluno${String(number).padStart(6, '0')}@carga.example`);
      students.push({ token, words: await wordsOf(address, token) });
    }
    const [first] = students as [Student];
    const one = Array.from({ length: IN_FLIGHT }, () => first);
    const rows: Row[] = [];
    for (const [what, send] of [
      [`${IN_FLIGHT} calls of one student`, (round: number) => sendAll(address, one, round)],
      [`${IN_FLIGHT} long reads of one student`, () => readAll(address, first.token)],
      [`${PUPILS} students at once`, (round: number) => sendAll(address, students, round)],
    ] as const) {
      let isOver = false;
      const waits = watch(address, other, () => isOver);
      const writes = watchWrites(address, other, () => isOver);
      const took: number[] = [];
      for (let round = 0; round < rounds; round += 1) took.push(await send(round));
      isOver = true;
      const figure = `sent in ${ms(median(took))}`;
      rows.push(rowOf(`${name}, ${what}: GET users/me/`, await waits, figure));
      rows.push(rowOf(`${name}, ${what}: PUT users/pwa/`, await writes, figure));
    }
    return rows;
  } finally {
    await portal.stop();
  }
}

function rowOf(what: string, waits: readonly number[], yardstick: string): Row {
  const p99 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? Number.NaN;
  const figure = `p50 ${ms(median(waits))}, p99 ${ms(p99)}, worst ${ms(Math.max(...waits))}`;
  return { what, figure, yardstick, ratio: '–', aim: AIM };
}

const get = async (address: string, token: string, path: string) => {
  const answer = await fetch(`${address}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
};

async function wordsOf(address: string, token: string): Promise<number[]> {
  const { id } = (await get(address, token, 'users/me/')) as { id: number };
  const books = (await get(address, token, `at-home/livros/user/${id}/`)) as {
    unidades: { vocabulario: { id: number }[] }[];
  }[];
  return books.flatMap(({ unidades }) => unidades.flatMap(({ vocabulario }) => vocabulario.map((word) => word.id)));
}

/** Reads the books of one student repeatedly. @returns milliseconds until the last answer */
async function readAll(address: string, token: string): Promise<number> {
  const { id } = (await get(address, token, 'users/me/')) as { id: number };
  const started = performance.now();
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      for (let read = 0; read < READS_EACH; read += 1) await get(address, token, `at-home/livros/user/${id}/`);
    }),
  );
  return performance.now() - started;
}

/** Sends the words of all students at once. @returns milliseconds until the last answer */
async function sendAll(address: string, senders: readonly Student[], round: number): Promise<number> {
  const started = performance.now();
  await Promise.all(
    senders.map(async ({ token, words }, index) => {
      const body = Array.from({ length: WORDS_EACH }, (_, item) => ({
        palavra_id: words[item % words.length],
        nota: 1 + (item % 4),
        tempo_ms: 900,
        feita_em: new Date(Date.now() - (round * 10_000 + index * WORDS_EACH + item) * 1_000).toISOString(),
      }));
      const answer = await fetch(`${address}/api/v1/do/practice.saveReviews/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ revisoes: body }),
      });
      if (answer.status !== 200) throw new Error(`reviews: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    }),
  );
  return performance.now() - started;
}

async function watch(address: string, token: string, isOver: () => boolean): Promise<number[]> {
  return timed(isOver, () => get(address, token, 'users/me/'));
}

async function watchWrites(address: string, token: string, isOver: () => boolean): Promise<number[]> {
  return timed(isOver, async () => {
    const answer = await fetch(`${address}/api/v1/users/pwa/`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ pwa_installed: true }),
    });
    if (answer.status !== 200) throw new Error(`users/pwa/: ${answer.status}`);
    await answer.arrayBuffer();
  });
}

async function timed(isOver: () => boolean, call: () => Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  while (!isOver()) {
    const started = performance.now();
    await call();
    waits.push(performance.now() - started);
    await setTimeout(PAUSE_MS);
  }
  return waits;
}
