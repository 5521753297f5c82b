import type { TesteResumo } from '#lib/contract/practice.schema.ts';
import { practiceMessages, questionKinds } from '#lib/words/practice.ts';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { ProgressTrack } from '../ui/ProgressTrack.tsx';
import { focusOnMount, scrollToOnMount } from './focus-on-mount.ts';
import { QuestionField } from './QuestionField.tsx';
import { TestFeedback } from './TestFeedback.tsx';
import { useSitting } from './use-sitting.ts';

const QUESTIONS_A_MINUTE = 2;

/** A test of a unit (PED-04): one question at a time. */
export function PracticeTest({ test }: { test: TesteResumo }) {
  const sitting = useSitting(test.id);
  const { paper, answers, place, corrected, problem, isRetry, isPending } = sitting;
  const question = paper?.questoes[place];

  if (corrected && paper) {
    return (
      <div ref={focusOnMount} tabIndex={-1} className="outline-none">
        <TestFeedback
          {...{ paper, corrected, answers, isRetry }}
          onRetry={sitting.retryWrong}
          onAgain={() => void sitting.begin()}
        />
      </div>
    );
  }
  if (!paper || !question) {
    return (
      <div className="grid justify-items-start gap-4">
        <FormError message={problem} />
        <p>
          <span className="num">{test.questoes_total}</span> questões, cerca de{' '}
          <span className="num">{Math.ceil(test.questoes_total / QUESTIONS_A_MINUTE)} min</span>. Você pode parar e
          continuar depois neste aparelho.
        </p>
        <Button isPending={isPending} pendingLabel="Abrindo" onClick={() => void sitting.begin()}>
          {test.tentativas > 0 ? 'Fazer de novo' : 'Começar o teste'}
        </Button>
      </div>
    );
  }
  const total = paper.questoes.length;
  const isLast = place === total - 1;
  return (
    <div ref={scrollToOnMount} className="sitting grid gap-5">
      <div className="flex justify-between gap-4 text-sm font-semibold">
        <span className="text-muted">{questionKinds[question.tipo]}</span>
        <span className="num">
          {place + 1} de {total}
        </span>
      </div>
      <ProgressTrack className="-mt-3" label="Andamento do teste" value={place} most={total} />
      <FormError message={problem} />
      {!sitting.isSafe && (
        <p className="notice tone-warning" role="status">
          {practiceMessages.draftNotKept}
        </p>
      )}
      <form
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          if (isLast) void sitting.finish();
          else sitting.setPlace(place + 1);
        }}
      >
        <div key={question.id} ref={focusOnMount} tabIndex={-1} className="outline-none">
          <QuestionField
            question={question}
            answer={answers[question.id]}
            onAnswer={(given) => sitting.answer(question.id, given)}
          />
        </div>
        <div className="flex flex-wrap-reverse justify-between gap-3">
          <Button look="ghost" onClick={() => sitting.setPlace(place - 1)} disabled={place === 0}>
            Anterior
          </Button>
          <Button type="submit" isPending={isPending} pendingLabel="Corrigindo">
            {isLast ? 'Entregar' : 'Próxima'}
          </Button>
        </div>
      </form>
    </div>
  );
}
