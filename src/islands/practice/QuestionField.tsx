import type { ReactNode } from 'react';
import type { Questao } from '#lib/contract/practice.schema.ts';
import type { Checked } from '#lib/stores/practice-test-draft.ts';
import Wrong from '~icons/material-symbols/cancel-outline-rounded';
import Right from '~icons/material-symbols/check-circle-rounded';
import { Field } from '../ui/Field.tsx';
import { SoundButton } from './SoundButton.tsx';

export type Answer = string | string[];

interface AnswerFieldProps {
  question: Questao;
  answer: Answer | undefined;
  onAnswer: (answer: Answer) => void;
  /** The correction of the answer: it can no longer be changed, and the right answer is shown in place. */
  verdict: Checked | undefined;
}

/** The correction of a part of the answer: a class for its look, and an icon with a word. */
function Turned({ isRight }: { isRight: boolean }): ReactNode {
  const Icon = isRight ? Right : Wrong;
  return (
    <span className="marked-sign text-(--tone) ms-auto flex-none">
      <Icon className="size-6" aria-hidden="true" />
      <span className="sr-only">{isRight ? ', certa' : ', errada'}</span>
    </span>
  );
}

const toneOf = (isRight: boolean) => `marked ${isRight ? 'tone-success' : 'tone-error'}`;

/** The question and its answer field. A corrected question can still play its sound. */
export function QuestionField({ isEnglish, ...field }: AnswerFieldProps & { isEnglish?: boolean }) {
  const { question, answer, verdict, onAnswer } = field;
  const { tipo, enunciado, audio_url, alternativas } = question;
  const text = typeof answer === 'string' ? answer : '';
  return (
    <div className="grid gap-5">
      <p
        className="text-lg font-bold"
        lang={(isEnglish ?? tipo === 'lacuna') ? 'en' : undefined}
        id={`questao-${question.id}`}
      >
        {enunciado.replace('___', '_____')}
      </p>
      {audio_url && <SoundButton key={audio_url} url={audio_url} label="Ouvir" isEager />}
      <fieldset disabled={verdict !== undefined} className="contents" aria-labelledby={`questao-${question.id}`}>
        <legend className="sr-only">Resposta</legend>
        {tipo === 'multipla_escolha' && (
          <div role="radiogroup" aria-labelledby={`questao-${question.id}`} className="grid gap-3">
            {alternativas?.map(({ id, texto }) => {
              const isRight = verdict && (verdict.certa ? answer === id : verdict.resposta_certa === id);
              const isMarked = isRight || (verdict && answer === id);
              return (
                <label key={id} className={`option ${isMarked ? toneOf(isRight ?? false) : ''}`}>
                  <input
                    type="radio"
                    name={`questao-${question.id}`}
                    checked={answer === id}
                    onChange={() => onAnswer(id)}
                  />
                  <span lang="en">{texto}</span>
                  {isMarked && <Turned isRight={isRight ?? false} />}
                </label>
              );
            })}
          </div>
        )}
        {(tipo === 'lacuna' || tipo === 'ditado') && (
          <Field
            className={verdict && toneOf(verdict.certa)}
            button={
              verdict && (
                <span className="absolute inset-y-0 right-4 grid place-items-center">
                  <Turned isRight={verdict.certa} />
                </span>
              )
            }
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
        {tipo === 'ordenar' && <OrderField {...field} />}
        {tipo === 'associar' && <MatchField {...field} />}
      </fieldset>
    </div>
  );
}

/** Each word gets its partner from a select, which works the same by touch, pointer and keyboard. */
function MatchField({ question, answer, onAnswer, verdict }: AnswerFieldProps) {
  const pairs = new Map((Array.isArray(answer) ? answer : []).map((pair) => pair.split(':') as [string, string]));
  function choose(left: string, right: string) {
    const next = new Map(pairs).set(left, right);
    onAnswer([...next].filter(([, chosen]) => chosen !== '').map((pair) => pair.join(':')));
  }
  return (
    <div className="grid gap-3">
      {question.alternativas?.map(({ id, texto }) => (
        <div
          key={id}
          className={`grid items-center gap-2 sm:grid-cols-2 ${verdict ? toneOf(isRightPair(verdict, id, pairs.get(id))) : ''}`}
        >
          <label lang="en" className="flex font-semibold" htmlFor={`par-${question.id}-${id}`}>
            {texto}
            {verdict && <Turned isRight={isRightPair(verdict, id, pairs.get(id))} />}
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

const isRightPair = ({ certa, resposta_certa }: Checked, left: string, right: string | undefined) =>
  certa || (Array.isArray(resposta_certa) && resposta_certa.includes(`${left}:${right}`));

/** The student presses words to put them in order; a press on a placed word takes it back. */
function OrderField({ question, answer, onAnswer, verdict }: AnswerFieldProps) {
  const words = question.alternativas ?? [];
  const placed = Array.isArray(answer) ? answer : [];
  const textOf = (id: string) => words.find((word) => word.id === id)?.texto ?? '';
  return (
    <div className="grid gap-4" lang="en">
      <fieldset
        className={`flex flex-wrap items-center gap-2 min-h-17 py-3 border-b-2 border-b-outline ${verdict ? toneOf(verdict.certa) : ''}`}
        aria-label="Sua frase"
      >
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
        {verdict && <Turned isRight={verdict.certa} />}
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
