import type { Client } from '#lib/api/client.ts';
import { partOf } from '#lib/api/part.ts';
import { listClasses } from '#lib/contract/pedagogico.ts';
import { routes } from '#lib/routes.ts';

/**
 * The class behind the address of a grades page, which names the reader's enrolment (ROUTE-15). Addresses of before named the
 * class, as do messages to many (`?por=turma`).
 *
 * @returns `redirect` from a class to the enrolment; `status` 404 for neither, else that of classes that cannot be read
 */
export async function classOfGrades(
  api: Client,
  id: string,
  query: URLSearchParams,
): Promise<{ turmaId: number } | { redirect: string } | { status: number }> {
  const classes = await partOf(api(listClasses, { query: {} }));
  if (!classes.ok) return { status: classes.status };
  const byEnrolment =
    query.get('por') === 'turma' ? undefined : classes.data.find((each) => String(each.turma_aluno_id) === id);
  if (byEnrolment) return { turmaId: byEnrolment.id };
  const byClass = classes.data.find((each) => String(each.id) === id);
  return byClass ? { redirect: routes.pedagogico.grades(byClass.turma_aluno_id) } : { status: 404 };
}
