import ts from 'typescript';

const FROM_STORES = /(^#lib|\/lib)\/stores\//;
const isComponent = (name: string | undefined): boolean => /^([A-Z]|use[A-Z])/.test(name ?? '');

/**
 * Calls of store functions during the rendering of a component. The server renders too, and its stores are shared by all
 * requests: a store is set in effects and handlers alone.
 */
export function callsWhileDrawn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const ofStores = new Set<string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !FROM_STORES.test((statement.moduleSpecifier as ts.StringLiteral).text))
      continue;
    const names = statement.importClause?.namedBindings;
    if (names && ts.isNamedImports(names)) for (const { name } of names.elements) ofStores.add(name.text);
  }
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node)) {
      const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.expression : node.expression;
      const isSet = !ts.isPropertyAccessExpression(node.expression) || node.expression.name.text !== 'get';
      if (ts.isIdentifier(called) && ofStores.has(called.text) && isSet && isComponent(drawnBy(node))) {
        found.push(`${file}: ${called.text}`);
      }
    }
    node.forEachChild(visit);
  };
  visit(source);
  return [...new Set(found)];
}

/** The name of the function that a node runs in. */
function drawnBy(node: ts.Node): string | undefined {
  for (let each = node.parent; each; each = each.parent) {
    if (ts.isFunctionDeclaration(each)) return each.name?.text;
    if (ts.isArrowFunction(each) || ts.isFunctionExpression(each)) {
      return ts.isVariableDeclaration(each.parent) && ts.isIdentifier(each.parent.name)
        ? each.parent.name.text
        : undefined;
    }
  }
  return undefined;
}
