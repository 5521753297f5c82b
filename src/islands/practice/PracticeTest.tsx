import { practiceMessages, questionKinds } from '#lib/words/practice.ts';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { AnswerVerdict } from './AnswerVerdict.tsx';
import { focusQuestion } from './focus-on-mount.ts';
import { QuestionField } from './QuestionField.tsx';
import { SittingEnd, type SittingWays } from './SittingEnd.tsx';
import { SittingFrame } from './SittingFrame.tsx';
import { TestActions } from './TestActions.tsx';
import { TestFeedback } from './TestFeedback.tsx';
import { useSitting } from './use-sitting.ts';

interface PracticeTestProps extends SittingWays {
  testId: number;
  /** Answers are corrected at the end alone. */
  isExam: boolean;
}

/** A test of a unit (PED-04): one question at a time, each corrected at once. */
export function PracticeTest({ testId, isExam, ...ways }: PracticeTestProps) {
  const sitting = useSitting(testId, isExam);
  const { paper, answers, checked, place, corrected, kept, problem, isPending } = sitting;
  const question = paper?.questoes[place];

  if (corrected && paper) return <TestFeedback {...ways} {...{ sitting, paper, corrected, answers }} />;
  if (kept !== null) {
    return (
      <SittingEnd {...ways} title="Teste guardado" isWon={false}>
        <p className="text-muted text-center">{kept}</p>
      </SittingEnd>
    );
  }
  if (!paper || !question) {
    return (
      <SittingFrame leave={ways.leave} label="Andamento do teste" done={0} total={1} actions={null}>
        <FormError message={problem} />
        {problem ? (
          <div className="flex flex-wrap gap-3">
            <Button look="outline" isPending={isPending} pendingLabel="Abrindo" onClick={() => void sitting.begin()}>
              Tentar de novo
            </Button>
            <a className="btn btn-ghost" href={ways.leave}>
              Sair da sessão
            </a>
          </div>
        ) : (
          <p className="text-muted text-center" role="status">
            Abrindo o teste…
          </p>
        )}
      </SittingFrame>
    );
  }
  const verdict = sitting.isCheckedAtOnce ? checked[question.id] : undefined;
  const total = paper.questoes.length;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sitting.goOn(question.id);
      }}
    >
      <SittingFrame
        leave={ways.leave}
        label="Andamento do teste"
        done={place}
        total={total}
        actions={
          <>
            <div role="status">{verdict && <AnswerVerdict verdict={verdict} />}</div>
            <TestActions sitting={sitting} isAnswered={(answers[question.id]?.length ?? 0) > 0} verdict={verdict} />
          </>
        }
      >
        <FormError message={problem} />
        {sitting.isOffline && (
          <p className="notice tone-warning" role="status">
            {practiceMessages.testCheckedLater}
          </p>
        )}
        {!sitting.isSafe && (
          <p className="notice tone-warning" role="status">
            {practiceMessages.draftNotKept}
          </p>
        )}
        <div key={question.id} ref={focusQuestion} tabIndex={-1} className="outline-none">
          <p className="text-muted mb-2 text-sm font-semibold">
            {questionKinds[question.tipo]}
            <span className="sr-only">
              , questão {place + 1} de {total}
            </span>
          </p>
          <QuestionField
            question={question}
            answer={answers[question.id]}
            isLocked={verdict !== undefined}
            onAnswer={(given) => sitting.answer(question.id, given)}
          />
        </div>
      </SittingFrame>
    </form>
  );
}
