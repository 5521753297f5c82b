import { useStore } from '@nanostores/react';
import type { Palavra } from '#lib/contract/practice.schema.ts';
import { $cards, $waiting } from '#lib/stores/practice.ts';
import { practiceMessages } from '#lib/words/practice.ts';
import { Button } from '../ui/Button.tsx';
import { ProgressTrack } from '../ui/ProgressTrack.tsx';
import { focusOnMount, scrollToOnMount } from './focus-on-mount.ts';
import { RatingButtons } from './RatingButtons.tsx';
import { SittingDone } from './SittingDone.tsx';
import { useStudy } from './use-study.ts';
import { WordCard } from './WordCard.tsx';

interface VocabularySessionProps {
  words: Palavra[];
  /** When the page was drawn, ISO-8601. */
  now: string;
  /** The first word stands on the page at once. */
  isBegun?: boolean;
}

/** A sitting with cards (PED-03): it says its length first. */
export function VocabularySession({ words, now, isBegun = false }: VocabularySessionProps) {
  const { plan, queue, word, ratings, isOpen, begin, open, rate } = useStudy(words, now, isBegun);
  const cards = useStore($cards, { ssr: 'initial' });
  const waiting = useStore($waiting, { ssr: 'initial' });

  if (queue === null) {
    if (plan.words.length === 0) return <SittingDone words={words} now={now} ratings={[]} />;
    return (
      <div className="grid justify-items-start gap-4">
        <p className="text-lg">
          <strong className="num">
            {plan.words.length} {plan.words.length === 1 ? 'palavra' : 'palavras'}
          </strong>
          : {plan.due} para revisar, {plan.fresh} {plan.fresh === 1 ? 'nova' : 'novas'}. Cerca de{' '}
          <span className="num">{plan.minutes} min</span>.
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
      <ProgressTrack className="-mt-3" label="Andamento da sessão" value={done} most={done + queue.length} />
      <div key={`${word.id}-${done}`} ref={focusOnMount} tabIndex={-1} className="word-panel" aria-live="polite">
        <WordCard word={word} isOpen={isOpen} />
      </div>
      {isOpen ? (
        <RatingButtons waits={cards[word.id]?.intervalos_s ?? word.intervalos_s ?? []} onRate={rate} />
      ) : (
        <Button isWide onClick={open}>
          Mostrar resposta
        </Button>
      )}
    </div>
  );
}
