import { cleanLine } from './clean-text.ts';
import { withoutMarks } from './normal-form.ts';

/** `Ana Maria de Souza` → `Ana`. */
export const firstName = (fullName: string) => fullName.trim().split(/\s+/)[0] ?? '';

/** Letters with a stroke that is no separate accent. */
const STROKES: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd' };
/** Apostrophes as people type them, with a blank after them, and separators of names, addresses and numbers. */
const SIGNS = /['\u2018\u2019\u02bc`\u00b4\u2032]\s*|[./-]/g;

/**
 * The same for every spelling of a name: small letters without accents, apostrophes, dots and hyphens, single blanks.
 * PostgreSQL has a function that does the same (0079).
 */
export const foldText = (text: string): string =>
  withoutMarks(text)
    .toLowerCase()
    .replace(/[łøđ]/g, (letter) => STROKES[letter] ?? letter)
    .replace(SIGNS, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The distinct words of a search, as `foldText` writes them. Both parts of `Ana-Maria` are words. */
export const searchWords = (q: string): string[] => [
  ...new Set(
    foldText(q.replace(/[/-]/g, ' '))
      .split(' ')
      .filter((word) => word !== ''),
  ),
];

/** First and last initial, for an avatar. */
export function initials(fullName: string): string {
  const names = fullName.trim().split(/\s+/);
  const letters = [names[0], names.length > 1 ? names.at(-1) : undefined].map((name) => [...(name ?? '')][0] ?? '');
  return letters.join('').toUpperCase();
}

/** `Ana Maria de Souza` → `Ana M. d. S.` for readers who may not know the whole name. */
export function maskName(fullName: string): string {
  const [first = '', ...others] = fullName.trim().split(/\s+/);
  return [first, ...others.map((name) => `${[...name][0] ?? ''}.`)].join(' ');
}

/** `Ana Maria de Souza` → `Ana S.`, for documents that anybody may check. */
export function shortName(fullName: string): string {
  const names = fullName.trim().split(/\s+/);
  const last = names.length > 1 ? [...(names.at(-1) ?? '')][0] : undefined;
  return last ? `${names[0]} ${last.toUpperCase()}.` : (names[0] ?? '');
}

/** `ana.souza@exemplo.com` → `an***@exemplo.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${email.slice(0, Math.min(2, at - 1) || 1)}***${email.slice(at)}`;
}

/** Cuts to at most that many UTF-16 units, never inside a letter; an ellipsis marks the cut. */
export function clip(text: string, longest: number): string {
  if (text.length <= longest) return text;
  let shortened = '';
  for (const { segment } of new Intl.Segmenter('pt-BR').segment(text)) {
    if (shortened.length + segment.length > longest - 1) break;
    shortened += segment;
  }
  return `${shortened.trimEnd()}…`;
}

/** Words in a row: `ana`, `ana e bia`, `ana, bia e caio`; with another last word `ana, bia ou caio`. */
export const listInWords = (words: readonly string[], last = 'e'): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;

/** The key by which typed names are compared: cleaned, and without case. */
export const nameKey = (name: string): string => cleanLine(name).toLocaleLowerCase('pt-BR');
