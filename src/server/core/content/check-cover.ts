import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import type { Book } from './books.ts';

/** Media types of covers by their ending. */
export const coverTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
};

/** What a drawing may not hold: scripts, pages, and anything from elsewhere. */
const FORBIDDEN =
  /<script|<foreignObject|<!ENTITY|<!DOCTYPE|<iframe|<use\b[^<>]*href\s*=\s*["'](?!#)|\son\w+\s*=|javascript:|@import/i;
const ELSEWHERE = /(?:href|src)\s*=\s*["'](?!#|data:image\/(?:png|jpeg|webp);)|url\(\s*["']?(?!#|["']?data:image\/)/i;

/** The faults of a cover: its bytes decide the media type, and an SVG must not contain anything that runs. */
export async function faultsOfCover({ folder, slug, capa }: Pick<Book, 'folder' | 'slug' | 'capa'>): Promise<string[]> {
  const path = join(folder, capa);
  if (!existsSync(path)) return [];
  const bytes = readFileSync(path);
  const ending = extname(capa);
  if (ending !== '.svg') {
    const found = await fileTypeFromBuffer(bytes);
    return found?.mime === coverTypes[ending]
      ? []
      : [`${slug}/${capa}: O conteúdo não é uma imagem ${ending.slice(1)}`];
  }
  const text = bytes.toString('utf8');
  if (!/^<svg[\s>/]/.test(rootOf(text))) return [`${slug}/${capa}: Isto não é um desenho SVG`];
  return FORBIDDEN.test(text) || ELSEWHERE.test(text)
    ? [`${slug}/${capa}: O desenho tem um programa ou busca algo de fora: salve como SVG simples ou use PNG`]
    : [];
}

/** An SVG from its first element on, without the declaration and comments that XML allows before it. */
function rootOf(text: string): string {
  let rest = text.trimStart();
  if (rest.startsWith('<?xml')) rest = rest.slice(rest.indexOf('>') + 1).trimStart();
  while (rest.startsWith('<!--') && rest.includes('-->')) rest = rest.slice(rest.indexOf('-->') + 3).trimStart();
  return rest;
}
