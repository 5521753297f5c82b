import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** A function with its length, the braces included. */
export interface Measured {
  name: string;
  lines: number;
}

/** The TypeScript of a file: all of it, or the frontmatter of an `.astro` file. */
function codeOf(file: string, text = readFileSync(file, 'utf8')): string {
  return file.endsWith('.astro') ? (/^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? '') : text;
}

export const linesOfFile = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n').length;

/** The lines of a text that are neither blank nor part of a comment. A comment behind code on its line stays. */
export function codeLines(text: string): string[] {
  let end = '';
  return text.split('\n').filter((line) => {
    const trimmed = line.trim();
    const opened = end === '' ? (/^(\/\*|\{\/\*|<!--)/.exec(trimmed)?.[0] ?? '') : '';
    if (opened) end = opened === '<!--' ? '-->' : '*/';
    if (end === '') return trimmed !== '' && !trimmed.startsWith('//');
    const at = trimmed.indexOf(end, opened.length);
    if (at < 0) return false;
    const rest = trimmed
      .slice(at + end.length)
      .replace(/^\}/, '')
      .trim();
    end = '';
    return rest !== '';
  });
}

export function parse(file: string): ts.SourceFile {
  const name = file.endsWith('.astro') ? `${file}.ts` : file;
  return ts.createSourceFile(name, codeOf(file), ts.ScriptTarget.Latest, true);
}

/** Every function of a file, nested ones included; an outer function counts the lines of its inner ones. */
export function functionsOf(source: ts.SourceFile): Measured[] {
  const found: Measured[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      found.push({ name: nameOf(node), lines: linesOf(source, node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The code of each operation in a table, or the whole entry when it names a function. */
export function runsOf(source: ts.SourceFile): Measured[] {
  const found: Measured[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && /Operations$/.test(node.name.getText()) && node.initializer) {
      const table = ts.isObjectLiteralExpression(node.initializer) ? node.initializer.properties : [];
      for (const property of table) {
        if (ts.isSpreadAssignment(property)) continue;
        found.push({ name: property.name.getText(), lines: linesOf(source, runOf(property) ?? property) });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function runOf(property: ts.Node): ts.Node | undefined {
  let run: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'run') run ??= node;
    else ts.forEachChild(node, visit);
  };
  visit(property);
  return run;
}

function linesOf(source: ts.SourceFile, node: ts.Node): number {
  const line = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  return line(node.getEnd()) - line(node.getStart(source)) + 1;
}

function nameOf(node: ts.Node): string {
  if ('name' in node && node.name) return (node.name as ts.Node).getText();
  const { parent } = node;
  return 'name' in parent && parent.name ? (parent.name as ts.Node).getText() : '(unnamed)';
}
