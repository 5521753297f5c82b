import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { startPortal, tokenOf } from '../../scripts/portal-process.ts';
import { DAY_MS } from '../../src/lib/rules/time/spans.ts';
import { readConfig } from '../../src/server/config.ts';
import type { Db } from '../../src/server/core/db/connection.ts';
import { openSchool } from '../../src/server/school.ts';
import { median, SECRET } from './measure.ts';
import { ms, type Row } from './report.ts';

const JULIA = 9;
const [STUDENTS, LESSONS, WORKS, COLUMNS] = [40, 40, 10, 4];
const WARM_UPS = 5;
const AIM = '≤ 60 ms';

/** A teacher's pages of a full class: forty students, forty lessons, four hundred files to correct. */
export async function teaching(visits: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-teaching-'));
  try {
    const env = { DATA_DIR: folder, SECRET, NODE_ENV: 'production' };
    execFileSync(process.execPath, ['scripts/seed-load.ts', '--students', '200'], { env: { ...process.env, ...env } });
    const running = await openSchool(readConfig(env), pino({ level: 'silent' }), { backgroundWork: false });
    const turma = await fullClass(running.school.db, running.school.now()).finally(() => running.close());
    const portal = await startPortal({ DATA_DIR: folder, SECRET });
    try {
      const cookie = `portal_session=${await tokenOf(portal.address, 'professora@demo.example')}`;
      const rows: Row[] = [];
      for (const [what, path] of [
        ['inbox of corrections', `/professor/trabalhos?turma=${turma}`],
        ['sheet of grades', `/professor/turmas/${turma}/notas`],
        ['work of the class', `/professor/turmas/${turma}/atividades`],
        ['page of the class', `/professor/turmas/${turma}`],
        ['home of the teacher', '/professor'],
      ] as const) {
        rows.push({ what, ...(await timeOf(portal.address + path, cookie, visits)) });
      }
      return rows;
    } finally {
      await portal.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timeOf(address: string, cookie: string, visits: number): Promise<Omit<Row, 'what'>> {
  const times: number[] = [];
  let bytes = 0;
  for (let visit = -WARM_UPS; visit < visits; visit += 1) {
    const started = performance.now();
    const answer = await fetch(address, { headers: { cookie }, redirect: 'manual' });
    bytes = (await answer.arrayBuffer()).byteLength;
    if (answer.status !== 200) throw new Error(`${address}: ${answer.status}`);
    if (visit >= 0) times.push(performance.now() - started);
  }
  return { figure: ms(median(times)), yardstick: `${Math.round(bytes / 1024)} kB`, ratio: '–', aim: AIM };
}

/** @returns its id */
async function fullClass(db: Db, now: Date): Promise<number> {
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString();
  const model = await db.selectFrom('turmas').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();
  const { id: _, ...row } = model;
  const made = { ...row, nome: 'Turma cheia', professor_user_id: JULIA, lugares: STUDENTS, aulas_total: LESSONS };
  const { id: turma_id } = await db.insertInto('turmas').values(made).returning('id').executeTakeFirstOrThrow();
  const people = await db.selectFrom('users').select('id').orderBy('id', 'desc').limit(STUDENTS).execute();
  const enrolled = await db
    .insertInto('turma_alunos')
    .values(people.map(({ id: user_id }) => ({ turma_id, user_id, status: 'ativa' as const })))
    .returning('id')
    .execute();
  const lessons = await db
    .insertInto('aulas')
    .values(
      Array.from({ length: LESSONS }, (_none, index) => ({
        ...{ turma_id, numero: index + 1, titulo: `Aula ${index + 1}`, tipo: 'presencial' as const },
        ...{ inicio: at(index - LESSONS + 2), fim: at(index - LESSONS + 2.05) },
      })) as never,
    )
    .returning('id')
    .execute();
  for (const { id: aula_id } of lessons.slice(0, -2)) {
    await db
      .insertInto('presencas')
      .values(
        enrolled.map(({ id }) => ({
          ...{
            aula_id,
            turma_aluno_id: id,
            status: 'presente' as const,
            confirmada_em: null,
            origem: 'professor' as const,
          },
        })),
      )
      .execute();
  }
  for (let work = 1; work <= WORKS; work += 1) await handedIn(db, turma_id, work, enrolled, at);
  const period = { turma_id, ordem: 1, nome: '1º período', liberado_em: null };
  const { id: periodo_id } = await db.insertInto('periodos').values(period).returning('id').executeTakeFirstOrThrow();
  for (let column = 1; column <= COLUMNS; column += 1) {
    const test = await db
      .insertInto('avaliacoes')
      .values({
        periodo_id,
        nome: `Prova ${column}`,
        habilidade: 'geral',
        data: '2026-01-01',
        nota_maxima: 10,
        peso: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('notas')
      .values(enrolled.map(({ id }) => ({ turma_aluno_id: id, avaliacao_id: test.id, nota: 8, comentario: null })))
      .execute();
  }
  return turma_id;
}

async function handedIn(
  db: Db,
  turma_id: number,
  work: number,
  enrolled: readonly { id: number }[],
  at: (days: number) => string,
): Promise<void> {
  const { id } = await db
    .insertInto('turma_atividades')
    .values({
      ...{ turma_id, aula_id: null, titulo: `Redação ${work}`, descricao: 'Dez linhas.', tipo: 'tarefa' as const },
      ...{ prazo: at(work), aceita_envio: true, formatos: '["pdf"]', tamanho_max_bytes: 1_000_000 },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const given = await db
    .insertInto('turma_aluno_atividades')
    .values(
      enrolled.map(({ id: turma_aluno_id }) => ({
        ...{ turma_atividade_id: id, turma_aluno_id, dispensada: false, entregue_em: at(-work) },
      })),
    )
    .returning('id')
    .execute();
  await db
    .insertInto('atividade_arquivos')
    .values(
      given.map((each) => ({
        ...{ turma_aluno_atividade_id: each.id, kind: 'envio' as const, n: 1, nome: 'redacao.pdf' },
        ...{ mime: 'application/pdf', tamanho_bytes: 9_000, chave: `bench/${each.id}`, enviado_em: at(-work) },
      })),
    )
    .execute();
}
