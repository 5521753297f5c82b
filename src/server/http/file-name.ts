import { cleanLine } from '#lib/format/clean-text.ts';

const MAX_LENGTH = 120;
/**
 * Control characters, characters that change the direction of a text, and those that some systems take for a path or a
 * device.
 */
const BAD = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}/\\:*?"<>|]/gu;

/**
 * A safe name to show a file and to save it, with the ending of its real type. Never used as a path.
 *
 * @param name as the sender's device gives it. @param ending without its dot, such as `pdf`
 */
export function cleanFileName(name: string, ending: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const stem = cleanLine(last.replace(BAD, ''))
    .replace(/\.[^.]{0,10}$/, '')
    .replace(/^[. ]+|[. ]+$/g, '');
  const room = MAX_LENGTH - ending.length - 1;
  return `${[...stem].slice(0, room).join('').trim() || 'arquivo'}.${ending}`;
}

/** The header that saves a download under its name (RFC 6266, RFC 8187). */
export const attachment = (name: string): string => disposition('attachment', name);
/** The header that shows a file in its place, and saves it under its name. */
export const inline = (name: string): string => disposition('inline', name);

function disposition(way: 'attachment' | 'inline', name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${way}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
