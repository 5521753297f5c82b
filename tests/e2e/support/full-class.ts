import { expect, type Page } from '@playwright/test';
import { createStudent } from '../../../src/lib/contract/students.ts';
import { createClass, enrolStudents } from '../../../src/lib/contract/teaching.ts';

export const STUDENTS = 20;
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];

/** Sends a call of the person who is logged in. `{id}` of its address is `id`. */
export async function send<T>(page: Page, { path }: { path: string }, id: number, data: unknown): Promise<T> {
  const answer = await page.request.post(`/api/v1/${path.replace('{id}', String(id))}`, {
    data,
    headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': crypto.randomUUID() },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as T;
}

/** Makes a class of Júlia's with twenty students and a lesson on each of its days, from the first minute to the last. */
export async function fullClass(page: Page, days: { inicio: string; fim: string }): Promise<number> {
  const { id } = await send<{ id: number }>(page, createClass, 0, {
    ...{ unidade_id: 101, nome: 'Inglês A2 · Lotada', livro_id: 2, modalidade: 'presencial', professor_id: 9 },
    ...{ sala: null, link_reuniao: null, ...days, lugares: STUDENTS, mesmo_assim: true },
    horarios: EVERY_DAY.map((dia_semana) => ({ dia_semana, inicio: '00:01', fim: '23:59' })),
  });
  const user_ids: number[] = [];
  for (let turn = 0; turn < STUDENTS; turn += 1) {
    const letter = String.fromCharCode(65 + turn);
    const made = await send<{ id: number }>(page, createStudent, 0, {
      ...{ full_name: `Aluno${letter} Teste`, unidade_id: 101, email: `aluno-${turn}@turma.example` },
      ...{ birth_date: '1999-01-01' },
    });
    user_ids.push(made.id);
  }
  await send(page, enrolStudents, id, { user_ids });
  return id;
}
