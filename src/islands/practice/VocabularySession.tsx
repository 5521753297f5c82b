import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import type { Palavra } from '#lib/contract/practice.schema.ts';
import { formatInterval } from '#lib/format/interval.ts';
import { guestBook } from '#lib/rules/device/device-box.ts';
import { isBack, LASTING_S, type Steps, stepsAfter } from '#lib/rules/practice/study-session.ts';
import type { SceneName } from '#lib/rules/practice/unit-scene.ts';
import { $cards, $waiting } from '#lib/stores/practice.ts';
import { practiceMessages } from '#lib/words/practice.ts';
import { dayAhead, wordKinds } from '#lib/words/practice-kinds.ts';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { useLate } from '../ui/use-late.ts';
import { focusOnMount } from './focus-on-mount.ts';
import { PracticeEnd, type PracticeLinks } from './PracticeEnd.tsx';
import { PracticeFrame } from './PracticeFrame.tsx';
import { SoundButton } from './SoundButton.tsx';
import { useStudy } from './use-study.ts';
import { WordQuestion } from './WordQuestion.tsx';

interface VocabularySessionProps extends PracticeLinks {
  words: Palavra[];
  /** The title at the end. */
  praise: string;
  /** The page with words that are not due today; null: there is none. */
  more: string | null;
  /** The drawings of the words, by their ids: the page holds them (`UnitScenes`). */
  scenes: Readonly<Record<number, SceneName>>;
}

/** A practice session with flashcards (PED-03). */
export function VocabularySession({ words, praise, more, scenes, ...links }: VocabularySessionProps) {
  const study = useStudy(words);
  const { word, steps, task, left, ratings, seconds, day, isOpen, open, rate } = study;
  const cards = useStore($cards, { ssr: 'initial' });
  const waiting = useStore($waiting, { ssr: 'initial' });

  // It waits only after a press, so the server never renders this.
  const notStored =
    waiting !== 'none' && guestBook() !== undefined ? practiceMessages.notTakenAlong : practiceMessages.onlyHere;
  const note = waiting !== 'none' && (
    <p className="notice tone-warning" role="status">
      {waiting === 'stored' ? practiceMessages.storedHere : notStored}
    </p>
  );
  if (!word || !steps || !task) {
    return (
      <PracticeDone {...links} {...{ words, praise, more, ratings, seconds, day }}>
        {note}
      </PracticeDone>
    );
  }
  const done = ratings.length;
  const stand = { leave: links.leave, label: 'Andamento da sessão', done, total: done + left };
  if (task.question) {
    return (
      <WordQuestion
        key={`${word.id}-${done}`}
        {...stand}
        {...{ word, note }}
        task={{ kind: task.kind, question: task.question }}
        answer={study.answer}
        result={study.result}
        onAnswer={study.setAnswer}
        onCheck={study.check}
        onNext={study.goOn}
        onSkip={task.kind === 'ouvir' ? () => study.skipSense('canHear') : null}
      />
    );
  }
  const waits = waitsOf(steps, cards[word.id]?.intervalos_s ?? word.intervalos_s ?? []);
  const isSaid = task.kind === 'falar';
  return (
    <PracticeFrame
      {...stand}
      actions={
        isOpen ? (
          <RatingButtons waits={waits} onRate={rate} />
        ) : isSaid ? (
          <Button isWide look="ghost" onClick={() => study.skipSense('canSay')}>
            Agora não posso falar
          </Button>
        ) : (
          <Button isWide aria-keyshortcuts="Space" onClick={open}>
            Mostrar resposta
          </Button>
        )
      }
    >
      {note}
      <div
        key={`${word.id}-${done}`}
        ref={focusOnMount}
        tabIndex={-1}
        className="grid content-start min-h-90 py-7 px-5 rounded-shape-lg bg-base-100 card-shadow [outline:none] [--rise:12px] motion-safe:animate-[rise_160ms_var(--ease-out)]"
        aria-live="polite"
      >
        <Scene name={scenes[word.id]} />
        {isSaid ? <SaidWord word={word} onSaid={open} /> : <WordCard word={word} isOpen={isOpen} />}
      </div>
    </PracticeFrame>
  );
}

/** A drawing of the unit’s subject above the word. A low screen has no room for it. */
function Scene({ name }: { name: SceneName | undefined }) {
  if (!name) return null;
  return (
    <svg
      className="mb-5 h-24 w-60 justify-self-center [@media(max-height:32rem)]:hidden"
      viewBox="0 0 240 96"
      aria-hidden="true"
    >
      <use href="#cena-chao" />
      <use href={`#cena-${name}`} />
    </svg>
  );
}

const loadSay = () => import('./SayWord.tsx').then(({ SayWord }) => SayWord);

