const OPENS_BEFORE_MS = 10 * 60 * 1000;

/** When students can enter a lesson: from ten minutes before until its end, unless it is cancelled (CLASS-04). */
export function lessonWindow(
  { inicio, fim, cancelada_em }: { inicio: string; fim: string; cancelada_em: string | null },
  now: Date,
): { opens: Date; isOpen: boolean } {
  const opens = new Date(Date.parse(inicio) - OPENS_BEFORE_MS);
  return { opens, isOpen: cancelada_em === null && now >= opens && now < new Date(fim) };
}
