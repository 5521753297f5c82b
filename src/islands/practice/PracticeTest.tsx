import { useEffect, useState } from 'react';
import type { Corrected, TesteResumo } from '#lib/contract/practice.schema.ts';
import {
  $waiting,
  deliverWhenOnline,
  handIn,
  loadTest,
  problemOf,
  type TestPaper,
  tryAgain,
} from '#lib/stores/practice.ts';
import { testDraft } from '#lib/stores/practice-test-draft.ts';
import { practiceMessages, questionKinds } from '#lib/words/practice.ts';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { focusOnMount, scrollToOnMount } from './focus-on-mount.ts';
import { type Answer, QuestionField } from './QuestionField.tsx';
import { TestFeedback } from './TestFeedback.tsx';

const QUESTIONS_A_MINUTE = 2;

/**
 * A test of a unit (PED-04): one question at a time. Answers stay on this device until the student hands the test in.
 */
export function PracticeTest({ test }: { test: TesteResumo }) {
  const [paper, setPaper] = useState<TestPaper | null>(null);
  const [answers, setAnswers] = useState<Record<number, Answer>>({});
  const [place, setPlace] = useState(0);
  const [begun, setBegun] = useState('');
  const [isRetry, setIsRetry] = useState(false);
  const [corrected, setCorrected] = useState<Corrected | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isKept, setIsKept] = useState(true);
  const [isPending, setIsPending] = useState(false);
  useEffect(deliverWhenOnline, []);

  const question = paper?.questoes[place];

  async function attempt(work: () => Promise<void>, otherwise: string) {
    setIsPending(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(problemOf(error, otherwise));
    }
    setIsPending(false);
  }

  const begin = () =>
    attempt(async () => {
      const loaded = await loadTest(test.id);
      const draft = testDraft(test.id).read();
      const answered = draft?.answers ?? {};
      setPaper(loaded);
      setAnswers(answered);
      setBegun(draft?.begun ?? new Date().toISOString());
      const open = loaded.questoes.findIndex(({ id }) => !(id in answered));
      setPlace(open < 0 ? loaded.questoes.length - 1 : open);
      setIsRetry(false);
      setCorrected(null);
    }, practiceMessages.testNotLoaded);

  function answer(given: Answer) {
    if (!question) return;
    const next = { ...answers, [question.id]: given };
    setAnswers(next);
    if (!isRetry) setIsKept(testDraft(test.id).keep({ begun, answers: next }));
  }

  const respostas = () => Object.entries(answers).map(([id, resposta]) => ({ questao_id: Number(id), resposta }));

  const finish = () =>
    attempt(async () => {
      if (isRetry) {
        setCorrected(await tryAgain(test.id, respostas()));
        return;
      }
      const result = await handIn({ id: test.id, body: { respostas: respostas(), iniciada_em: begun } });
      testDraft(test.id).drop();
      setCorrected(result);
      if (!result)
        setProblem($waiting.get() === 'unkept' ? practiceMessages.testOnlyHere : practiceMessages.testPending);
      if (!result) setPaper(null);
    }, practiceMessages.testNotLoaded);

  function retryWrong() {
    const wrong = new Set(corrected?.itens.filter(({ certa }) => !certa).map(({ questao_id }) => questao_id));
    setPaper(paper && { ...paper, questoes: paper.questoes.filter(({ id }) => wrong.has(id)) });
    setAnswers({});
    setPlace(0);
    setIsRetry(true);
    setCorrected(null);
  }

  if (corrected && paper) {
    return (
      <div ref={focusOnMount} tabIndex={-1} className="outline-none">
        <TestFeedback {...{ paper, corrected, answers, isRetry }} onRetry={retryWrong} onAgain={() => void begin()} />
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
        <Button isPending={isPending} pendingLabel="Abrindo" onClick={() => void begin()}>
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
      <div
        className="progress-track -mt-3"
        role="progressbar"
        aria-label="Andamento do teste"
        aria-valuenow={place}
        aria-valuemin={0}
        aria-valuemax={total}
      >
        <div style={{ width: `${Math.round((place * 100) / total)}%` }} />
      </div>
      <FormError message={problem} />
      {!isKept && !isRetry && (
        <p className="notice tone-warning" role="status">
          {practiceMessages.draftNotKept}
        </p>
      )}
      <form
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          if (isLast) void finish();
          else setPlace(place + 1);
        }}
      >
        <div key={question.id} ref={focusOnMount} tabIndex={-1} className="outline-none">
          <QuestionField question={question} answer={answers[question.id]} onAnswer={answer} />
        </div>
        <div className="flex flex-wrap-reverse justify-between gap-3">
          <Button look="ghost" onClick={() => setPlace(place - 1)} disabled={place === 0}>
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
