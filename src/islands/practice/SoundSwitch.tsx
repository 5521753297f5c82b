import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import On from '~icons/material-symbols/music-note-rounded';
import Off from '~icons/material-symbols/music-off-rounded';
import { $answerSound, recallAnswerSound, toggleAnswerSound } from './answer-feel.ts';

/** Turns the sounds of answers on or off. Those of words and sentences stay. */
export function SoundSwitch() {
  const isOn = useStore($answerSound, { ssr: 'initial' });
  useEffect(recallAnswerSound, []);
  const Icon = isOn ? On : Off;
  return (
    <button
      type="button"
      className="btn btn-ghost btn-circle -me-3"
      aria-label={`${isOn ? 'Desligar' : 'Ligar'} o som das respostas`}
      onClick={toggleAnswerSound}
    >
      <Icon className="size-6" aria-hidden="true" />
    </button>
  );
}
