import { useEffect, useMemo, useRef, useState } from 'react';
import type { Palavra } from '#lib/contract/practice.schema.ts';
import { afterRating, planSitting } from '#lib/rules/practice/study-session.ts';
import { deliverWhenOnline, rateWord } from '#lib/stores/practice.ts';

const MAX_MS = 3_600_000;

/**
 * A sitting with cards: its plan, the words that are left, and the ratings so far.
 *
 * @param now when the page was drawn, ISO-8601
 * @param isBegun whether the sitting waits for no press.
 */
export function useStudy(words: Palavra[], now: string, isBegun: boolean) {
  const plan = useMemo(() => planSitting(words, now), [words, now]);
  const ids = () => plan.words.map(({ id }) => id);
  const [queue, setQueue] = useState(() => (isBegun && plan.words.length > 0 ? ids() : null));
  const [isOpen, setIsOpen] = useState(false);
  const [returns, setReturns] = useState<ReadonlyMap<number, number>>(new Map());
  const [ratings, setRatings] = useState<number[]>([]);
  const shownAt = useRef(0);
  useEffect(() => {
    shownAt.current = Date.now();
    deliverWhenOnline();
  }, []);
  const word = words.find(({ id }) => id === queue?.[0]);

  function begin() {
    setQueue(ids());
    setRatings([]);
    setReturns(new Map());
    setIsOpen(false);
    shownAt.current = Date.now();
  }

  function rate(nota: number) {
    if (!word || !queue) return;
    void rateWord({
      palavra_id: word.id,
      nota,
      tempo_ms: Math.min(MAX_MS, Date.now() - shownAt.current),
      feita_em: new Date().toISOString(),
    });
    setRatings([...ratings, nota]);
    setQueue(afterRating(queue, nota, returns));
    if (nota === 1) setReturns(new Map(returns).set(word.id, (returns.get(word.id) ?? 0) + 1));
    setIsOpen(false);
    shownAt.current = Date.now();
  }

  const open = () => setIsOpen(true);
  useStudyKeys({ isOpen, open, rate, hasWord: word !== undefined });
  return { plan, queue, word, ratings, isOpen, begin, open, rate };
}

interface Study {
  isOpen: boolean;
  hasWord: boolean;
  open(): void;
  rate(nota: number): void;
}

/** The space bar shows the answer; the keys 1 to 4 rate it. */
function useStudyKeys({ isOpen, hasWord, open, rate }: Study): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (!hasWord || event.ctrlKey || event.metaKey || event.altKey) return;
      const nota = Number(event.key);
      if (isOpen && nota >= 1 && nota <= 4) rate(nota);
      if (isOpen || event.key !== ' ') return;
      if (!(event.target instanceof HTMLElement) || !event.target.matches('.word-panel, body')) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', handle);
    return () => removeEventListener('keydown', handle);
  });
}
