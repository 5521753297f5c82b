import type { Corrected, Questao } from '#lib/contract/practice.schema.ts';
import { formatGrade } from '#lib/format/grade.ts';
import { DONE_GRADE } from '#lib/rules/practice/unit-done.ts';
import type { TestPaper } from '#lib/stores/practice.ts';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { AnswerVerdict } from './AnswerVerdict.tsx';
import type { Answer } from './QuestionField.tsx';
import { SittingEnd, type SittingWays } from './SittingEnd.tsx';
import type { useSitting } from './use-sitting.ts';

interface TestFeedbackProps extends SittingWays {
  sitting: ReturnType<typeof useSitting>;
  paper: TestPaper;
  corrected: Corrected;
  answers: Record<number, Answer>;
}

/** The best grade there is. */
const MAX_GRADE = 10;

/** The grade, and every question with its answer; after a low grade the wrong ones come first, and the answers are folded. */
export function TestFeedback({ sitting, paper, corrected, answers, ...ways }: TestFeedbackProps) {
  const results = new Map(corrected.itens.map((item) => [item.questao_id, item]));
  const right = corrected.itens.filter(({ certa }) => certa).length;
  const wrong = corrected.itens.length - right;
  const isWon = right * MAX_GRADE >= DONE_GRADE * corrected.itens.length;
  const retry = wrong > 0 && (
    <Button isWide look={isWon ? 'soft' : 'primary'} onClick={sitting.retryWrong}>
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
              Sua resposta: {answer?.length ? inWords(question, answer) : 'em branco'}
            </p>
            {item && <AnswerVerdict verdict={item} />}
          </li>
        );
      })}
    </ol>
  );
  return (
    <SittingEnd
      {...ways}
      title={sitting.isRetry ? `${right} de ${corrected.itens.length} agora` : `Nota ${formatGrade(corrected.nota)}`}
      figures={[
        { value: String(right), label: right === 1 ? 'certa' : 'certas' },
        { value: String(wrong), label: 'para rever' },
      ]}
      isWon={isWon}
      first={!isWon && retry}
      actions={isWon && retry}
    >
      <p className="text-muted text-center">
        {wrong === 0 ? 'Tudo certo. Muito bem!' : 'As palavras das erradas voltam na sua revisão.'}
      </p>
      {isWon ? (
        list
      ) : (
        <details className="disclosure">
          <summary>Ver as respostas</summary>
          {list}
        </details>
      )}
      <FormError message={sitting.problem} />
      <Button look="ghost" isPending={sitting.isPending} pendingLabel="Abrindo" onClick={() => void sitting.begin()}>
        Fazer o teste de novo
      </Button>
    </SittingEnd>
  );
}

/** An answer as a reader sees it: texts instead of the ids of options, pairs with "=". Empty for no answer. */
function inWords({ alternativas, pares }: Questao, answer: Answer): string {
  const nameOf = (id: string) => alternativas?.find((option) => option.id === id)?.texto ?? id;
  if (typeof answer === 'string') return nameOf(answer);
  if (!pares) return answer.map(nameOf).join(' ');
  return answer
    .map((pair) => {
      const [left = '', right = ''] = pair.split(':');
      return `${nameOf(left)} = ${pares.find(({ id }) => id === right)?.texto ?? ''}`;
    })
    .join('; ');
}
