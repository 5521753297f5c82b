import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { findHowTos, firstPage, type HelpUser, helpLink, howTosFor, toursFor } from '../../../src/lib/help.ts';
import { RIGHTS, type Right } from '../../../src/lib/rules/people/rights.ts';
import { routeTable } from '../../../src/lib/rules/routes/route-table.ts';
import { type HowTo, howTos, partsOfStep } from '../../../src/lib/words/help.ts';

const nobody: HelpUser = {
  ...{ isManager: false, isTeacher: false, isStaff: false, hasChildren: false, isConnected: false },
  rights: new Set(),
};
const staff = (...rights: Right[]): HelpUser => ({
  ...nobody,
  isManager: true,
  isStaff: true,
  rights: new Set(rights),
});
const manager = staff(...RIGHTS);
const teacher: HelpUser = { ...nobody, isTeacher: true, isStaff: true };
const slugsOf = (all: readonly HowTo[]) => all.map(({ slug }) => slug);
const of = (reader: HowTo['reader']) => slugsOf(howTos.filter((howTo) => howTo.reader === reader));

const kinds: Record<HowTo['reader'], string> = { staff: 'manager', teacher: 'teacher', family: 'private' };
/** Pages by the patterns of their routes; the last part of some may be missing. */
const pageFiles = new Map(
  globSync('src/pages/**/*.astro').flatMap((file) => {
    const path = file.replace(/^src\/pages|(\/index)?\.astro$/g, '');
    const patterns = [path.replace(/\/\[\.{3}\w+\]$/, ''), path.replace(/\[(?:\.{3})?(\w+)\]/g, '{$1}')];
    return patterns.map((pattern): [string, string] => [pattern.replace(/\[(\w+)\]/g, '{$1}'), file]);
  }),
);
/** Files that do not count as a page’s own text: the server, other pages, and texts about pages. */
const isOfOthers = (file: string) =>
  /^src\/(server|pages)\//.test(file) ||
  /^src\/lib\/(help|words\/(help|tour)|rules\/routes\/route-table)\.ts$/.test(file);
const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import) ?\(?'(#|\.\.?\/)([^']+)'/g)]
    .map(([, base = '', path = '']) => (base === '#' ? join('src', path) : join(dirname(file), base, path)))
    .filter((path) => /\.(tsx?|astro)$/.test(path) && existsSync(path) && !isOfOthers(path));
