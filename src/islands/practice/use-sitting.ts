import { useEffect, useState } from 'react';
import type { Corrected } from '#lib/contract/practice.schema.ts';
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
import { practiceMessages } from '#lib/words/practice.ts';
import type { Answer } from './QuestionField.tsx';

/** A test that a student takes. Answers stay on this device until the student hands the test in. */
export function useSitting(id: number) {
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

  async function wait(work: () => Promise<void>) {
    setIsPending(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(problemOf(error, practiceMessages.testNotLoaded));
    }
    setIsPending(false);
  }

  const begin = () =>
    wait(async () => {
      const loaded = await loadTest(id);
      const draft = testDraft(id).read();
      const answered = draft?.answers ?? {};
      setPaper(loaded);
      setAnswers(answered);
      setBegun(draft?.begun ?? new Date().toISOString());
      const open = loaded.questoes.findIndex((question) => !(question.id in answered));
      setPlace(open < 0 ? loaded.questoes.length - 1 : open);
      setIsRetry(false);
      setCorrected(null);
    });

  function answer(question: number, given: Answer) {
    const next = { ...answers, [question]: given };
    setAnswers(next);
    if (!isRetry) setIsKept(testDraft(id).keep({ begun, answers: next }));
  }

  const finish = () =>
    wait(async () => {
      const respostas = Object.entries(answers).map(([key, resposta]) => ({ questao_id: Number(key), resposta }));
      if (isRetry) {
        setCorrected(await tryAgain(id, respostas));
        return;
      }
      const result = await handIn({ id, body: { respostas, iniciada_em: begun } });
      testDraft(id).drop();
      setCorrected(result);
      if (result) return;
      setProblem($waiting.get() === 'unkept' ? practiceMessages.testOnlyHere : practiceMessages.testPending);
      setPaper(null);
    });

  function retryWrong() {
    const wrong = new Set(corrected?.itens.filter(({ certa }) => !certa).map(({ questao_id }) => questao_id));
    setPaper(paper && { ...paper, questoes: paper.questoes.filter((question) => wrong.has(question.id)) });
    setAnswers({});
    setPlace(0);
    setIsRetry(true);
    setCorrected(null);
  }

  /** Whether this device keeps the answers; those of a retry are not to be kept. */
  const isSafe = isKept || isRetry;
  return {
    paper,
    answers,
    place,
    corrected,
    problem,
    isRetry,
    isSafe,
    isPending,
    setPlace,
    begin,
    answer,
    finish,
    retryWrong,
  };
}
