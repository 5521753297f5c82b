import { $heard } from '#lib/stores/practice.ts';

/** A track that was heard to its end gets its mark at once. */
export function markHeard(): void {
  $heard.listen((heard) => {
    for (const chip of document.querySelectorAll<HTMLElement>('[data-track]')) {
      if (!heard.has(Number(chip.dataset.track))) continue;
      const [mark, number] = chip.children as unknown as HTMLElement[];
      if (mark) mark.hidden = false;
      if (number) number.hidden = true;
    }
  });
}
