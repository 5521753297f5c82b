import { useEffect, useRef, useState } from 'react';
import type { Corrected } from '#lib/contract/practice.schema.ts';
import {
  $waiting,
  checkAnswer,
  deliverWhenOnline,
  handIn,
  isForOtherPaper,
  loadTest,
  problemOf,
  type TestPaper,
  tryAgain,
} from '#lib/stores/practice.ts';
import { handInExercise, loadExercise } from '#lib/stores/practice-exercise.ts';
import { type Checked, testDraft } from '#lib/stores/practice-test-draft.ts';
import { practiceMessages } from '#lib/words/practice.ts';
import { feelAnswer } from './answer-feel.ts';
import type { Answer } from './QuestionField.tsx';

interface TestSession {
  paper: TestPaper | null;
  answers: Record<number, Answer>;
  checked: Record<number, Checked>;
  place: number;
  begun: string;
  isRetry: boolean;
  /** Answers could not be corrected immediately. */
  isOffline: boolean;
  corrected: Corrected | null;
  /** The message about a test that waits for a connection. */
  note: string | null;
  problem: string | null;
  /** The student was warned about unanswered questions. */
  isWarned: boolean;
  /** Whether this device stores the answers; those of a retry need not be stored. */
  isSafe: boolean;
  isPending: boolean;
}

const nothing: TestSession = {
  ...{ paper: null, answers: {}, checked: {}, place: 0, begun: '' },
  ...{ isRetry: false, isOffline: false, isSafe: true, isPending: false, isWarned: false },
  ...{ corrected: null, note: null, problem: null },
};

/** Where a test paper is loaded from, and where its answers are sent. */
interface Source {
  /** `feito`: it was already submitted, with these answers. */
  load(id: number): Promise<TestPaper & { feito?: (Corrected & { respostas: Record<number, Answer> }) | null }>;
  handIn: typeof handIn;
  draftOf(id: number): ReturnType<typeof testDraft>;
  /** The error if the submission failed. */
  notSent: string;
}

export const testSource: Source = {
  load: loadTest,
  handIn,
  draftOf: testDraft,
  notSent: practiceMessages.testNotLoaded,
};

export const exerciseSource: Source = {
  load: loadExercise,
  handIn: handInExercise,
  draftOf: (id) => testDraft(`exercicio-${id}`),
  notSent: practiceMessages.exerciseNotSent,
};

/**
 * The state of a test. Answers stay on this device until the student submits the test.
 *
 * @param isExam whether answers are corrected only at the end; without a connection they always are
 */
