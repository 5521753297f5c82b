import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** A regular expression of the source. */
export interface Expression {
  /** File and line. */
  place: string;
  source: string;
  flags: string;
}

/** All regular expressions of a file: literals, and those made from a text (`new RegExp`). */
export function expressionsIn(file: string, text = readFileSync(file, 'utf8')): Expression[] {
  return partsOf(file, text).flatMap(({ code, line, kind }) => {
    const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kind);
    const found: Expression[] = [];
    const note = (node: ts.Node, made: Omit<Expression, 'place'>) => {
      const at = source.getLineAndCharacterOfPosition(node.getStart(source)).line + line;
      found.push({ place: `${file}:${at}`, ...made });
    };
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        note(node, { source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
      } else if (isMade(node)) {
        const [pattern, flags] = node.arguments ?? [];
        if (pattern) note(node, { source: textOf(pattern, source), flags: flags ? textOf(flags, source) : '' });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

const isMade = (node: ts.Node): node is ts.NewExpression | ts.CallExpression =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';

/** The code of a file with its first line; for an `.astro` file its frontmatter and its HTML. */
function partsOf(file: string, text: string) {
  const { TS, TSX } = ts.ScriptKind;
  if (!file.endsWith('.astro')) return [{ code: text, line: 1, kind: file.endsWith('.tsx') ? TSX : TS }];
  const [all = '', head = ''] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/.exec(text) ?? [];
  const below = { code: `<>${text.slice(all.length)}</>`, line: all.split('\n').length, kind: TSX };
  return [{ code: head, line: 2, kind: TS }, below];
}

/** The value of a text with constants of the same file filled in; a digit replaces an unknown part. */
function textOf(node: ts.Node, source: ts.SourceFile): string {
  if (ts.isStringLiteralLike(node)) return isRaw(node) ? node.getText().slice(1, -1) : node.text;
  if (ts.isTaggedTemplateExpression(node)) return textOf(node.template, source);
  if (ts.isTemplateExpression(node)) {
    const written = (part: ts.TemplateLiteralLikeNode) => (isRaw(node) ? (part.rawText ?? part.text) : part.text);
    const spans = node.templateSpans.map((span) => textOf(span.expression, source) + written(span.literal));
    return written(node.head) + spans.join('');
  }
  const known = ts.isIdentifier(node) ? initialOf(node.text, source) : undefined;
  return known ? textOf(known, source) : '9';
}

const isRaw = (node: ts.Node) => ts.isTaggedTemplateExpression(node.parent);

function initialOf(name: string, source: ts.SourceFile): ts.Expression | undefined {
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const found = statement.declarationList.declarations.find((each) => each.name.getText() === name);
    if (found) return found.initializer;
  }
  return undefined;
}
