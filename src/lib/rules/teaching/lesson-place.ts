interface Lesson {
  tipo: 'presencial' | 'online';
  substituto: { nome: string } | null;
  sala: string | null;
  link_reuniao: string | null;
}

/** A lesson’s teacher and place: its own, else the class’s. */
export function lessonPlace(
  { professor, sala }: { professor: { nome: string } | null; sala: string | null },
  lesson: Lesson,
): string {
  const who = lesson.substituto ? `${lesson.substituto.nome} (substitui)` : (professor?.nome ?? 'Sem professor');
  const online = lesson.tipo === 'online' ? 'Online' : null;
  const where = lesson.sala ?? (lesson.link_reuniao ? 'Link próprio' : (online ?? sala));
  return [who, where].filter(Boolean).join(' · ');
}
