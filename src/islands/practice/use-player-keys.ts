import { useEffect } from 'react';
import type { Audio } from '#lib/contract/practice.schema.ts';
import { isForPage } from '../ui/page-keys.ts';
import { type Player, RATES, SKIP_S } from './use-player.ts';

/** Shown below the player. */
export const playerKeys = [
  ['Espaço ou K', 'tocar e pausar'],
  ['← →', 'voltar ou avançar 5 s'],
  ['A e B', 'marcar o início e o fim do trecho'],
  ['L', 'desligar a repetição'],
  ['− +', 'mais devagar, mais rápido'],
  ['T', 'mostrar ou esconder o texto'],
] as const;

/** Keys of the page. */
export function usePlayerKeys(player: Player, toggleText: () => void): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const act = isForPage(event) && actionOf(event.key, player, toggleText);
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', handle);
    return () => removeEventListener('keydown', handle);
  });
}

function actionOf(key: string, player: Player, toggleText: () => void): (() => void) | undefined {
  const faster = (step: number) => () => {
    const next = RATES[RATES.indexOf(player.rate as (typeof RATES)[number]) + step];
    if (next) player.setRate(next);
  };
  const actions: Record<string, () => void> = {
    ' ': player.toggle,
    k: player.toggle,
    arrowleft: () => player.skip(-SKIP_S),
    arrowright: () => player.skip(SKIP_S),
    a: player.markStart,
    b: player.markEnd,
    l: () => player.repeat(null),
    '-': faster(-1),
    '+': faster(1),
    '=': faster(1),
    t: toggleText,
  };
  return actions[key.toLowerCase()];
}

/** Keys on the lock screen and on headsets, with the title of the track. */
export function useMediaSession(player: Player, audio: Audio, album: string): void {
  useEffect(() => {
    const session = navigator.mediaSession;
    if (!session) return;
    session.metadata = new MediaMetadata({ title: audio.titulo, artist: album });
    const actions: Partial<Record<MediaSessionAction, () => void>> = {
      play: player.toggle,
      pause: player.toggle,
      seekbackward: () => player.skip(-SKIP_S),
      seekforward: () => player.skip(SKIP_S),
      previoustrack: () => player.seek(0),
    };
    for (const [name, act] of Object.entries(actions)) session.setActionHandler(name as MediaSessionAction, act);
    return () => {
      for (const name of Object.keys(actions)) session.setActionHandler(name as MediaSessionAction, null);
    };
  });
}
