import { globSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { findHowTos, firstPage, type HelpUser, helpLink, howTosFor } from '../../../src/lib/help.ts';
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
/** The texts of the portal, blanks as one, without those of help. */
const source = globSync('src/**/*.{ts,tsx,astro}', { exclude: ['src/lib/words/{help,tour}.ts'] })
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
  .replace(/\s+/g, ' ');
function isShown(name: string): boolean {
  for (let at = source.indexOf(name); at >= 0; at = source.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (/['"`>] ?$/.test(source.slice(at - 2, at)) && /^(['"`<,]| <| \$?\{)/.test(source.slice(end, end + 3)))
      return true;
  }
  return false;
}

describe('the how-tos', () => {
  test.each(howTos.map((howTo) => [howTo.slug, howTo as HowTo] as const))(
    '%s is true of the portal',
    (_slug, howTo) => {
      const pages = howTo.pages.map((name) => routeTable.find((route) => route.name === name));
      expect(pages.map((page) => page?.kind)).toEqual(pages.map(() => kinds[howTo.reader]));
      expect(howTo.steps.length).toBeGreaterThanOrEqual(3);
      expect(howTo.steps.length).toBeLessThanOrEqual(6);
      const names = howTo.steps.flatMap(partsOfStep).filter(({ isName }) => isName);
      expect(names.length).toBeGreaterThan(0);
      expect(names.map(({ text }) => text).filter((name) => !isShown(name))).toEqual([]);
    },
  );

  it('has each slug once, and a title of its own', () => {
    expect(new Set(slugsOf(howTos)).size).toBe(howTos.length);
    expect(new Set(howTos.map(({ title }) => title)).size).toBe(howTos.length);
  });

  it('a name that no page shows is found', () => {
    expect(isShown('Novo contato')).toBe(true);
    expect(isShown('Novo dragão')).toBe(false);
  });

  it('each has its picture, no picture is left over, and all weigh less than 1 MB', () => {
    const files = globSync('src/assets/help/*');
    expect(files.map((file) => basename(file)).toSorted()).toEqual(howTos.map(({ slug }) => `${slug}.webp`).toSorted());
    expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(1_000_000);
  });
});

describe('who reads what', () => {
  it('a manager with all rights reads those of the panel alone, and a teacher and a student theirs', () => {
    expect(slugsOf(howTosFor(manager))).toEqual(of('staff'));
    expect(slugsOf(howTosFor(teacher))).toEqual(of('teacher'));
    expect(slugsOf(howTosFor(nobody))).toEqual(of('family'));
    expect(slugsOf(howTosFor({ ...teacher, hasChildren: true }))).toEqual([...of('teacher'), ...of('family')]);
  });

  it('a member of staff reads what the own rights open', () => {
    expect(slugsOf(howTosFor(staff('pedidos')))).toEqual([]);
    expect(slugsOf(howTosFor(staff('contatos')))).toEqual(['contato-ate-a-matricula']);
    expect(slugsOf(howTosFor(staff('clube')))).toEqual(['entregar-recompensa', 'importar-planilha']);
  });

  it('there is none where the franchise’s hosts keep the school', () => {
    expect(howTosFor({ ...manager, isConnected: true })).toEqual([]);
  });

  it('begins on a page that the reader may open', () => {
    const sheets = howTos.find(({ slug }) => slug === 'importar-planilha') as HowTo;
    expect(firstPage(sheets, manager)?.href).toBe('/manager-panel/profile/planilhas');
    expect(firstPage(sheets, staff('clube'))?.href).toBe('/manager-panel/club/planilhas');
    const absence = howTos.find(({ slug }) => slug === 'avisar-uma-falta') as HowTo;
    expect(firstPage(absence, nobody)).toBeNull();
    expect(firstPage(absence, { ...nobody, hasChildren: true })?.href).toBe('/me/familia');
  });
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
  ])('%s leads to its own', (path, user, href) => {
    expect(helpLink(path, user)?.href).toBe(href);
  });

  it.each([
    ['balcao', 'pagamento-no-balcao'],
    ['PAGAMENTO regist', 'pagamento-no-balcao'],
    ['csv', 'importar-planilha'],
    ['substituto', 'professor-substituto'],
    ['permissao', 'convidar-equipe'],
    ['tirar o substituto', 'professor-substituto'],
  ])('“%s” finds it first', (q, slug) => {
    expect(findHowTos(manager, q)[0]?.slug).toBe(slug);
  });

  it('finds nothing that the reader may not read, and nothing by no word', () => {
    expect(findHowTos(staff('contatos'), 'balcao')).toEqual([]);
    expect(findHowTos(manager, ' ')).toEqual([]);
  });
});
