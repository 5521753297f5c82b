import type { AnswerFieldProps } from './QuestionField.tsx';

/** The student presses words to put them in order; a press on a placed word takes it back. */
export function OrderField({ question, answer, onAnswer }: AnswerFieldProps) {
  const words = question.alternativas ?? [];
  const placed = Array.isArray(answer) ? answer : [];
  const textOf = (id: string) => words.find((word) => word.id === id)?.texto ?? '';
  return (
    <div className="grid gap-4" lang="en">
      <fieldset className="order-line" aria-label="Sua frase">
        {placed.map((id) => (
          <button
            key={id}
            type="button"
            className="word-chip word-chip-placed"
            aria-label={`Tirar ${textOf(id)}`}
            onClick={() => onAnswer(placed.filter((other) => other !== id))}
          >
            {textOf(id)}
          </button>
        ))}
      </fieldset>
      <fieldset className="flex flex-wrap gap-2" aria-label="Palavras">
        {words
          .filter(({ id }) => !placed.includes(id))
          .map(({ id, texto }) => (
            <button key={id} type="button" className="word-chip" onClick={() => onAnswer([...placed, id])}>
              {texto}
            </button>
          ))}
      </fieldset>
    </div>
  );
}
