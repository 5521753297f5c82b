import type { Client } from '#lib/api/client.ts';
import { partOf } from '#lib/api/part.ts';
import { getClass, listClasses } from '#lib/contract/pedagogico.ts';
import { getWeeklyGoal, listBookContents, listDueReviews } from '#lib/contract/practice.ts';

/** What a practice page shows of its reader. Nobody has no practice; a book code shows no goal. */
export async function practiceOf(
  api: Client,
  user: { id: number } | null,
  { connected, byBook }: { connected: boolean; byBook: boolean },
) {
  if (!user) return { contents: null, due: null, goal: null };
  const [contents, due, goal] = await Promise.all([
    partOf(api(listBookContents, { params: { id: user.id } })),
    connected ? null : partOf(api(listDueReviews)),
    connected || byBook ? null : partOf(api(getWeeklyGoal)),
  ]);
  return { contents, due, goal };
}

/** Open activities of a class with this book that accept a recording. A class that does not load has none. */
export async function recordingTargets(api: Client, livroId: number): Promise<{ id: number; titulo: string }[]> {
  const classes = await partOf(api(listClasses, { query: {} }));
  const own = classes.ok ? classes.data.filter(({ livro, status }) => livro.id === livroId && status === 'ativa') : [];
  const details = await Promise.all(own.map(({ id }) => partOf(api(getClass, { params: { id } }))));
  return details
    .flatMap((turma) => (turma.ok ? turma.data.atividades : []))
    .filter(({ tipo, aceita_envio: takes, corrigida_em: done }) => tipo === 'audio' && takes && !done)
    .map(({ id, titulo }) => ({ id, titulo }));
}
