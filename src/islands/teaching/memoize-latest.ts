/**
 * Requests once for each opened form, whose field first searches for an empty text; typing then filters that answer. A
 * failed request is repeated.
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
