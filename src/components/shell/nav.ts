import { routes } from '#lib/routes.ts';
import { rightOfPage } from '#lib/rules/people/rights.ts';
import { matchRoute } from '#lib/rules/routes/route-table.ts';
import { areaOf, type NavKey, type PanelPart, type ShellUser } from './shell.ts';

export type NavEntry = { key: NavKey; label: string; href: string };

/** Whether the guards let the user through. */
const isOpen = (user: ShellUser, { href }: NavEntry): boolean =>
  !user.ownDataOnly && (!user.byBook || matchRoute(href.split('?')[0] ?? '')?.route.opensByBook === true);

const home = (user: ShellUser): NavEntry => ({
  key: 'dashboard',
  label: 'Início',
  href: routes.dashboard({ como: user.isStaff ? 'aluno' : null }),
});
const family: NavEntry = { key: 'family', label: 'Filhos', href: routes.profile.family() };
const finance: NavEntry = { key: 'finance', label: 'Pagamentos', href: routes.finance.home() };
const notices: NavEntry = { key: 'notices', label: 'Avisos', href: routes.notices.list() };

/** The four links of a student, or of a guardian without studies, in the bottom dock of phones. */
function mainEntries(user: ShellUser): NavEntry[] {
  if (user.isGuardianOnly) return [home(user), family, finance, notices];
  const entries: NavEntry[] = [
    home(user),
    { key: 'pedagogico', label: 'Estudar', href: routes.pedagogico.list() },
    { key: 'club', label: 'Clube', href: routes.club.intro() },
    finance,
  ];
  return entries.filter((entry) => isOpen(user, entry));
}

/** The other links of the same users, depending on their permissions. */
function moreEntries(user: ShellUser): NavEntry[] {
  const entries: (NavEntry & { shown: boolean })[] = [
    { ...family, shown: user.hasChildren && !user.isGuardianOnly },
    { key: 'online-classes', label: 'Aula online', href: routes.onlineClasses.list(), shown: !user.isGuardianOnly },
    { key: 'pedagogico', label: 'Estudar', href: routes.pedagogico.list(), shown: user.isGuardianOnly },
    { key: 'club', label: 'Clube', href: routes.club.intro(), shown: user.isGuardianOnly },
    { key: 'orders', label: 'Material', href: routes.orders.list(), shown: user.canOrder },
    { key: 'abroad', label: 'Intercâmbio', href: routes.abroad.home(), shown: true },
    { key: 'travel', label: 'Eventos', href: routes.travel.list(), shown: true },
    { key: 'english-test', label: 'Teste de inglês', href: routes.englishTest(), shown: true },
    { key: 'support', label: 'Fale com a escola', href: routes.support(), shown: true },
    { key: 'teaching', label: 'Minhas aulas', href: routes.teacher.home(), shown: user.isTeacher },
    { key: 'manager', label: 'Painel', href: routes.manager.home(), shown: user.isManager },
  ];
  return entries.filter((entry) => entry.shown && isOpen(user, entry));
}

/** The user’s profile, or the login for a printed-code session. */
export const profileEntry = (user: ShellUser): NavEntry =>
  user.byBook
    ? {
        key: 'profile',
        label: 'Entrar com senha',
        href: routes.login.form({ motivo: 'senha', next: routes.dashboard() }),
      }
    : { key: 'profile', label: 'Perfil', href: routes.me() };

