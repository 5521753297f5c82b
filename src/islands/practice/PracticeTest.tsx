import type { Corrected } from '#lib/contract/practice.schema.ts';
import { formatGrade, formatMark } from '#lib/format/grade.ts';
import { answerInWords } from '#lib/rules/practice/answer-words.ts';
import { DONE_GRADE } from '#lib/rules/practice/unit-done.ts';
import type { TestPaper } from '#lib/stores/practice.ts';
import type { Checked } from '#lib/stores/practice-test-draft.ts';
import { practiceMessages, questionKinds } from '#lib/words/practice.ts';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { AnswerVerdict } from './AnswerVerdict.tsx';
import { focusOnMount, focusQuestion } from './focus-on-mount.ts';
import { PracticeEnd, type PracticeLinks } from './PracticeEnd.tsx';
import { PracticeFrame } from './PracticeFrame.tsx';
import { type Answer, QuestionField } from './QuestionField.tsx';
import { exerciseSource, testSource, usePracticeSession } from './use-practice-session.ts';

interface PracticeTestProps extends PracticeLinks {
  testId: number;
  /** Answers are corrected only at the end. */
  isExam: boolean;
  /** It is an exercise of a class, which is submitted once. */
  isExercise?: boolean;
}

/** A test of a unit (PED-04): one question at a time, each corrected at once. */
export function PracticeTest({ testId, isExam, isExercise = false, ...links }: PracticeTestProps) {
  const session = usePracticeSession(testId, isExam, isExercise ? exerciseSource : testSource);
  const { paper, answers, checked, place, corrected, note, problem, isPending } = session;
  const question = paper?.questoes[place];

  if (corrected && paper) return <TestFeedback {...links} {...{ session, paper, corrected, answers, isExercise }} />;
  if (note !== null) {
    return (
      <PracticeEnd {...links} title="Teste guardado" isWon={false}>
        <p className="text-muted text-center">{note}</p>
      </PracticeEnd>
    );
  }
  if (!paper || !question) {
    return (
      <PracticeFrame leave={links.leave} label="Andamento do teste" done={0} total={1} actions={null}>
        <FormError message={problem} />
        {problem ? (
          <div className="flex flex-wrap gap-3">
            <Button look="outline" isPending={isPending} pendingLabel="Abrindo" onClick={() => void session.begin()}>
              Tentar de novo
            </Button>
            <a className="btn btn-ghost" href={links.leave}>
              Sair da sessão
            </a>
          </div>
        ) : (
          <p className="text-muted text-center" role="status">
            Abrindo o teste…
          </p>
        )}
      </PracticeFrame>
    );
  }
  const verdict = session.isCheckedAtOnce ? checked[question.id] : undefined;
  const total = paper.questoes.length;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        session.goOn(question.id);
      }}
    >
      <PracticeFrame
        leave={links.leave}
        label="Andamento do teste"
        done={verdict ? place + 1 : place}
        total={total}
        hasSound={session.isCheckedAtOnce}
        outcome={verdict && (verdict.certa ? 'right' : 'wrong')}
        verdict={verdict && <AnswerVerdict verdict={verdict} className="sitting-verdict" />}
        actions={
          <TestActions session={session} isAnswered={(answers[question.id]?.length ?? 0) > 0} verdict={verdict} />
        }
      >
        <FormError message={problem} />
        {session.isOffline && (
          <p className="notice tone-warning" role="status">
            {practiceMessages.testCheckedLater}
          </p>
        )}
        {!session.isSafe && (
          <p className="notice tone-warning" role="status">
            {practiceMessages.draftNotStored}
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
            verdict={verdict}
            onAnswer={(chosen) => session.answer(question.id, chosen)}
          />
        </div>
      </PracticeFrame>
    </form>
  );
}

interface TestActionsProps {
  session: ReturnType<typeof usePracticeSession>;
  isAnswered: boolean;
  /** The correction of the answer; undefined before it, or in an exam. */
  verdict: Checked | undefined;
}

