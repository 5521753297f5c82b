import { useEffect, useRef, useState } from 'react';
import type { Palavra, WordKind, WordsOfDay } from '#lib/contract/practice.schema.ts';
import { isBack, type Steps, stepsAfter, stepsOf } from '#lib/rules/practice/study-session.ts';
import { gradeWord, type Result, ratingOf, taskFor } from '#lib/rules/practice/word-kinds.ts';
import { deliverWhenOnline, rateWord, readWordsOfDay } from '#lib/stores/practice.ts';
import { feelAnswer } from './answer-feel.ts';
import type { Answer } from './QuestionField.tsx';

const MAX_MS = 3_600_000;

/**
 * A practice session with words: the remaining words, the ratings so far and the seconds they took. Each word has the
 * kind of practice that it needs, and stays until its steps are done, up to its maximum of returns.
 */
export function useStudy(words: Palavra[]) {
  const [queue, setQueue] = useState(() => words.map(({ id }) => id));
  const [steps, setSteps] = useState<ReadonlyMap<number, Steps>>(
    () => new Map(words.map((word) => [word.id, stepsOf(word)])),
  );
  const [isOpen, setIsOpen] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  const [result, setResult] = useState<Result | null>(null);
  const senses = useSenses();
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

  const task = word && stepsOfWord && taskFor(word, stepsOfWord, { words, ...senses.now });

  async function send(kind: WordKind, nota: number, tempo_ms: number, isLast: boolean) {
    if (!word) return;
    await rateWord({ palavra_id: word.id, nota, tempo_ms, kind, feita_em: new Date().toISOString() });
    if (isLast) setDay(await readWordsOfDay());
  }

  function rate(nota: number) {
    if (!word || !stepsOfWord || !task) return;
    const tempo_ms = Math.min(MAX_MS, Date.now() - shownAt.current);
    const after = stepsAfter(stepsOfWord, nota);
    const rest = [...queue.slice(1), ...(isBack(after) ? [word.id] : [])];
    if (nota > 1 && !result) feelAnswer('right');
    void send(task.kind, nota, tempo_ms, rest.length === 0);
    setRatings([...ratings, { id: word.id, nota }]);
    setSeconds(seconds + tempo_ms / 1000);
    setSteps(new Map(steps).set(word.id, after));
    setQueue(rest);
    setIsOpen(false);
    setAnswer(undefined);
    setResult(null);
    senses.look();
    shownAt.current = Date.now();
  }

  /** Grades the answer on the device, without waiting for the school. */
  function check() {
    if (!word || !task?.question || result) return;
    const graded = gradeWord(task.kind, word, task.question, answer ?? '');
    feelAnswer(graded === 'wrong' ? 'wrong' : 'right');
    setResult(graded);
  }

  const goOn = () => task && result && rate(ratingOf(task.kind, result));

  const open = () => setIsOpen(true);
  useStudyKeys({
    isOpen,
    open,
    rate,
    hasWord: task !== undefined && task.question === null && (isOpen || task.kind !== 'falar'),
  });
  const left = queue.reduce((sum, id) => sum + (steps.get(id)?.left ?? 1), 0);
  return {
    ...{ word, steps: stepsOfWord, task, left, ratings, seconds, day, isOpen, open, rate },
    ...{ answer, setAnswer, result, check, goOn, skipSense: senses.skip },
  };
}

/**
 * Whether sound and microphone are available. It is checked between words, so that none changes its kind while it is
 * shown.
 */
function useSenses() {
  const [now, setNow] = useState({ canHear: true, canSay: false });
  const skipped = useRef({ canHear: false, canSay: false });
  function look() {
    const isOnline = navigator.onLine;
    const canHear = isOnline && !skipped.current.canHear;
    setNow({ canHear, canSay: isOnline && 'MediaRecorder' in globalThis && !skipped.current.canSay });
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked once, as the page opens
  useEffect(() => {
    if (!navigator.onLine) look();
  }, []);
  /** The student cannot listen, or cannot speak, for the rest of the session. */
  function skip(sense: keyof typeof now) {
    skipped.current[sense] = true;
    setNow({ ...now, [sense]: false });
  }
  return { now, look, skip };
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
