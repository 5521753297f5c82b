import { useStore } from '@nanostores/react';
import type { Palavra } from '#lib/contract/practice.schema.ts';
import { guestBook } from '#lib/rules/device/device-box.ts';
import { $cards, $waiting } from '#lib/stores/practice.ts';
import { practiceMessages } from '#lib/words/practice.ts';
import { Button } from '../ui/Button.tsx';
import { focusOnMount } from './focus-on-mount.ts';
import { RatingButtons } from './RatingButtons.tsx';
import { SittingDone } from './SittingDone.tsx';
import type { SittingWays } from './SittingEnd.tsx';
import { SittingFrame } from './SittingFrame.tsx';
import { useStudy } from './use-study.ts';
import { WordCard } from './WordCard.tsx';

interface VocabularySessionProps extends SittingWays {
  words: Palavra[];
  /** When the page was drawn, ISO-8601. */
  now: string;
  /** What the brand says at the end. */
  praise: string;
}

/** A sitting with cards (PED-03). */
export function VocabularySession({ words, now, praise, ...ways }: VocabularySessionProps) {
  const { queue, word, ratings, seconds, isOpen, open, rate } = useStudy(words, now);
  const cards = useStore($cards, { ssr: 'initial' });
  const waiting = useStore($waiting, { ssr: 'initial' });

  // Only a press makes it wait: the server never draws it.
  const notStored =
    waiting !== 'none' && guestBook() !== undefined ? practiceMessages.notTakenAlong : practiceMessages.onlyHere;
  const note = waiting !== 'none' && (
    <p className="notice tone-warning" role="status">
      {waiting === 'kept' ? practiceMessages.keptHere : notStored}
    </p>
  );
  if (!word) {
    return (
      <SittingDone {...ways} {...{ words, now, praise, ratings, seconds }}>
        {note}
      </SittingDone>
    );
  }
  const done = ratings.length;
  const waits = cards[word.id]?.intervalos_s ?? word.intervalos_s ?? [];
  return (
    <SittingFrame
      leave={ways.leave}
      label="Andamento da sessão"
      done={done}
      total={done + queue.length}
      actions={
        isOpen ? (
          <RatingButtons waits={waits} onRate={rate} />
        ) : (
          <Button isWide aria-keyshortcuts="Space" onClick={open}>
            Mostrar resposta
          </Button>
        )
      }
    >
      {note}
      <div key={`${word.id}-${done}`} ref={focusOnMount} tabIndex={-1} className="word-panel" aria-live="polite">
        <WordCard word={word} isOpen={isOpen} />
      </div>
    </SittingFrame>
  );
}