export function usePracticeSession(id: number, isExam: boolean, source: Source) {
  const draftHere = source.draftOf(id);
  const [session, setSession] = useState(nothing);
  const put = (part: Partial<TestSession>) => setSession((before) => ({ ...before, ...part }));
  const { paper, answers, checked, place, begun, isRetry, corrected } = session;
  const isCheckedAtOnce = !isExam && !session.isOffline;
  const verdicts = useVerdicts(id);
  useEffect(deliverWhenOnline, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the test starts with its page, once
  useEffect(() => void begin(), []);

  /** Runs work that may fail: its result is merged into the session, and a failure is shown. */
  async function wait(work: () => Promise<Partial<TestSession>>, otherwise: string = practiceMessages.testNotLoaded) {
    put({ isPending: true, problem: null });
    try {
      put(await work());
    } catch (error) {
      put({ problem: problemOf(error, otherwise) });
    }
    put({ isPending: false });
  }

  /** The current paper, with the stored answers, at its first unanswered question. */
  async function opened(stored = draftHere.read()): Promise<TestSession> {
    const loaded = await source.load(id);
    if (loaded.feito) return { ...nothing, paper: loaded, corrected: loaded.feito, answers: loaded.feito.respostas };
    const draft = { answers: {}, checked: {}, begun: new Date().toISOString(), ...stored };
    const known = isExam ? draft.answers : draft.checked;
    const open = loaded.questoes.findIndex((question) => !(question.id in known));
    return { ...nothing, ...draft, paper: loaded, place: open < 0 ? loaded.questoes.length - 1 : open };
  }

  const begin = () => wait(() => opened());

  function keep(draft: Pick<TestSession, 'answers' | 'checked'>): Partial<TestSession> {
    return { ...draft, isSafe: isRetry || draftHere.keep({ begun, ...draft }) };
  }

  function answer(question: number, chosen: Answer) {
    put(keep({ answers: { ...answers, [question]: chosen }, checked }));
    if (isCheckedAtOnce && isWhole(paper, question, chosen)) verdicts.request(question, chosen);
  }

  const check = (question: number) =>
    wait(async () => {
      const chosen = answers[question] ?? '';
      const item = await verdicts.of(question, chosen);
      if (!item) return { isOffline: true };
      feelAnswer(item.certa ? 'right' : 'wrong');
      return keep({ answers, checked: { ...checked, [question]: item } });
    });

  const finish = () =>
    wait(async () => {
      const items = paper?.questoes ?? [];
      const respostas = items.map((question) => ({ questao_id: question.id, resposta: answers[question.id] ?? '' }));
      if (isRetry) return { corrected: await tryAgain(id, respostas) };
      const result = await source.handIn({ id, body: { respostas, iniciada_em: begun } }).catch(async (error) => {
        // Its questions have changed: the student sees the new ones, and submits again.
        if (isForOtherPaper(error)) put(await opened({ begun, answers, checked }));
        throw error;
      });
      draftHere.drop();
      if (result) return { corrected: result };
      return { note: $waiting.get() === 'unstored' ? practiceMessages.testOnlyHere : practiceMessages.testPending };
    }, source.notSent);

  /** Indexes of the unanswered questions. */
  const blanks = (paper?.questoes ?? []).flatMap(({ id: question }, at) => (answers[question]?.length ? [] : [at]));

  /** The button of a question: corrects it, shows the next one, or submits the test; blanks need a warning first. */
  function goOn(question: number) {
    if (isCheckedAtOnce && !(question in checked)) void check(question);
    else if (place < (paper?.questoes.length ?? 0) - 1) put({ place: place + 1, isWarned: false });
    else if (!isCheckedAtOnce && !session.isWarned && blanks.length > 0) put({ isWarned: true });
    else void finish();
  }

  const goTo = (to: number) => put({ place: to, isWarned: false });

  function retryWrong() {
    const wrong = new Set(corrected?.itens.filter(({ certa }) => !certa).map(({ questao_id }) => questao_id));
    const questoes = paper?.questoes.filter((question) => wrong.has(question.id)) ?? [];
    put({ ...nothing, paper: paper && { ...paper, questoes }, isRetry: true });
  }

  const isWarned = session.isWarned && blanks.length > 0;
  return { ...session, isWarned, isCheckedAtOnce, begin, answer, goOn, retryWrong, blanks, goTo };
}

/** An answer is sent for checking when it has not changed for this long, because arrow keys pass other answers. */
const PAUSE_MS = 300;

interface Ahead {
  key: string;
  timer: ReturnType<typeof setTimeout>;
  item?: Promise<Checked | null>;
}

/**
 * The server’s corrections of answers. They may be requested before the student presses the button: checking has no
 * effect.
 */
function useVerdicts(id: number) {
  const ahead = useRef<Ahead | null>(null);
  const keyOf = (question: number, chosen: Answer) => JSON.stringify([question, chosen]);
  const request = (question: number, chosen: Answer) => {
    clearTimeout(ahead.current?.timer);
    const send = () => {
      const forget = () => {
        if (ahead.current === own) ahead.current = null;
      };
      own.item = checkAnswer(id, question, chosen);
      // A request that failed before the press is repeated by it.
      own.item.then((item) => item ?? forget(), forget);
    };
    const own: Ahead = { key: keyOf(question, chosen), timer: setTimeout(send, PAUSE_MS) };
    ahead.current = own;
  };
  const of = (question: number, chosen: Answer) => {
    const known = ahead.current;
    clearTimeout(known?.timer);
    ahead.current = null;
    return (known?.key === keyOf(question, chosen) && known.item) || checkAnswer(id, question, chosen);
  };
  return { request, of };
}

/** Whether a chosen answer is complete. A typed answer is complete only when the student confirms it. */
function isWhole(paper: TestPaper | null, id: number, answer: Answer): boolean {
  const question = paper?.questoes.find((one) => one.id === id);
  if (question?.tipo === 'multipla_escolha') return true;
  return Array.isArray(answer) && answer.length === question?.alternativas?.length;
}
