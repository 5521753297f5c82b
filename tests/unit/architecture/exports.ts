import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { parse } from './measures.ts';
import { namesTakenBy } from './sources.ts';

/**
 * Unused exports. An export that only tests import counts as used when its own file uses it too, and so does a type, which
 * occurs in a signature.
 *
 * @returns `file: name`
 */
export function unusedExports(files: readonly string[], readers: readonly string[]): string[] {
  const taken = takenBy(readers.filter((file) => !file.startsWith('tests/')));
  const tested = takenBy(readers.filter((file) => file.startsWith('tests/')));
  return files.flatMap((file) => {
    const source = parse(file);
    const isNeeded = ({ name, isType }: Exported) =>
      holds(taken, file, name) || ((isType || holds(tested, file, name)) && usesOf(source, name) > 1);
    return exportsOf(source)
      .filter((each) => !isNeeded(each))
      .map(({ name }) => `${file}: ${name}`);
  });
}

type Names = Map<string, Set<string>>;

function takenBy(readers: readonly string[]): Names {
  const names: Names = new Map();
  for (const { to, name } of readers.flatMap((file) => namesTakenBy(file))) {
    names.set(to, (names.get(to) ?? new Set()).add(name));
  }
  return names;
}

const holds = (names: Names, file: string, name: string) =>
  names.get(file)?.has('*') === true || names.get(file)?.has(name) === true;

interface Exported {
  name: string;
  isType: boolean;
}

function exportsOf(source: ts.SourceFile): Exported[] {
  return source.statements.flatMap((statement): Exported[] => {
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
    if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.flatMap(({ name }) => namesOf(name));
    }
    const { name } = statement as ts.DeclarationStatement;
    return name ? [{ name: name.text, isType }] : [];
  });
}

function namesOf(name: ts.BindingName): Exported[] {
  if (ts.isIdentifier(name)) return [{ name: name.text, isType: false }];
  return name.elements.flatMap((each) => (ts.isBindingElement(each) ? namesOf(each.name) : []));
}

/** How often a file names something, its declaration included. Comments do not count. */
function usesOf(source: ts.SourceFile, name: string): number {
  let uses = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === name) uses += 1;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return uses;
}

/**
 * Entries of an object such as `clubMessages` that no file of the program uses. An object that is accessed by a key,
 * `messages[key]`, counts as completely used.
 *
 * @returns `file: object.word`
 */
export function unsaidWords(files: readonly string[], readers: readonly string[]): string[] {
  const said = readers.map((file) => readFileSync(file, 'utf8')).join('\n');
  const uses = new Set([...said.matchAll(/\b(\w+(?:Messages|Words)(?:\[|\??\.\w+))/g)].map(([, use = '']) => use));
  return files.flatMap((file) =>
    wordsOf(parse(file)).flatMap(({ object, word }) => {
      const isSaid = [`${object}[`, `${object}.${word}`, `${object}?.${word}`].some((use) => uses.has(use));
      return isSaid ? [] : [`${file}: ${object}.${word}`];
    }),
  );
}

function wordsOf(source: ts.SourceFile): { object: string; word: string }[] {
  return source.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) =>
    declarationList.declarations.flatMap(({ name, initializer }) => {
      const value = initializer && ts.isAsExpression(initializer) ? initializer.expression : initializer;
      const object = name.getText(source);
      if (!value || !ts.isObjectLiteralExpression(value) || !/(Messages|^formWords)$/.test(object)) return [];
      return value.properties.map((property) => ({ object, word: property.name?.getText(source) ?? '' }));
    }),
  );
}
