/**
 * Asks once for each opened form, whose field looks for an empty text first; what is typed then narrows that answer down.
 * What failed is asked again.
 */
export function memoizeLatest<Answer>(ask: (id: number) => Promise<Answer>) {
  let latest: { id: number; answer: Promise<Answer> } | null = null;
  return (id: number, text: string): Promise<Answer> => {
    if (latest?.id !== id || text === '') {
      const own = { id, answer: ask(id) };
      latest = own;
      own.answer.catch(() => {
        if (latest === own) latest = null;
      });
    }
    return latest.answer;
  };
}
