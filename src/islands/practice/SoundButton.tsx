import { useEffect, useRef } from 'react';
import VolumeUp from '~icons/material-symbols/volume-up-rounded';

interface SoundButtonProps {
  url: string;
  label: string;
  /** Plays automatically when it appears, if the browser allows it. */
  isEager?: boolean;
}

/** Plays the sound of a word or sentence. */
export function SoundButton({ url, label, isEager = false }: SoundButtonProps) {
  const sound = useRef<HTMLAudioElement>(null);
  const play = () => {
    const { current } = sound;
    if (!current) return;
    current.currentTime = 0;
    // A browser that requires a user action refuses; the button remains for that.
    void current.play().catch(() => undefined);
  };
  useEffect(() => {
    if (isEager) void sound.current?.play().catch(() => undefined);
  }, [isEager]);
  return (
    <>
      <button type="button" className="btn btn-soft-brand btn-circle" aria-label={label} onClick={play}>
        <VolumeUp className="size-6" aria-hidden="true" />
      </button>
      {/* biome-ignore lint/a11y/useMediaCaption: the text is beside the button, or is the answer */}
      <audio ref={sound} src={url} preload="auto" />
    </>
  );
}
