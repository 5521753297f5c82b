import ts from 'typescript';
import { parse } from './measures.ts';
import { resolveImport } from './sources.ts';

/** A declaration of a module. */
export interface Place {
  file: string;
  name: string;
}

interface Module {
  /** Declarations at the top level of the file, by name. */
  own: Map<string, ts.Node>;
  /** Imports by their local name; `*` is the whole module. */
  taken: Map<string, Place>;
}

const modules = new Map<string, Module>();

function moduleOf(file: string): Module {
  const known = modules.get(file);
  if (known) return known;
  const made: Module = { own: new Map(), taken: new Map() };
  modules.set(file, made);
  for (const statement of parse(file).statements) {
    if (ts.isImportDeclaration(statement)) addImports(made, file, statement);
    else if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (ts.isIdentifier(name) && initializer) made.own.set(name.text, initializer);
      }
    } else if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name) {
      made.own.set(statement.name.text, statement);
    }
  }
  return made;
}

function addImports({ taken }: Module, file: string, { importClause, moduleSpecifier }: ts.ImportDeclaration): void {
  const target = resolveImport(file, (moduleSpecifier as ts.StringLiteral).text);
  if (!importClause?.namedBindings || importClause.isTypeOnly || target.isPackage) return;
  const names = importClause.namedBindings;
  if (ts.isNamespaceImport(names)) taken.set(names.name.text, { file: target.to, name: '*' });
  else {
    for (const { name, propertyName } of names.elements) {
      taken.set(name.text, { file: target.to, name: (propertyName ?? name).text });
    }
  }
}

const named = new Map<ts.Node, Place[]>();

/** The declarations that a piece of code names directly, of its file and of others. */
function namedIn(file: string, node: ts.Node): Place[] {
  const known = named.get(node);
  if (known) return known;
  const { own, taken } = moduleOf(file);
  const found: Place[] = [];
  const visit = (each: ts.Node): void => {
    if (ts.isTypeNode(each)) return;
    if (ts.isPropertyAccessExpression(each)) {
      const whole = ts.isIdentifier(each.expression) ? taken.get(each.expression.text) : undefined;
      if (whole?.name === '*') found.push({ file: whole.file, name: each.name.text });
      else visit(each.expression);
      return;
    }
    if (ts.isPropertyAssignment(each)) {
      visit(each.initializer);
      return;
    }
    if (ts.isIdentifier(each)) {
      const place = taken.get(each.text) ?? (own.has(each.text) ? { file, name: each.text } : undefined);
      if (place) found.push(place);
    }
    ts.forEachChild(each, visit);
  };
  visit(node);
  named.set(node, found);
  return found;
}

/** Whether a piece of code reaches one of these declarations, through any number of functions. */
export function leadsTo(file: string, node: ts.Node, goals: readonly Place[], seen = new Set<string>()): boolean {
  return namedIn(file, node).some((place) => {
    if (goals.some((goal) => goal.file === place.file && goal.name === place.name)) return true;
    const key = `${place.file} ${place.name}`;
    if (seen.has(key)) return false;
    seen.add(key);
    const next = place.file.endsWith('.ts') ? moduleOf(place.file).own.get(place.name) : undefined;
    return next !== undefined && leadsTo(place.file, next, goals, seen);
  });
}

/** The operations in the tables of a file, by their name. */
export function operationsIn(file: string): Map<string, ts.Node> {
  const operations = new Map<string, ts.Node>();
  for (const [name, node] of moduleOf(file).own) {
    if (!/Operations$/.test(name) || !ts.isObjectLiteralExpression(node)) continue;
    for (const property of node.properties) {
      if (ts.isPropertyAssignment(property)) operations.set(property.name.getText(), property.initializer);
      if (ts.isShorthandPropertyAssignment(property)) operations.set(property.name.text, property.name);
    }
  }
  return operations;
}
