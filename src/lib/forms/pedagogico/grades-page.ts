import type { Client } from '#lib/api/client.ts';
import { partOf } from '#lib/api/part.ts';
import { listClasses } from '#lib/contract/pedagogico.ts';
import { routes } from '#lib/routes.ts';
import { addressQuery } from '#lib/rules/routes/address-query.ts';

/**
 * The class of a class page, whose address has the reader’s enrollment (ROUTE-15). Older addresses have the class, as
 * messages to many people do (`?por=turma`); the rest of the query is preserved.
 *
 * @returns `redirect` from a class to the enrollment; `status` 404 if it is neither, else the status of the failed call
 */
export async function classOfGrades(
  api: Client,
  id: string,
  query: URLSearchParams,
): Promise<{ turmaId: number } | { redirect: string } | { status: number }> {
  const classes = await partOf(api(listClasses, { query: {} }));
  if (!classes.ok) return { status: classes.status };
  const byEnrollment =
    query.get('por') === 'turma' ? undefined : classes.data.find((each) => String(each.turma_aluno_id) === id);
  if (byEnrollment) return { turmaId: byEnrollment.id };
  const byClass = classes.data.find((each) => String(each.id) === id);
  if (!byClass) return { status: 404 };
  const { por: _, ...rest } = Object.fromEntries(query);
  return { redirect: routes.pedagogico.grades(byClass.turma_aluno_id) + addressQuery(rest) };
}
