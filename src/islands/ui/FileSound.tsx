interface FileSoundProps {
  src: string;
  /** What is heard. */
  label: string;
}

/** A recording that a person made, played where it stands. */
export function FileSound({ src, label }: FileSoundProps) {
  // biome-ignore lint/a11y/useMediaCaption: a person's own words, which nobody wrote down
  return <audio controls preload="metadata" src={src} className="w-full" aria-label={label} />;
}
