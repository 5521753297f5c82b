import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import { processorUs, SECRET, withPostgres } from './measure.ts';
import type { Row } from './report.ts';

const UNIT = 'KNN Centro';
const BILLS_EACH = 12;
/** Students whose bills all change at once; in a real school never all do in one night. */
const MAX_CHANGED = 500;
const PASSWORDLESS = { NODE_ENV: 'production', DEMO: 'off', SECRET };

/** Settings of a school, and access to its rows outside the portal. */
interface Place {
  name: string;
  env: Record<string, string>;
  change(sql: string): Promise<void>;
}

/** The nightly files of a school: students with their bills, the same again after changes in the portal, and two at once. */
export async function nightly(students: number, conflicts: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-nightly-'));
  try {
    const rows = await onEngine(students, conflicts, folder, {
      name: 'SQLite',
      env: { DATA_DIR: join(folder, 'sqlite') },
      async change(sql) {
        const file = new SqliteDatabase(join(folder, 'sqlite', 'portal.sqlite'));
        file.exec(sql);
        file.close();
      },
    });
    const others = await withPostgres((url) =>
      onEngine(students, conflicts, folder, {
        name: 'PostgreSQL',
        env: { DATABASE_URL: url, DATABASE_TIMEOUT_MS: '600000', DATA_DIR: join(folder, 'postgres') },
        async change(sql) {
          const client = new pg.Client({ connectionString: url });
          await client.connect();
          await client.query(sql).finally(() => client.end());
        },
      }),
    );
    return [...rows, ...(others ?? [])];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onEngine(
  students: number,
  conflicts: number,
  folder: string,
  { name, env, change }: Place,
): Promise<Row[]> {
  const [people, bills] = writeFiles(folder, students, 'aberta');
  await admin(env, [
    'criar-gestora',
    '--email',
    'direcao@escola.example',
    '--nome',
    'Rita Salles',
    '--escola',
    UNIT,
    '--cidade',
    'Recife',
    '--uf',
    'PE',
  ]);
  const take = async (what: string, wanted: RegExp): Promise<Row[]> => {
    const rows: Row[] = [];
    for (const [table, file, count] of [
      ['alunos', people, students],
      ['parcelas', bills, students * BILLS_EACH],
    ] as const) {
      const { output, seconds, maxMb, cpuUs } = await admin(env, ['importar', table, file]);
      if (!wanted.test(output)) throw new Error(`${name}, ${what}: ${output.slice(-400)}`);
      const told = /(\d+) campos? fica/.exec(output)?.[1] ?? '0';
      rows.push({
        what: `${name}: ${count.toLocaleString('en')} ${table}, ${what}`,
        figure: `${/\(([\d,]+) s\)/.exec(output)?.[1]?.replace(',', '.')} s`,
        yardstick: `the command ${seconds.toFixed(1)} s, of the processor ${(cpuUs / 1e6).toFixed(1)} s, at most ${maxMb} MB`,
        ratio: `${told} conflicts`,
        aim: '',
      });
    }
    return rows;
  };
  const first = await take('the first night', /Gravado: [\d.]+ novas, 0 mudadas, 0 iguais/);
  const third = Math.round(conflicts / 3);
  await change(
    `update users set phone = '19911112222' where id in (select id from users where drive_user_id is not null and phone is not null order by id limit ${third})`,
  );
  await change(
    `update parcelas set vencimento = '2031-12-31' where id in (select id from parcelas order by id limit ${third})`,
  );
  await change(
    `update parcelas set status = 'paga', forma = 'pix', pago_em = '2030-12-01T15:00:00.000Z' where id in (select id from parcelas order by id desc limit ${third})`,
  );
  const second = await take('after changes in the portal', /Gravado: 0 novas, 0 mudadas, [\d.]+ iguais/);
  const again = await take('the same again', /Gravado: 0 novas, 0 mudadas, [\d.]+ iguais/);
  return [...first, ...second, ...again, await twoAtOnce(name, env, folder, Math.min(students, MAX_CHANGED))];
}

/** One file with new bills, sent twice at once: one import waits for the other, and each row is added once. */
async function twoAtOnce(name: string, env: Record<string, string>, folder: string, students: number): Promise<Row> {
  const [, bills] = writeFiles(folder, students, 'paga;01/12/2030;pix');
  const started = performance.now();
  const results = await Promise.all([1, 2].map(() => admin(env, ['importar', 'parcelas', bills], false)));
  const words = results.map(({ output }) => /Gravado: .*iguais/.exec(output)?.[0] ?? output.slice(-200));
  return {
    what: `${name}: two files at once`,
    figure: `${((performance.now() - started) / 1000).toFixed(1)} s`,
    yardstick: words.join(' | '),
    ratio: '',
    aim: 'as one after the other',
  };
}

function writeFiles(folder: string, students: number, state: string): [string, string] {
  const numbers = Array.from({ length: students }, (_, index) => String(index + 1).padStart(6, '0'));
  const people = numbers.map(
    (number, index) =>
      `${number};Aluno ${index} da Silva;aluno${index}@escola.example;1998${number.slice(-6)}${index % 10};Rua ${index};Recife;PE`,
  );
  const bills = numbers.flatMap((number) =>
    Array.from({ length: BILLS_EACH }, (_, month) => {
      const day = `10/${String(month + 1).padStart(2, '0')}/2031`;
      return `${number};Inglês 2031;${month + 1};${BILLS_EACH};${day};450,00;${state}`;
    }),
  );
  const files: [string, string] = [join(folder, 'alunos.csv'), join(folder, 'parcelas.csv')];
  writeFileSync(files[0], `matricula;nome;email;telefone;rua;cidade;uf\n${people.join('\n')}\n`);
  const paid = state === 'aberta' ? '' : ';pago_em;forma';
  writeFileSync(files[1], `matricula;contrato;numero;total;vencimento;valor;situacao${paid}\n${bills.join('\n')}\n`);
  return files;
}

/** Runs an operator command. @returns its output, its seconds and its maximum memory */
function admin(env: Record<string, string>, command: readonly string[], mustWork = true) {
  const started = performance.now();
  const child = spawn(process.execPath, ['scripts/admin.ts', ...command], {
    env: { ...process.env, ...PASSWORDLESS, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let maxMb = 0;
  let cpuUs = 0;
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const timer = setInterval(() => {
    maxMb = Math.max(maxMb, peakMb(child.pid ?? 0));
    cpuUs = Math.max(cpuUs, spentUs(child.pid ?? 0));
  }, 50);
  return new Promise<{ output: string; seconds: number; maxMb: number; cpuUs: number }>((resolve, reject) => {
    child.once('exit', (code) => {
      clearInterval(timer);
      const seconds = (performance.now() - started) / 1000;
      if (code !== 0 && mustWork) reject(new Error(`${command.join(' ')}: ${output.slice(-600)}`));
      else resolve({ output, seconds, maxMb, cpuUs });
    });
  });
}

/** A figure of a process; 0 when it has just ended. */
const peakMb = (pid: number) =>
  unlessEnded(() =>
    Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024),
  );
const spentUs = (pid: number) => unlessEnded(() => processorUs(pid));

function unlessEnded(read: () => number): number {
  try {
    return read();
  } catch {
    return 0;
  }
}
