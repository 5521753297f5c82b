import type { Questao } from '#lib/contract/practice.schema.ts';
import { Field } from '../ui/Field.tsx';
import { MatchField } from './MatchField.tsx';
import { OrderField } from './OrderField.tsx';
import { SoundButton } from './SoundButton.tsx';

export type Answer = string | string[];

export interface AnswerFieldProps {
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
