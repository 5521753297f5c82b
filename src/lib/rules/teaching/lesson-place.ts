import type { SchoolClass, SchoolLesson } from '#lib/contract/teaching-classes.schema.ts';

/** Who gives a lesson, and where: what the lesson alone has, else what its class has. */
export function lessonPlace(
  { professor, sala }: Pick<SchoolClass, 'professor' | 'sala'>,
  lesson: Pick<SchoolLesson, 'tipo' | 'substituto' | 'sala' | 'link_reuniao'>,
): string {
  const who = lesson.substituto ? `${lesson.substituto.nome} (substitui)` : (professor?.nome ?? 'Sem professor');
  const online = lesson.tipo === 'online' ? 'Online' : null;
  const where = lesson.sala ?? (lesson.link_reuniao ? 'Link próprio' : (online ?? sala));
  return [who, where].filter(Boolean).join(' · ');
}
