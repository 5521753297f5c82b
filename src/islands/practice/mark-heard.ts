import { $heard } from '#lib/stores/practice.ts';

/** Marks a track that was heard to its end at once, and removes the mark if the server did not store it. */
export function markHeard(): void {
  $heard.listen((heard, before) => {
    for (const chip of document.querySelectorAll<HTMLElement>('[data-track]')) {
      const track = Number(chip.dataset.track);
      const isHeard = heard.has(track);
      if (isHeard === (before?.has(track) ?? false)) continue;
      const [mark, number] = chip.children as unknown as HTMLElement[];
      if (mark) mark.hidden = !isHeard;
      if (number) number.hidden = isHeard;
    }
  });
}