/** The button of a question: check the answer, continue, or submit the test. In an exam the student can go back. */
function TestActions({ session, isAnswered, verdict }: TestActionsProps) {
  const { paper, place, isPending, isCheckedAtOnce, isWarned, blanks } = session;
  const isLast = place === (paper?.questoes.length ?? 0) - 1;
  if (!isCheckedAtOnce) {
    return (
      <>
        <p role="status" className="font-semibold empty:hidden">
          {isWarned && practiceMessages.blanks(blanks.map((at) => at + 1))}
        </p>
        <div className="flex flex-wrap-reverse justify-between gap-3">
          {isWarned ? (
            <Button look="ghost" onClick={() => session.goTo(blanks[0] ?? 0)}>
              Ir para a {(blanks[0] ?? 0) + 1}
            </Button>
          ) : (
            <Button look="ghost" onClick={() => session.goTo(place - 1)} disabled={place === 0}>
              Anterior
            </Button>
          )}
          <Button type="submit" isPending={isPending} pendingLabel="Corrigindo">
            {isWarned ? 'Entregar assim mesmo' : isLast ? 'Entregar' : 'Próxima'}
          </Button>
        </div>
      </>
    );
  }
  if (verdict === undefined) {
    return (
      <Button
        type="submit"
        isWide
        look={isAnswered ? 'primary' : 'soft'}
        isPending={isPending}
        pendingLabel="Corrigindo"
      >
        {isAnswered ? 'Conferir' : 'Não sei'}
      </Button>
    );
  }
  return (
    <Button type="submit" isWide isPending={isPending} pendingLabel="Corrigindo" ref={focusOnMount}>
      {isLast ? 'Ver resultado' : 'Continuar'}
    </Button>
  );
}

interface TestFeedbackProps extends PracticeLinks {
  session: ReturnType<typeof usePracticeSession>;
  paper: TestPaper;
  corrected: Corrected;
  answers: Record<number, Answer>;
  isExercise: boolean;
}

/** The best grade there is. */
const MAX_GRADE = 10;

/** The grade of an exercise includes its scale, if it is not the default one. */
const gradeWords = ({ nota }: Corrected, { nota_maxima = MAX_GRADE }: TestPaper & { nota_maxima?: number }) =>
  `Nota ${formatGrade(nota)}${nota_maxima === MAX_GRADE ? '' : ` de ${formatMark(nota_maxima)}`}`;

/**
 * The grade, and every question with its answer; after a low grade the wrong answers come first, and the others are
 * collapsed.
 */
function TestFeedback({ session, paper, corrected, answers, isExercise, ...links }: TestFeedbackProps) {
  const results = new Map(corrected.itens.map((item) => [item.questao_id, item]));
  const right = corrected.itens.filter(({ certa }) => certa).length;
  const wrong = corrected.itens.length - right;
  const isWon = right * MAX_GRADE >= DONE_GRADE * corrected.itens.length;
  const retry = wrong > 0 && !isExercise && (
    <Button isWide look={isWon ? 'soft' : 'primary'} onClick={session.retryWrong}>
      {wrong === 1 ? 'Refazer a errada' : `Refazer as ${wrong} erradas`}
    </Button>
  );
  const list = (
    <ol className="grid gap-4">
      {paper.questoes.map((question) => {
        const item = results.get(question.id);
        const answer = answers[question.id];
        return (
          <li key={question.id} className="border-base-300 grid gap-2 border-t pt-4">
            <p className="font-medium">{question.enunciado.replace('___', '_____')}</p>
            <p className="text-muted text-sm">
              Sua resposta: {answer?.length ? answerInWords(question, answer) : 'em branco'}
            </p>
            {item && <AnswerVerdict verdict={item} className="verdict-box" />}
          </li>
        );
      })}
    </ol>
  );
  return (
    <PracticeEnd
      {...links}
      title={session.isRetry ? `${right} de ${corrected.itens.length} agora` : gradeWords(corrected, paper)}
      figures={[
        { value: String(right), label: right === 1 ? 'certa' : 'certas' },
        { value: String(wrong), label: 'para rever' },
      ]}
      isWon={isWon}
      points={corrected.pontos_ganhos}
      first={!isWon && retry}
      actions={isWon && retry}
    >
      <p className="text-muted text-center">
        {wrong === 0
          ? 'Tudo certo. Muito bem!'
          : isExercise
            ? practiceMessages.exerciseSent
            : 'As palavras das erradas voltam na revisão de amanhã.'}
      </p>
      {isWon || isExercise ? (
        list
      ) : (
        <details className="disclosure">
          <summary>Ver as respostas</summary>
          {list}
        </details>
      )}
      <FormError message={session.problem} />
      {!isExercise && (
        <Button look="ghost" isPending={session.isPending} pendingLabel="Abrindo" onClick={() => void session.begin()}>
          Fazer o teste de novo
        </Button>
      )}
    </PracticeEnd>
  );
}
