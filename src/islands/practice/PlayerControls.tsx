import Forward from '~icons/material-symbols/forward-5-rounded';
import Pause from '~icons/material-symbols/pause-rounded';
import Play from '~icons/material-symbols/play-arrow-rounded';
import Back from '~icons/material-symbols/replay-5-rounded';
import { type Player, RATES, SKIP_S } from './use-player.ts';

/** The main controls of the player: play, a few seconds back or forward, speed. On phones they stay above the dock. */
export function PlayerControls({ player }: { player: Player }) {
  return (
    <div className="player-bar flex items-center justify-between gap-3 max-lg:fixed max-lg:bottom-[calc(var(--dock)+8px)] max-lg:start-[calc(var(--dock-side)+12px)] max-lg:end-3 max-lg:z-19 max-lg:py-1.5 max-lg:px-3.5 max-lg:border max-lg:border-base-300 max-lg:rounded-pill max-lg:bg-base-100 max-lg:card-shadow lg:justify-center">
      <PlayButtons player={player} />
      <SpeedField player={player} />
    </div>
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
        className="btn btn-primary btn-circle size-14 lg:size-16"
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
      <span className="max-lg:sr-only">Velocidade</span>
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

interface LoopButtonProps {
  player: Player;
  /** Stops the repetition. */
  onClear: () => void;
}

/** Repeats a part: the first press sets its start, the second its end, the third stops. */
export function LoopButton({ player, onClear }: LoopButtonProps) {
  const { loop } = player;
  const [label, press] = !loop
    ? ['Repetir trecho', player.markStart]
    : loop.end === null
      ? ['Marcar o fim', player.markEnd]
      : ['Parar de repetir', onClear];
  return (
    <button type="button" className="toggle-chip" data-current={loop ? '' : undefined} onClick={press}>
      {label}
    </button>
  );
}
