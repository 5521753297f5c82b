interface FileSoundProps {
  src: string;
  /** The label of the recording. */
  label: string;
}

/** A person’s recording with a player. */
export function FileSound({ src, label }: FileSoundProps) {
  // biome-ignore lint/a11y/useMediaCaption: a person’s recording has no transcript
  return <audio controls preload="metadata" src={src} className="w-full" aria-label={label} />;
}