/** Recorder and comparison load with the first spoken word. */
function SaidWord(props: { word: Palavra; onSaid: () => void }) {
  const say = useLate(loadSay);
  useEffect(say.ask, []);
  return (
    <>
      <p className="text-muted mb-3 text-sm font-semibold">{wordKinds.falar}</p>
      <FormError message={say.problem} />
      {say.Late && <say.Late {...props} />}
    </>
  );
}

const tones = ['border-b-error', 'border-b-warning', 'border-b-success', 'border-b-info'];

/** When a word is due after each rating. @param seconds from the school’s last answer */
const waitsOf = (steps: Steps, seconds: readonly number[]) =>
  [1, 2, 3, 4].map((nota) => {
    const after = stepsAfter(steps, nota);
    if (isBack(after)) return 'logo';
    if (after.left > 0) return 'amanhã';
    const wait = seconds[nota - 1] ?? 0;
    return wait < LASTING_S ? '' : formatInterval(wait);
  });

interface RatingButtonsProps {
  /** When the word is due, for each rating. */
  waits: readonly string[];
  onRate: (nota: number) => void;
}

/** How well the student knew a word; each button shows when the word is due again. */
function RatingButtons({ waits, onRate }: RatingButtonsProps) {
  return (
    <fieldset className="grid grid-cols-4 gap-2">
      <legend className="sr-only">Como foi?</legend>
      {practiceMessages.ratings.map((label, index) => (
        <button
          key={label}
          type="button"
          className={`grid gap-0.5 min-h-16 p-2 border border-b-4 border-outline rounded-row cursor-pointer hover:bg-base-200 ${tones[index]}`}
          aria-keyshortcuts={String(index + 1)}
          onClick={() => onRate(index + 1)}
        >
          <span className="font-bold">{label}</span>
          <span className="num text-sm">{waits[index]}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** A flashcard with its question on the front and the answer on the back. */
function WordCard({ word, isOpen }: { word: Palavra; isOpen: boolean }) {
  const { termo, ipa, classe, traducao, exemplo, exemplo_traducao, audio_url, exemplo_audio_url } = word;
  return (
    <div className="grid justify-items-center gap-3 text-center">
      <p
        lang="en"
        className="word-term text-[2.5rem] leading-[1.15] font-extrabold tracking-[-0.02em] [overflow-wrap:anywhere]"
      >
        {termo}
      </p>
      {ipa && (
        <p lang="en-fonipa" className="text-muted">
          {ipa}
        </p>
      )}
      <SoundButton key={audio_url} url={audio_url} label={`Ouvir ${termo}`} isEager />
      {isOpen && (
        <div className="border-base-300 mt-3 grid w-full justify-items-center gap-2 border-t pt-5">
          <p className="text-xl font-bold">{traducao}</p>
          <p className="text-muted text-sm">{classe}</p>
          <p lang="en" className="measure mt-3 text-lg">
            {exemplo}
          </p>
          <p className="text-muted measure">{exemplo_traducao}</p>
          {exemplo_audio_url && <SoundButton url={exemplo_audio_url} label="Ouvir o exemplo" />}
        </div>
      )}
    </div>
  );
}

type PracticeDoneProps = PracticeLinks &
  Pick<VocabularySessionProps, 'words' | 'praise' | 'more'> &
  Pick<ReturnType<typeof useStudy>, 'ratings' | 'seconds' | 'day'> & { children: ReactNode };

/** After the last card, or if no word is due: the result, tomorrow’s words, and a link to further words. */
function PracticeDone({ words, praise, more, ratings, seconds, day, children, ...links }: PracticeDoneProps) {
  const actions = more && (
    <a className="btn btn-ghost" href={more}>
      Revisar mais
    </a>
  );
  if (ratings.length === 0) {
    return (
      <PracticeEnd {...links} title="Tudo em dia" isWon={false} week={null} actions={actions}>
        <p className="text-muted text-center">As palavras voltam sozinhas quando for hora de revisar.</p>
      </PracticeEnd>
    );
  }
  const firsts = words.flatMap(({ id, cartao }) => {
    const first = ratings.find((rating) => rating.id === id);
    return first ? [{ isNew: !cartao, isKnown: first.nota > 1 }] : [];
  });
  const fresh = firsts.filter(({ isNew }) => isNew).length;
  const known = firsts.filter(({ isKnown }) => isKnown).length;
  const learnt =
    fresh > 0
      ? { value: String(fresh), label: fresh === 1 ? 'nova' : 'novas' }
      : { value: String(known), label: known === 1 ? 'lembrada' : 'lembradas' };
  return (
    <PracticeEnd
      {...links}
      title={praise}
      figures={[
        { value: String(firsts.length), label: firsts.length === 1 ? 'palavra' : 'palavras' },
        learnt,
        { value: formatInterval(seconds), label: 'de estudo' },
      ]}
      actions={actions}
    >
      <p className="text-center min-h-6">{day && dayAhead(day)}</p>
      {children}
    </PracticeEnd>
  );
}
