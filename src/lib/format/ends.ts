/** A text without these signs at its end. The regular expression `/x+$/` would take quadratic time. */
export function withoutEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text[end - 1] as string)) end -= 1;
  return text.slice(0, end);
}

/** A text without these signs at both ends. */
export function withoutEnds(text: string, signs: string): string {
  let start = 0;
  while (start < text.length && signs.includes(text[start] as string)) start += 1;
  return withoutEnd(text.slice(start), signs);
}
