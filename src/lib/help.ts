import { searchWords } from './format/text.ts';
import { routes } from './routes.ts';
import { type Right, rightOfPage } from './rules/people/rights.ts';
import { matchRoute, type Route, routeTable } from './rules/routes/route-table.ts';
import { type HowTo, helpWords, howTos } from './words/help.ts';

/** Whom help is for, as the shell knows its user. */
export interface HelpUser {
  isManager: boolean;
  isTeacher: boolean;
  isStaff: boolean;
  hasChildren: boolean;
  rights: { has(right: Right): boolean };
  /** The franchise’s hosts run the school, so there is no help. */
  isConnected: boolean;
}

/** A link to the how-to of a page. */
export interface HelpLink {
  href: string;
  label: string;
  title: string;
}

const FAMILY = 'me-familia';

function mayOpen(user: HelpUser, { name, kind, pattern }: Route): boolean {
  if (name === FAMILY) return user.hasChildren;
  if (kind !== 'manager') return true;
  const right = rightOfPage(pattern);
  return user.isManager && (right === null || user.rights.has(right));
}

const pagesOf = ({ pages }: HowTo, user: HelpUser): Route[] =>
  pages.flatMap((name) => routeTable.filter((route) => route.name === name && mayOpen(user, route)));

const isFor = (user: HelpUser) => (howTo: HowTo) => {
  if (user.isConnected) return false;
  if (howTo.reader === 'family') return !user.isStaff || user.hasChildren;
  if (howTo.reader === 'teacher') return user.isTeacher;
  return pagesOf(howTo, user).length > 0 && (howTo.rights ?? []).every((right) => user.rights.has(right));
};

/** What a user may read, in the order of the list. */
export const howTosFor = (user: HelpUser): HowTo[] => howTos.filter(isFor(user));

/** The how-tos of each page, by its name, in the order of the list. */
const byPage = new Map<string, HowTo[]>();
for (const howTo of howTos) for (const name of howTo.pages) byPage.set(name, [...(byPage.get(name) ?? []), howTo]);

/** The link to a page’s how-to: the first one with this page; null: none for this user. */
export function helpLink(path: string, user: HelpUser | null): HelpLink | null {
  const name = matchRoute(path)?.route.name;
  if (name === undefined || user === null) return null;
  const own = byPage.get(name)?.find(isFor(user));
  return own ? { href: routes.help.howTo(own.slug), label: helpWords.link, title: own.title } : null;
}

/** The first page of a how-to that opens without parameters. */
export function firstPage(howTo: HowTo, user: HelpUser): { href: string; title: string } | null {
  const [page] = pagesOf(howTo, user).filter(({ pattern }) => !pattern.includes('{'));
  return page ? { href: page.pattern, title: page.title } : null;
}

/** Where the user can restart tours, except the practice tour, which needs its book. */
export function toursFor({ isManager, isTeacher, isStaff, isConnected }: HelpUser): { href: string; title: string }[] {
  const tour = '1';
  return [
    ...(isManager && !isConnected ? [{ href: routes.manager.home({ tour }), title: 'Painel' }] : []),
    ...(isTeacher ? [{ href: routes.teacher.home({ tour }), title: 'Minhas aulas' }] : []),
    { href: routes.dashboard({ como: isStaff ? 'aluno' : null, tour }), title: 'Início' },
    { href: routes.pedagogico.list({ tour }), title: 'Estudar' },
  ];
}

/** How-tos that share a page with this one. */
export const othersBeside = ({ slug, pages }: HowTo, user: HelpUser): HowTo[] =>
  howTosFor(user).filter((other) => other.slug !== slug && other.pages.some((page) => pages.includes(page)));

const wordsOf = (text: string) => searchWords(text.replace(/[“”.,:;?]/g, ' '));
const index = new Map<HowTo, { head: string[]; body: string[] }>(
  howTos.map((howTo) => [
    howTo,
    { head: wordsOf(`${howTo.title} ${howTo.also}`), body: wordsOf(howTo.steps.join(' ')) },
  ]),
);

/** Shorter words match too many words of the steps. */
const MIN_LETTERS_IN_STEPS = 3;

/**
 * How-tos in which each search word is the beginning of a word, in any order. Matches in the title come first; steps are
 * searched once a word has three letters.
 */
export function findHowTos(user: HelpUser, q: string): HowTo[] {
  const requested = searchWords(q);
  if (requested.length === 0) return [];
  const has = (words: readonly string[]) => requested.every((each) => words.some((word) => word.startsWith(each)));
  const allowed = howTosFor(user);
  const inHead = allowed.filter((howTo) => has(index.get(howTo)?.head ?? []));
  if (requested.every(({ length }) => length < MIN_LETTERS_IN_STEPS)) return inHead;
  const inBody = allowed.filter((howTo) => {
    const { head = [], body = [] } = index.get(howTo) ?? {};
    return !inHead.includes(howTo) && has([...head, ...body]);
  });
  return [...inHead, ...inBody];
}
