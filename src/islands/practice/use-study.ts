import { useEffect, useRef, useState } from 'react';
import type { Palavra } from '#lib/contract/practice.schema.ts';
import { afterRating, planSitting } from '#lib/rules/practice/study-session.ts';
import { deliverWhenOnline, rateWord } from '#lib/stores/practice.ts';

const MAX_MS = 3_600_000;

/**
 * A sitting with cards: the words that are left, the ratings so far and the seconds they took.
 *
 * @param now when the page was drawn, ISO-8601
 */
export function useStudy(words: Palavra[], now: string) {
  const [queue, setQueue] = useState(() => planSitting(words, now).words.map(({ id }) => id));
  const [isOpen, setIsOpen] = useState(false);
  const [returns, setReturns] = useState<ReadonlyMap<number, number>>(new Map());
  const [ratings, setRatings] = useState<number[]>([]);
  const [seconds, setSeconds] = useState(0);
  const shownAt = useRef(0);
  useEffect(() => {
    shownAt.current = Date.now();
    deliverWhenOnline();
  }, []);
  const word = words.find(({ id }) => id === queue[0]);

  function rate(nota: number) {
    if (!word) return;
    const tempo_ms = Math.min(MAX_MS, Date.now() - shownAt.current);
    void rateWord({
      palavra_id: word.id,
      nota,
      tempo_ms,
      feita_em: new Date().toISOString(),
    });
    setRatings([...ratings, nota]);
    setSeconds(seconds + tempo_ms / 1000);
    setQueue(afterRating(queue, nota, returns));
    if (nota === 1) setReturns(new Map(returns).set(word.id, (returns.get(word.id) ?? 0) + 1));
    setIsOpen(false);
    shownAt.current = Date.now();
  }

  const open = () => setIsOpen(true);
  useStudyKeys({ isOpen, open, rate, hasWord: word !== undefined });
  return { queue, word, ratings, seconds, isOpen, open, rate };
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
      if (!(event.target instanceof HTMLElement) || event.target.closest('a, button')) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', handle);
    return () => removeEventListener('keydown', handle);
  });
}
