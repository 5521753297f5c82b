import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { filesBelow, isSource } from '../../architecture/sources.ts';

/** User texts have one word for each thing: on pages, in mails, notices, push texts and files. */
const words: { banned: RegExp; say: string; unless?: Record<string, string> }[] = [
  {
    banned: /\bcampanhas?\b/i,
    say: 'Evento, for what a school arranges; Bônus, for points that it gives',
    unless: {
      'src/islands/leads/ContactRecord.tsx': 'an advertisement that a visitor came by',
      'src/server/school/leads/list-leads.ts': 'an advertisement that a visitor came by',
    },
  },
  { banned: /\bresgat(e|es|ar|ou|ad[oa]s?|ando)\b/i, say: 'troca, trocar' },
  { banned: /\b(recados?|comunicados?)\b/i, say: 'mensagem, for staff who write it; aviso, for students who read it' },
  { banned: /^Registros?$|\bno registro\b/, say: 'histórico' },
  {
    banned: /\btransaç(ão|ões)\b/i,
    say: 'pagamento, lançamento',
    unless: { 'src/server/money/documents/receipt.ts': 'the number by which the bank knows it' },
  },
  { banned: /\bbilhetes?\b/i, say: 'ingresso' },
  { banned: /\bdispositivos?\b/i, say: 'aparelho' },
  { banned: /\bcrianças?\b/i, say: 'filho, aluno: a student of 15 is no child' },
  { banned: /\bnotificaç(ão|ões) não lidas?\b/i, say: 'aviso: a notificação is only what a device shows' },
];

/** A text has a capital letter or a space, unlike names in the code. */
const isRead = (text: string) => /^\s*[A-ZÀ-Ú]/.test(text) || /\S\s\S/.test(text.trim());

function ofCode(text: string, isMarkup: boolean): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isJsxText(node)) found.push(node.text);
    if (ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  const kind = isMarkup ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  visit(ts.createSourceFile('source', text, ts.ScriptTarget.Latest, false, kind));
  return found;
}

/** The HTML of a component: what stands between tags, in attributes and in quotes. */
function ofMarkup(text: string): string[] {
  const html = text.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replace(/\b(class|href|id|name|src)="[^"]*"/g, '');
  return [/>([^<>{}]+)</g, /="([^"]*)"/g, /'([^'\n]*)'/g, /`([^`]*)`/g, /^([^<>{}=]+)$/gm].flatMap((pattern) =>
    [...html.matchAll(pattern)].map(([, found = '']) => found),
  );
}

function textsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  if (!file.endsWith('.astro')) return ofCode(source, file.endsWith('.tsx'));
  const [, head = '', body = source] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  return [...ofCode(head, false), ...ofMarkup(body)];
}

const texts = filesBelow('src')
  .filter((file) => isSource(file))
  .map((file) => ({ file, read: textsOf(file).filter(isRead) }));

describe('one word for each thing', () => {
  it('texts are found on pages, in islands, in mails and in words', () => {
    const where = (part: RegExp) => texts.filter(({ file, read }) => part.test(file) && read.length > 0).length;
    for (const part of [/^src\/pages\//, /^src\/components\//, /^src\/islands\//, /mail/, /^src\/lib\/words\//]) {
      expect(where(part), String(part)).toBeGreaterThan(3);
    }
  });

  it.each(words)('no text uses $banned: $say', ({ banned, unless = {} }) => {
    const found = texts.flatMap(({ file, read }) =>
      read.filter((text) => banned.test(text)).map((text) => ({ file, text })),
    );
    expect(found.filter(({ file }) => !(file in unless))).toEqual([]);
    expect(
      Object.keys(unless).filter((file) => !found.some((each) => each.file === file)),
      'stale exemptions',
    ).toEqual([]);
  });
});
