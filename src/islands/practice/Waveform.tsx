import { useEffect, useRef, useState } from 'react';
import type { Audio } from '#lib/contract/practice.schema.ts';
import { WAVE_HEIGHT_PX } from '#lib/rules/practice/wave.ts';
import type { Player } from './use-player.ts';

interface Wave {
  draw(time: number): void;
  mark(start: number, end: number): void;
  unmark(): void;
  destroy(): void;
}

const BAR_PX = 3;
const STEP_PX = 5;

/**
 * The track as a waveform: a press seeks, and handles change the repeated part. It is optional, because buttons and keys
 * do the same. A static drawing is shown until the library has rendered its own.
 */
export function Waveform({ audio, player }: { audio: Audio; player: Player }) {
  const box = useRef<HTMLDivElement>(null);
  const [wave, setWave] = useState<Wave | null>(null);
  const latest = useRef(player);
  latest.current = player;
  const { loop, time } = player;

  useEffect(() => {
    if (!box.current) return;
    let isGone = false;
    let drawn: Wave | null = null;
    void drawWave(box.current, audio, latest).then((made) => {
      if (isGone) return made?.destroy();
      drawn = made;
      setWave(made);
    });
    return () => {
      isGone = true;
      drawn?.destroy();
      setWave(null);
    };
  }, [audio]);
  useEffect(() => wave?.draw(time), [wave, time]);
  useEffect(() => {
    if (loop?.end) wave?.mark(loop.start, loop.end);
    else wave?.unmark();
  }, [wave, loop]);

  return (
    <div className="relative h-18 text-(--color-primary) caret-outline" aria-hidden="true">
      {!wave && <Still peaks={audio.picos ?? []} />}
      <div ref={box} className="absolute inset-0" />
    </div>
  );
}

/** Louder parts are longer bars. */
function Still({ peaks }: { peaks: readonly number[] }) {
  const max = Math.max(1, ...peaks);
  const bars = peaks.map((peak, index) => {
    const height = Math.max(BAR_PX, (peak / max) * WAVE_HEIGHT_PX);
    return `M${index * STEP_PX + BAR_PX / 2} ${(WAVE_HEIGHT_PX - height) / 2}v${height}`;
  });
  return (
    <svg
      className="absolute inset-0 size-full"
      viewBox={`0 0 ${Math.max(1, peaks.length) * STEP_PX} ${WAVE_HEIGHT_PX}`}
      preserveAspectRatio="none"
      stroke="var(--color-outline)"
      strokeWidth={BAR_PX}
      aria-hidden="true"
    >
      <path d={bars.join('')} />
    </svg>
  );
}

/** @returns null if the waveform cannot be drawn: the player works without it */
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
