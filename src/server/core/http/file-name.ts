import { cleanLine } from '#lib/format/clean-text.ts';
import { withoutEnd, withoutEnds } from '#lib/format/ends.ts';
import { normalForm } from '#lib/format/normal-form.ts';

const MAX_LENGTH = 120;
const MAX_READ = 1_000;
const NAMELESS = 'arquivo';
/**
 * Control characters, characters that change the direction of a text, and those that some systems take for a path or a
 * device.
 */
const BAD = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}/\\:*?"<>|]/gu;

/**
 * A file name as the sender's device gives it, cleaned for display and storage: without folders and invisible characters, and
 * short. Every multipart request passes here. Never used as a path.
 */
export function cleanSentName(name: string): string {
  // Of an extremely long name only the last part is read: it has the extension.
  const last = name.slice(-MAX_READ).split(/[/\\]/).at(-1) ?? '';
  const clean = withoutEnd(cleanLine(last.replace(BAD, '')), '. ');
  const [ending = ''] = /\.[^.]{1,10}$/.exec(clean) ?? [];
  const stem = withoutEnds(clean.slice(0, clean.length - ending.length), '. ');
  return ([...stem].slice(0, MAX_LENGTH - ending.length).join('') || NAMELESS) + ending;
}

/**
 * The same name with the ending of the file's real type.
 *
 * @param ending without its dot, such as `pdf`
 */
export function cleanFileName(name: string, ending: string): string {
  const stem = cleanSentName(name).replace(/\.[^.]{0,10}$/, '');
  const room = MAX_LENGTH - ending.length - 1;
  return `${[...stem].slice(0, room).join('').trim() || NAMELESS}.${ending}`;
}

/** The header that saves a download under its name (RFC 6266, RFC 8187). */
export const attachment = (name: string): string => disposition('attachment', name);
/** The header that shows a file in its place, and saves it under its name. */
export const inline = (name: string): string => disposition('inline', name);

function disposition(kind: 'attachment' | 'inline', name: string): string {
  const plain = normalForm(name, 'NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
