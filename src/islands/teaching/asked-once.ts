/**
 * Asks once for each opened form, whose field looks for an empty text first; what is typed then narrows that answer down.
 * What failed is asked again.
 */
export function askedOnce<Answer>(ask: (id: number) => Promise<Answer>) {
  let kept: { id: number; answer: Promise<Answer> } | null = null;
  return (id: number, text: string): Promise<Answer> => {
    if (kept?.id !== id || text === '') {
      const own = { id, answer: ask(id) };
      kept = own;
      own.answer.catch(() => {
        if (kept === own) kept = null;
      });
    }
    return kept.answer;
  };
}
