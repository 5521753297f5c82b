import { useEffect, useRef, useState } from 'react';
import type { Palavra, WordsOfDay } from '#lib/contract/practice.schema.ts';
import { isBack, type Steps, stepsAfter, stepsOf } from '#lib/rules/practice/study-session.ts';
import { deliverWhenOnline, rateWord, readWordsOfDay } from '#lib/stores/practice.ts';
import { feelAnswer } from './answer-feel.ts';

const MAX_MS = 3_600_000;

/**
 * A sitting with cards: the words that are left, the ratings so far and the seconds they took. Each word stays until its
 * steps are done, as far as it may come back.
 */
export function useStudy(words: Palavra[]) {
  const [queue, setQueue] = useState(() => words.map(({ id }) => id));
  const [steps, setSteps] = useState<ReadonlyMap<number, Steps>>(
    () => new Map(words.map((word) => [word.id, stepsOf(word)])),
  );
  const [isOpen, setIsOpen] = useState(false);
  const [ratings, setRatings] = useState<{ id: number; nota: number }[]>([]);
  const [seconds, setSeconds] = useState(0);
  const [day, setDay] = useState<WordsOfDay | null>(null);
  const shownAt = useRef(0);
  useEffect(() => {
    shownAt.current = Date.now();
    deliverWhenOnline();
  }, []);
  const word = words.find(({ id }) => id === queue[0]);
  const stepsOfWord = word && (steps.get(word.id) ?? stepsOf(word));

  async function send(nota: number, tempo_ms: number, isLast: boolean) {
    if (!word) return;
    await rateWord({ palavra_id: word.id, nota, tempo_ms, feita_em: new Date().toISOString() });
    if (isLast) setDay(await readWordsOfDay());
  }

  function rate(nota: number) {
    if (!word || !stepsOfWord) return;
    const tempo_ms = Math.min(MAX_MS, Date.now() - shownAt.current);
    const after = stepsAfter(stepsOfWord, nota);
    const rest = [...queue.slice(1), ...(isBack(after) ? [word.id] : [])];
    if (nota > 1) feelAnswer('right');
    void send(nota, tempo_ms, rest.length === 0);
    setRatings([...ratings, { id: word.id, nota }]);
    setSeconds(seconds + tempo_ms / 1000);
    setSteps(new Map(steps).set(word.id, after));
    setQueue(rest);
    setIsOpen(false);
    shownAt.current = Date.now();
  }

  const open = () => setIsOpen(true);
  useStudyKeys({ isOpen, open, rate, hasWord: word !== undefined });
  const left = queue.reduce((sum, id) => sum + (steps.get(id)?.left ?? 1), 0);
  return { word, steps: stepsOfWord, left, ratings, seconds, day, isOpen, open, rate };
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
