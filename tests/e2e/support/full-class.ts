import { expect, type Page } from '@playwright/test';
import { routes } from '../../../src/lib/routes.ts';

export const STUDENTS = 20;
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];

/** Sends a form of a page as the person who is logged in, without opening the page. @returns the address that it leads to */
export async function send(page: Page, address: string, form: Record<string, string>): Promise<string> {
  const answer = await page.request.post(address, {
    form,
    headers: { 'sec-fetch-site': 'same-origin' },
    maxRedirects: 0,
  });
  expect(answer.status(), await answer.text()).toBe(303);
  return answer.headers().location ?? '';
}

/** The id at the end of an address. */
const idIn = (address: string): string => /\/(\d+)(?:\?|$)/.exec(address)?.[1] ?? '';

/**
 * Makes a class of Júlia's with twenty students and a lesson on each of its days, from the first minute to the last.
 *
 * @param how.isEmpty the students are there, and in no class
 */
export async function fullClass(
  page: Page,
  days: { inicio: string; fim: string },
  { isEmpty = false } = {},
): Promise<number> {
  const ask = async <Answer>(name: string, data: object): Promise<Answer> => {
    const answer = await page.request.post(`/api/v1/do/teaching.${name}/`, {
      data,
      headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': crypto.randomUUID() },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()) as Answer;
  };
  const { id } = await ask<{ id: number }>('createClass', {
    ...{ unidade_id: 101, nome: 'Inglês A2 · Lotada', livro_id: 2, modalidade: 'presencial', professor_id: 9 },
    ...{ ...days, lugares: STUDENTS, sala: null, link_reuniao: null, mesmo_assim: true },
    horarios: EVERY_DAY.map((dia_semana) => ({ dia_semana, inicio: '00:01', fim: '23:59' })),
  });
  const ids: number[] = [];
  for (let round = 0; round < STUDENTS; round += 1) {
    const letter = String.fromCharCode(65 + round);
    const made = await send(page, routes.manager.newStudent(), {
      ...{ full_name: `Aluno${letter} Teste`, unidade_id: '101', email: `aluno-${round}@turma.example` },
      ...{ birth_date: '1999-01-01', acao: 'cadastrar', chave: crypto.randomUUID() },
    });
    ids.push(Number(idIn(made)));
  }
  if (!isEmpty) await ask('enrollStudents', { id, ids });
  return id;
}
