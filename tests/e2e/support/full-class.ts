import { expect, type Page } from '@playwright/test';
import { slotNames } from '../../../src/lib/forms/teaching/classes.ts';
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

/** Makes a class of Júlia's with twenty students and a lesson on each of its days, from the first minute to the last. */
export async function fullClass(page: Page, days: { inicio: string; fim: string }): Promise<number> {
  const hours = EVERY_DAY.map((weekday) => {
    const names = slotNames(weekday, 'a');
    return { [names.inicio]: '00:01', [names.fim]: '23:59' };
  });
  const id = idIn(
    await send(page, routes.manager.class(), {
      ...{ unidade_id: '101', nome: 'Inglês A2 · Lotada', livro_id: '2', modalidade: 'presencial', professor_id: '9' },
      ...{ ...days, lugares: String(STUDENTS), mesmo_assim: 'sim', acao: 'salvar' },
      ...Object.assign({}, ...hours),
    }),
  );
  for (let turn = 0; turn < STUDENTS; turn += 1) {
    const letter = String.fromCharCode(65 + turn);
    const made = await send(page, routes.manager.newStudent(), {
      ...{ full_name: `Aluno${letter} Teste`, unidade_id: '101', email: `aluno-${turn}@turma.example` },
      ...{ birth_date: '1999-01-01', acao: 'cadastrar', chave: crypto.randomUUID() },
    });
    await send(page, routes.manager.class(id), { user_id: idIn(made), acao: 'matricular' });
  }
  return Number(id);
}
