import Forward from '~icons/material-symbols/forward-5-rounded';
import Pause from '~icons/material-symbols/pause-rounded';
import Play from '~icons/material-symbols/play-arrow-rounded';
import Back from '~icons/material-symbols/replay-5-rounded';
import { Button } from '../ui/Button.tsx';
import { type Player, RATES, SKIP_S } from './use-player.ts';

interface PlayerControlsProps {
  player: Player;
  /** Ends the repetition. */
  onClear: () => void;
}

/** All buttons of a track: play, speed, and the part that repeats. */
export function PlayerControls({ player, onClear }: PlayerControlsProps) {
  return (
    <>
      <PlayButtons player={player} />
      <div className="flex flex-wrap items-center justify-center gap-3">
        <SpeedField player={player} />
        <LoopFields {...{ player, onClear }} />
      </div>
    </>
  );
}

/** Plays and pauses a track, and moves a few seconds. */
function PlayButtons({ player }: { player: Player }) {
  const Icon = player.isPlaying ? Pause : Play;
  return (
    <div className="flex items-center justify-center gap-4">
      <SkipButton label="Voltar 5 segundos" Icon={Back} onClick={() => player.skip(-SKIP_S)} />
      <button
        type="button"
        className="btn btn-primary btn-circle size-16"
        aria-label={player.isPlaying ? 'Pausar' : 'Tocar'}
        onClick={player.hasFailed ? player.retry : player.toggle}
      >
        <Icon className="size-9" aria-hidden="true" />
      </button>
      <SkipButton label="Avançar 5 segundos" Icon={Forward} onClick={() => player.skip(SKIP_S)} />
    </div>
  );
}

interface SkipButtonProps {
  label: string;
  Icon: typeof Back;
  onClick: () => void;
}

const SkipButton = ({ label, Icon, onClick }: SkipButtonProps) => (
  <button type="button" className="btn btn-ghost btn-circle" aria-label={label} onClick={onClick}>
    <Icon className="size-7" aria-hidden="true" />
  </button>
);

/** Chooses the speed. */
function SpeedField({ player }: { player: Player }) {
  return (
    <label className="flex items-center gap-2 text-sm font-semibold">
      Velocidade
      <select
        className="select w-auto pe-10"
        value={String(player.rate)}
        onChange={(event) => player.setRate(Number(event.target.value))}
      >
        {RATES.map((value) => (
          <option key={value} value={value}>
            {String(value).replace('.', ',')}×
          </option>
        ))}
      </select>
    </label>
  );
}

/** Marks the part that repeats, from A to B. */
function LoopFields({ player, onClear }: PlayerControlsProps) {
  return (
    <fieldset className="flex items-center gap-2">
      <legend className="sr-only">Repetir um trecho</legend>
      <button
        type="button"
        className="btn btn-outline btn-square"
        aria-label="Início do trecho"
        onClick={player.markStart}
      >
        A
      </button>
      <button
        type="button"
        className="btn btn-outline btn-square"
        aria-label="Fim do trecho"
        aria-disabled={!player.loop}
        onClick={player.markEnd}
      >
        B
      </button>
      {player.loop && (
        <Button look="ghost" onClick={onClear}>
          Parar de repetir
        </Button>
      )}
    </fieldset>
  );
}
