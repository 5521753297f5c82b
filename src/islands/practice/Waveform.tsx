import { useEffect, useRef } from 'react';
import type { Audio } from '#lib/contract/practice.schema.ts';
import { WAVE_HEIGHT_PX } from '#lib/rules/practice/wave.ts';
import type { Player } from './use-player.ts';

interface Wave {
  draw(time: number): void;
  mark(start: number, end: number): void;
  unmark(): void;
  destroy(): void;
}

/**
 * The track as a wave: a press goes there, and handles change the repeated part. An extra for pointers: buttons and
 * keys do the same.
 */
export function Waveform({ audio, player }: { audio: Audio; player: Player }) {
  const box = useRef<HTMLDivElement>(null);
  const wave = useRef<Wave | null>(null);
  const latest = useRef(player);
  latest.current = player;
  const { loop, time } = player;

  useEffect(() => {
    let isGone = false;
    const container = box.current;
    if (!container) return;
    void drawWave(container, audio, latest).then((made) => {
      if (isGone) made?.destroy();
      else wave.current = made;
      made?.draw(latest.current.time);
    });
    return () => {
      isGone = true;
      wave.current?.destroy();
      wave.current = null;
    };
  }, [audio]);
  useEffect(() => wave.current?.draw(time), [time]);
  useEffect(() => {
    if (loop?.end) wave.current?.mark(loop.start, loop.end);
    else wave.current?.unmark();
  }, [loop]);

  return (
    <div className="wave" aria-hidden="true">
      <div ref={box} className="absolute inset-0" />
    </div>
  );
}

/** @returns null if the wave cannot be drawn: the player works without it. */
async function drawWave(container: HTMLElement, audio: Audio, player: { current: Player }): Promise<Wave | null> {
  try {
    const [{ default: WaveSurfer }, { default: Regions }] = await Promise.all([
      import('wavesurfer.js'),
      import('wavesurfer.js/plugins/regions'),
    ]);
    const { color, caretColor } = getComputedStyle(container);
    const regions = Regions.create();
    const surfer = WaveSurfer.create({
      container,
      peaks: [(audio.picos ?? []).map((peak) => peak / 100)],
      duration: audio.duracao_s,
      height: WAVE_HEIGHT_PX,
      barWidth: 3,
      barGap: 2,
      barRadius: 3,
      cursorWidth: 0,
      normalize: true,
      waveColor: caretColor,
      progressColor: color,
      plugins: [regions],
    });
    surfer.on('interaction', (seconds) => player.current.seek(seconds));
    regions.on('region-updated', ({ start, end }) => player.current.repeat({ start, end }));
    return {
      draw: (seconds) => surfer.setTime(seconds),
      mark(start, end) {
        regions.clearRegions();
        regions.addRegion({
          start,
          end,
          drag: false,
          resize: true,
          color: 'color-mix(in srgb, currentColor 16%, transparent)',
        });
      },
      unmark: () => regions.clearRegions(),
      destroy: () => surfer.destroy(),
    };
  } catch {
    return null;
  }
}
