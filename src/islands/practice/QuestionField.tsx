import type { Questao } from '#lib/contract/practice.schema.ts';
import { Field } from '../ui/Field.tsx';
import { SoundButton } from './SoundButton.tsx';

export type Answer = string | string[];

interface AnswerFieldProps {
  question: Questao;
  answer: Answer | undefined;
  onAnswer: (answer: Answer) => void;
}

const isPortuguese = ({ tipo }: Questao) => tipo !== 'lacuna';

/** The question and its answer field. A locked one still plays its sound. */
export function QuestionField({ question, answer, isLocked, onAnswer }: AnswerFieldProps & { isLocked: boolean }) {
  const { tipo, enunciado, audio_url, alternativas } = question;
  const text = typeof answer === 'string' ? answer : '';
  return (
    <div className="grid gap-5">
      <p className="text-lg font-bold" lang={isPortuguese(question) ? undefined : 'en'} id={`questao-${question.id}`}>
        {enunciado.replace('___', '_____')}
      </p>
      {audio_url && <SoundButton key={audio_url} url={audio_url} label="Ouvir" isEager />}
      <fieldset disabled={isLocked} className="contents" aria-labelledby={`questao-${question.id}`}>
        {tipo === 'multipla_escolha' && (
          <div role="radiogroup" aria-labelledby={`questao-${question.id}`} className="grid gap-3">
            {alternativas?.map(({ id, texto }) => (
              <label key={id} className="option">
                <input
                  type="radio"
                  name={`questao-${question.id}`}
                  checked={answer === id}
                  onChange={() => onAnswer(id)}
                />
                <span lang="en">{texto}</span>
              </label>
            ))}
          </div>
        )}
        {(tipo === 'lacuna' || tipo === 'ditado') && (
          <Field
            label={tipo === 'ditado' ? 'O que você ouviu' : 'Sua resposta'}
            lang="en"
            value={text}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            onChange={(event) => onAnswer(event.target.value)}
          />
        )}
        {tipo === 'ordenar' && <OrderField {...{ question, answer, onAnswer }} />}
        {tipo === 'associar' && <MatchField {...{ question, answer, onAnswer }} />}
      </fieldset>
    </div>
  );
}

/** Each word gets its partner from a list: it works the same by finger, pointer and keyboard. */
function MatchField({ question, answer, onAnswer }: AnswerFieldProps) {
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

/** The student presses words to put them in order; a press on a placed word takes it back. */
function OrderField({ question, answer, onAnswer }: AnswerFieldProps) {
  const words = question.alternativas ?? [];
  const placed = Array.isArray(answer) ? answer : [];
  const textOf = (id: string) => words.find((word) => word.id === id)?.texto ?? '';
  return (
    <div className="grid gap-4" lang="en">
      <fieldset className="flex flex-wrap gap-2 min-h-17 py-3 border-b-2 border-b-outline" aria-label="Sua frase">
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
