import type { Corrected, Questao } from '#lib/contract/practice.schema.ts';
import { formatGrade } from '#lib/format/grade.ts';
import type { TestPaper } from '#lib/stores/practice.ts';
import Wrong from '~icons/material-symbols/cancel-outline-rounded';
import Right from '~icons/material-symbols/check-circle-rounded';
import { Button } from '../ui/Button.tsx';
import type { Answer } from './QuestionField.tsx';

interface TestFeedbackProps {
  paper: TestPaper;
  corrected: Corrected;
  answers: Record<number, Answer>;
  isRetry: boolean;
  onRetry: () => void;
  onAgain: () => void;
}

/** What was right, and why: in words and with an icon, never by colour alone. */
export function TestFeedback({ paper, corrected, answers, isRetry, onRetry, onAgain }: TestFeedbackProps) {
  const results = new Map(corrected.itens.map((item) => [item.questao_id, item]));
  const right = corrected.itens.filter(({ certa }) => certa).length;
  const wrong = corrected.itens.length - right;
  return (
    <div className="grid gap-6">
      <div role="status">
        <p className="text-2xl font-bold">
          {isRetry ? `${right} de ${corrected.itens.length} agora` : `Nota ${formatGrade(corrected.nota)}`}
        </p>
        <p className="text-muted mt-1">
          {wrong === 0
            ? 'Tudo certo. Muito bem!'
            : `${right} ${right === 1 ? 'certa' : 'certas'}, ${wrong} para rever. As palavras das erradas voltam na sua revisão.`}
        </p>
      </div>
      <ol className="grid gap-4">
        {paper.questoes.map((question) => {
          const item = results.get(question.id);
          const Icon = item?.certa ? Right : Wrong;
          return (
            <li key={question.id} className="border-base-300 grid gap-1 border-t pt-4">
              <p className={`flex items-center gap-2 font-semibold ${item?.certa ? 'text-success' : 'text-error'}`}>
                <Icon className="size-5 flex-none" aria-hidden="true" />
                {item?.certa ? 'Certa' : 'Para rever'}
              </p>
              <p className="font-medium">{question.enunciado.replace('___', '_____')}</p>
              {!item?.certa && (
                <p className="text-muted text-sm">Sua resposta: {inWords(question, answers[question.id])}</p>
              )}
              <p className="text-sm">{item?.explicacao}</p>
            </li>
          );
        })}
      </ol>
      <div className="flex flex-wrap gap-3">
        {wrong > 0 && <Button onClick={onRetry}>Refazer as erradas</Button>}
        <Button look="outline" onClick={onAgain}>
          Fazer o teste de novo
        </Button>
      </div>
    </div>
  );
}

function inWords({ alternativas, pares }: Questao, answer: Answer | undefined): string {
  const nameOf = (id: string) => alternativas?.find((option) => option.id === id)?.texto ?? id;
  if (answer === undefined || answer.length === 0) return 'em branco';
  if (typeof answer === 'string') return nameOf(answer);
  if (!pares) return answer.map(nameOf).join(' ');
  return answer
    .map((pair) => {
      const [left = '', right = ''] = pair.split(':');
      return `${nameOf(left)} = ${pares.find(({ id }) => id === right)?.texto ?? ''}`;
    })
    .join('; ');
}