/** The texts of pages and of their imports, with single blanks and without <noscript>. */
function textsOf(pages: readonly string[]): string {
  const files = new Set(pages);
  for (const file of files) for (const path of importsOf(file)) files.add(path);
  const texts = [...files].map((file) => readFileSync(file, 'utf8').replace(/<noscript>.*?<\/noscript>/gs, ''));
  return texts.join('\n').replace(/\s+/g, ' ');
}
/** Further pages that the steps of a how-to lead to. */
const next: Readonly<Record<string, readonly string[]>> = {
  'contato-ate-a-matricula': ['manager-student-new'],
  'pagamento-no-balcao': ['manager-person'],
  'avisar-uma-falta': ['pedagogico-list'],
};
/** The texts of the pages of a how-to, including those that its steps lead to. */
function shownBy({ slug, pages }: HowTo): string {
  const names: readonly string[] = [...pages, ...(next[slug] ?? [])];
  const routes = routeTable.filter(({ name }) => names.includes(name));
  return textsOf(routes.map(({ pattern }) => pageFiles.get(pattern) ?? `${pattern} has no page`));
}
function isShown(name: string, source: string): boolean {
  for (let at = source.indexOf(name); at >= 0; at = source.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (/['"`>] ?$/.test(source.slice(at - 2, at)) && /^(['"`<,]| <| \$?\{|: \$\{)/.test(source.slice(end, end + 4)))
      return true;
  }
  return false;
}

describe('the how-tos', () => {
  test.each(howTos.map((howTo) => [howTo.slug, howTo as HowTo] as const))(
    '%s has pages of its readers and names only what they show',
    (_slug, howTo) => {
      const pages = howTo.pages.map((name) => routeTable.find((route) => route.name === name));
      expect(pages.map((page) => page?.kind)).toEqual(pages.map(() => kinds[howTo.reader]));
      expect(howTo.steps.length).toBeGreaterThanOrEqual(3);
      expect(howTo.steps.length).toBeLessThanOrEqual(6);
      const names = howTo.steps.flatMap(partsOfStep).filter(({ isName }) => isName);
      expect(names.length).toBeGreaterThan(0);
      const source = shownBy(howTo);
      expect(names.map(({ text }) => text).filter((name) => !isShown(name, source))).toEqual([]);
    },
  );

  it('each how-to has a unique slug and title', () => {
    expect(new Set(slugsOf(howTos)).size).toBe(howTos.length);
    expect(new Set(howTos.map(({ title }) => title)).size).toBe(howTos.length);
  });

  it('the check finds a name that the pages do not show', () => {
    const source = shownBy(howTos[0]);
    expect(isShown('Novo contato', source)).toBe(true);
    expect(isShown('Novo dragão', source)).toBe(false);
    expect(isShown('Nova turma', source)).toBe(false);
    expect(isShown('Gerar código Pix', textsOf(['src/components/finance/Payment.astro']))).toBe(false);
  });

  it('each how-to has one picture, no picture is unused, and all together are below 1 MB', () => {
    const files = globSync('src/assets/help/*');
    expect(files.map((file) => basename(file)).toSorted()).toEqual(howTos.map(({ slug }) => `${slug}.webp`).toSorted());
    expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(1_000_000);
  });
});

describe('which how-tos a user sees', () => {
  it('managers see those of the panel, teachers those of teachers, students those of students', () => {
    expect(slugsOf(howTosFor(manager))).toEqual(of('staff'));
    expect(slugsOf(howTosFor(teacher))).toEqual(of('teacher'));
    expect(slugsOf(howTosFor(nobody))).toEqual(of('family'));
    expect(slugsOf(howTosFor({ ...teacher, hasChildren: true }))).toEqual([...of('teacher'), ...of('family')]);
  });

  it('staff see the how-tos that their rights allow', () => {
    expect(slugsOf(howTosFor(staff('pedidos')))).toEqual([]);
    expect(slugsOf(howTosFor(staff('contatos')))).toEqual(['contato-ate-a-matricula']);
    expect(slugsOf(howTosFor(staff('clube')))).toEqual(['entregar-recompensa', 'importar-planilha']);
  });

  it('a how-to needs all rights of its steps', () => {
    const slug = 'por-aluno-em-turma';
    expect(slugsOf(howTosFor(staff('alunos')))).not.toContain(slug);
    expect(slugsOf(howTosFor(staff('alunos', 'turmas')))).toContain(slug);
  });

  it('connected mode has no how-tos', () => {
    expect(howTosFor({ ...manager, isConnected: true })).toEqual([]);
  });

  it('a how-to begins on a page that the user may open', () => {
    const sheets = howTos.find(({ slug }) => slug === 'importar-planilha') as HowTo;
    expect(firstPage(sheets, manager)?.href).toBe('/manager-panel/profile/planilhas');
    expect(firstPage(sheets, staff('clube'))?.href).toBe('/manager-panel/club/planilhas');
    const absence = howTos.find(({ slug }) => slug === 'avisar-uma-falta') as HowTo;
    expect(firstPage(absence, nobody)).toBeNull();
    expect(firstPage(absence, { ...nobody, hasChildren: true })?.href).toBe('/me/familia');
  });
});

it.each([
  ['a manager who teaches', { ...manager, isTeacher: true }, ['Painel', 'Minhas aulas', 'Início', 'Estudar']],
  ['a teacher', teacher, ['Minhas aulas', 'Início', 'Estudar']],
  ['a manager where the franchise’s hosts keep the school', { ...manager, isConnected: true }, ['Início', 'Estudar']],
  ['a student', nobody, ['Início', 'Estudar']],
])('%s can restart all tours of their pages', (_who, user, titles) => {
  expect(toursFor(user).map(({ title }) => title)).toEqual(titles);
});

describe('the way to a how-to', () => {
  it.each([
    ['/manager-panel/contatos', manager, '/ajuda/contato-ate-a-matricula'],
    ['/manager-panel/contatos/3', manager, '/ajuda/contato-ate-a-matricula'],
    ['/manager-panel/contatos', staff('pedidos'), undefined],
    ['/manager-panel/financeiro/caixa', manager, '/ajuda/caixa-do-dia'],
    ['/professor', teacher, '/ajuda/fazer-a-chamada'],
    ['/financial', nobody, '/ajuda/pagar-com-um-pix'],
    ['/financial', null, undefined],
    ['/nowhere', manager, undefined],
  ])('%s links to its own how-to', (path, user, href) => {
    expect(helpLink(path, user)?.href).toBe(href);
  });

  it.each([
    ['balcao', 'pagamento-no-balcao'],
    ['PAGAMENTO regist', 'pagamento-no-balcao'],
    ['csv', 'importar-planilha'],
    ['substituto', 'professor-substituto'],
    ['permissao', 'convidar-equipe'],
    ['tirar o substituto', 'professor-substituto'],
  ])('“%s” finds the right how-to first', (q, slug) => {
    expect(findHowTos(manager, q)[0]?.slug).toBe(slug);
  });

  it('two letters search only the beginnings of words in titles', () => {
    expect(findHowTos(manager, 'qu')).toEqual([]);
    expect(findHowTos(manager, 'que').length).toBeGreaterThan(0);
  });

  it('the search finds only permitted how-tos, and none without a word', () => {
    expect(findHowTos(staff('contatos'), 'balcao')).toEqual([]);
    expect(findHowTos(manager, ' ')).toEqual([]);
  });
});
