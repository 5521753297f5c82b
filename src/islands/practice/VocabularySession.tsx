import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Palavra } from '#lib/contract/practice.schema.ts';
import { formatInterval } from '#lib/format/interval.ts';
import { afterRating, planSitting } from '#lib/rules/practice/study-session.ts';
import { $cards, $waiting, deliverWhenOnline, rateWord } from '#lib/stores/practice.ts';
import { practiceMessages } from '#lib/words/practice.ts';
import { Button } from '../ui/Button.tsx';
import { focusOnMount, scrollToOnMount } from './focus-on-mount.ts';
import { SittingDone } from './SittingDone.tsx';
import { WordCard } from './WordCard.tsx';

interface VocabularySessionProps {
  words: Palavra[];
  /** When the page was drawn, ISO-8601. */
  now: string;
}

const tones = ['rating-again', 'rating-hard', 'rating-good', 'rating-easy'];

/** A sitting with cards (PED-03): it says its length first, and each button says when the word comes back. */
export function VocabularySession({ words, now }: VocabularySessionProps) {
  const sitting = useMemo(() => planSitting(words, now), [words, now]);
  const [queue, setQueue] = useState<number[] | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [returns, setReturns] = useState<ReadonlyMap<number, number>>(new Map());
  const [ratings, setRatings] = useState<number[]>([]);
  const shownAt = useRef(0);
  const cards = useStore($cards, { ssr: 'initial' });
  const waiting = useStore($waiting, { ssr: 'initial' });
  useEffect(deliverWhenOnline, []);

  const current = queue?.[0];
  const word = words.find(({ id }) => id === current);
  const waits = (current !== undefined && cards[current]?.intervalos_s) || word?.intervalos_s || [];

  function begin() {
    setQueue(sitting.words.map(({ id }) => id));
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
      tempo_ms: Math.min(3_600_000, Date.now() - shownAt.current),
      feita_em: new Date().toISOString(),
    });
    setRatings([...ratings, nota]);
    setQueue(afterRating(queue, nota, returns));
    if (nota === 1) setReturns(new Map(returns).set(word.id, (returns.get(word.id) ?? 0) + 1));
    setIsOpen(false);
    shownAt.current = Date.now();
  }

  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (!word || event.ctrlKey || event.metaKey || event.altKey) return;
      const nota = Number(event.key);
      if (isOpen && nota >= 1 && nota <= 4) rate(nota);
      else if (
        !isOpen &&
        event.key === ' ' &&
        event.target instanceof HTMLElement &&
        event.target.matches('.word-panel, body')
      ) {
        event.preventDefault();
        setIsOpen(true);
      }
    };
    addEventListener('keydown', handle);
    return () => removeEventListener('keydown', handle);
  });

  if (queue === null) {
    if (sitting.words.length === 0) return <SittingDone words={words} now={now} ratings={[]} />;
    return (
      <div className="grid justify-items-start gap-4">
        <p className="text-lg">
          <strong className="num">
            {sitting.words.length} {sitting.words.length === 1 ? 'palavra' : 'palavras'}
          </strong>
          : {sitting.due} para revisar, {sitting.fresh} {sitting.fresh === 1 ? 'nova' : 'novas'}. Cerca de{' '}
          <span className="num">{sitting.minutes} min</span>.
        </p>
        <Button onClick={begin}>Começar</Button>
      </div>
    );
  }
  if (!word) return <SittingDone words={words} now={new Date().toISOString()} ratings={ratings} />;
  const done = ratings.length;
  return (
    <div ref={scrollToOnMount} className="sitting grid gap-5">
      <div className="num text-muted flex justify-between text-sm font-medium">
        <span>
          {queue.length} {queue.length === 1 ? 'falta' : 'faltam'}
        </span>
        {waiting === 'kept' && <span>Sem internet: guardado aqui</span>}
      </div>
      {waiting === 'unkept' && (
        <p className="notice tone-warning" role="status">
          {practiceMessages.onlyHere}
        </p>
      )}
      <div
        className="progress-track -mt-3"
        role="progressbar"
        aria-label="Andamento da sessão"
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={done + queue.length}
      >
        <div style={{ width: `${Math.round((done * 100) / (done + queue.length))}%` }} />
      </div>
      <div key={`${word.id}-${done}`} ref={focusOnMount} tabIndex={-1} className="word-panel" aria-live="polite">
        <WordCard word={word} isOpen={isOpen} />
      </div>
      {isOpen ? (
        <fieldset className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          <legend className="sr-only">Como foi?</legend>
          {practiceMessages.ratings.map((label, index) => (
            <button
              key={label}
              type="button"
              className={`rating ${tones[index]}`}
              aria-keyshortcuts={String(index + 1)}
              onClick={() => rate(index + 1)}
            >
              <span className="font-bold">{label}</span>
              <span className="num text-sm">{waits[index] === undefined ? '' : formatInterval(waits[index])}</span>
            </button>
          ))}
        </fieldset>
      ) : (
        <Button isWide onClick={() => setIsOpen(true)}>
          Mostrar resposta
        </Button>
      )}
    </div>
  );
}