/** The parts of the panel, in the groups of the rail. */
const panelParts: readonly { group: string; parts: readonly { part: PanelPart; label: string; href: string }[] }[] = [
  {
    group: 'Hoje',
    parts: [
      { part: 'home', label: 'Painel', href: routes.manager.home() },
      { part: 'push', label: 'Mensagens', href: routes.manager.push.list() },
    ],
  },
  {
    group: 'Pessoas',
    parts: [
      { part: 'leads', label: 'Contatos', href: routes.manager.leads() },
      { part: 'profile', label: 'Alunos', href: routes.manager.profile() },
    ],
  },
  {
    group: 'Ensino',
    parts: [
      { part: 'classes', label: 'Turmas', href: routes.manager.classes() },
      { part: 'absences', label: 'Faltas', href: routes.manager.absences() },
      { part: 'own-books', label: 'Livros', href: routes.manager.ownBooks() },
      { part: 'book', label: 'Exemplares', href: routes.manager.book() },
    ],
  },
  {
    group: 'Dinheiro',
    parts: [
      { part: 'finance', label: 'Financeiro', href: routes.manager.finance() },
      { part: 'orders', label: 'Pedidos', href: routes.manager.orders() },
      { part: 'club', label: 'Clube', href: routes.manager.club() },
    ],
  },
  {
    group: 'Escola',
    parts: [
      { part: 'abroad', label: 'Intercâmbio', href: routes.manager.abroad() },
      { part: 'travel', label: 'Eventos', href: routes.manager.campaigns() },
      { part: 'pages', label: 'Páginas', href: routes.manager.promos() },
      { part: 'team', label: 'Equipe', href: routes.manager.team() },
      { part: 'audit', label: 'Histórico', href: routes.manager.audit() },
    ],
  },
];

/** Links of the navigation that belong together. */
export interface NavGroup {
  /** null: the group needs no heading. */
  name: string | null;
  entries: NavEntry[];
}

/** The parts of the panel that the user’s rights open, without empty groups. */
function panelGroups({ rights, isConnected }: ShellUser): NavGroup[] {
  const isOpen = ({ part, href }: { part: PanelPart; href: string }): boolean => {
    const right = rightOfPage(href);
    if (right !== null && !rights.has(right)) return false;
    // In connected mode the franchise’s own system has the rest, and the panel’s home redirects to the messages.
    return !isConnected || (part !== 'home' && !matchRoute(href)?.route.onlyEmbedded);
  };
  return panelParts
    .map(({ group, parts }) => ({
      name: group,
      entries: parts.filter(isOpen).map(({ part, ...entry }): NavEntry => ({ key: `panel-${part}`, ...entry })),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** The panel’s links in the dock of phones, in order of priority. */
const dockOrder: readonly NavKey[] = [
  ...(['panel-home', 'panel-leads', 'panel-profile', 'panel-classes'] as const),
  ...(['panel-finance', 'panel-orders', 'panel-absences', 'panel-club', 'panel-push'] as const),
];

/** The links of a teacher. Like the panel’s they replace the student’s, with one link to those. */
const teacherEntries: readonly NavEntry[] = [
  { key: 'teaching', label: 'Aulas', href: routes.teacher.home() },
  { key: 'teaching-work', label: 'Correções', href: routes.teacher.inbox() },
  { key: 'teaching-classes', label: 'Turmas', href: routes.teacher.classes() },
  { key: 'teaching-messages', label: 'Mensagens', href: routes.teacher.messages() },
];

function besideTeaching(user: ShellUser): NavEntry[] {
  const asStudent: NavEntry = { key: 'dashboard', label: 'Ver como aluno', href: routes.dashboard({ como: 'aluno' }) };
  const panel: NavEntry = { key: 'manager', label: 'Painel', href: routes.manager.home() };
  return user.isManager ? [panel, asStudent] : [asStudent];
}

const IN_DOCK = 4;

/**
 * The links of the navigation: `main` in the dock of phones, `more` behind its “Mais”; the rail has both, in `groups`.
 * The panel and the pages of teachers have their own.
 */
export function placesOf(
  user: ShellUser,
  active: NavKey | undefined,
): { main: NavEntry[]; more: NavEntry[]; groups: NavGroup[] } {
  const area = areaOf(active);
  if (area === 'student') return asGroups(mainEntries(user), moreEntries(user));
  if (area === 'teaching') return asGroups([...teacherEntries], besideTeaching(user));
  const groups = panelGroups(user);
  const all = groups.flatMap(({ entries }) => entries);
  const known = dockOrder.flatMap((key) => all.filter((entry) => entry.key === key));
  const main = [...new Set([...known, ...all])].slice(0, IN_DOCK);
  return { main, more: all.filter((entry) => !main.includes(entry)), groups };
}

const asGroups = (main: NavEntry[], more: NavEntry[]) => ({
  main,
  more,
  groups: [main, more].map((entries) => ({ name: null, entries })),
});
