import type { AnswerFieldProps } from './QuestionField.tsx';

/** Each word gets its partner from a list: it works the same by finger, pointer and keyboard. */
export function MatchField({ question, answer, onAnswer }: AnswerFieldProps) {
  const pairs = new Map((Array.isArray(answer) ? answer : []).map((pair) => pair.split(':') as [string, string]));
  function choose(left: string, right: string) {
    const next = new Map(pairs).set(left, right);
    onAnswer([...next].filter(([, chosen]) => chosen !== '').map((pair) => pair.join(':')));
  }
  return (
    <div className="grid gap-3">
      {question.alternativas?.map(({ id, texto }) => (
        <div key={id} className="grid items-center gap-2 sm:grid-cols-2">
          <label lang="en" className="font-semibold" htmlFor={`par-${question.id}-${id}`}>
            {texto}
          </label>
          <select
            id={`par-${question.id}-${id}`}
            className="select"
            value={pairs.get(id) ?? ''}
            onChange={(event) => choose(id, event.target.value)}
          >
            <option value="">Escolha…</option>
            {question.pares?.map((pair) => (
              <option key={pair.id} value={pair.id}>
                {pair.texto}
              </option>
            ))}
          </select>
        </div>
      ))}
    </div>
  );
}
