import type { ReactNode } from 'react';
import type { Palavra, Questao, WordKind } from '#lib/contract/practice.schema.ts';
import type { Result } from '#lib/rules/practice/word-kinds.ts';
import { explained, wordKinds } from '#lib/words/practice-kinds.ts';
import { Button } from '../ui/Button.tsx';
import { AnswerVerdict } from './AnswerVerdict.tsx';
import { focusOnMount, focusQuestion } from './focus-on-mount.ts';
import { PracticeFrame, type PracticeProgress } from './PracticeFrame.tsx';
import { type Answer, QuestionField } from './QuestionField.tsx';
import { SoundButton } from './SoundButton.tsx';

interface WordQuestionProps extends PracticeProgress {
  word: Palavra;
  task: { kind: WordKind; question: Questao };
  answer: Answer | undefined;
  /** The result of the answer; null before it is given. */
  result: Result | null;
  onAnswer: (answer: Answer) => void;
  onCheck: () => void;
  onNext: () => void;
  /** Skips listening, if the student cannot listen now; null: nothing to listen to. */
  onSkip: (() => void) | null;
  /** The notice that answers wait for a connection. */
  note: ReactNode;
}

/** A word that the student produces or recognizes, graded on the device. */
export function WordQuestion({
  word,
  task,
  answer,
  result,
  onAnswer,
  onCheck,
  onNext,
  onSkip,
  note,
  ...stand
}: WordQuestionProps) {
  const { kind, question } = task;
  const verdict = result
    ? {
        questao_id: question.id,
        certa: result !== 'wrong',
        explicacao: explained(word, kind, result),
        resposta_certa: kind === 'ouvir' ? String(word.id) : null,
      }
    : undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (result) onNext();
        else onCheck();
      }}
    >
      <PracticeFrame
        {...stand}
        done={result ? stand.done + 1 : stand.done}
        outcome={verdict && (verdict.certa ? 'right' : 'wrong')}
        verdict={
          verdict && (
            <div className="flex items-start justify-between gap-3">
              <AnswerVerdict verdict={verdict} className="sitting-verdict" />
              {kind !== 'ouvir' && <SoundButton {...soundOf(word, kind)} isEager />}
            </div>
          )
        }
        actions={
          result ? (
            <Button type="submit" isWide ref={focusOnMount}>
              Continuar
            </Button>
          ) : (
            <>
              {onSkip && (
                <Button look="ghost" isWide onClick={onSkip}>
                  Agora não posso ouvir
                </Button>
              )}
              <Button type="submit" isWide look={answer?.length ? 'primary' : 'soft'}>
                {answer?.length ? 'Conferir' : 'Não sei'}
              </Button>
            </>
          )
        }
      >
        {note}
        <div ref={focusQuestion} tabIndex={-1} className="outline-none">
          <p className="text-muted mb-2 text-sm font-semibold">{wordKinds[kind]}</p>
          <QuestionField isEnglish={kind === 'completar'} {...{ question, answer, verdict, onAnswer }} />
        </div>
      </PracticeFrame>
    </form>
  );
}

/** The sound of the right answer: that of the sentence, if one was put in order. */
const soundOf = ({ termo, audio_url, exemplo_audio_url }: Palavra, kind: WordKind) =>
  kind === 'ordenar' && exemplo_audio_url
    ? { url: exemplo_audio_url, label: 'Ouvir a frase' }
    : { url: audio_url, label: `Ouvir ${termo}` };
