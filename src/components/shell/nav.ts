import { routes } from '#lib/routes.ts';
import { rightOfPage } from '#lib/rules/people/rights.ts';
import { matchRoute } from '#lib/rules/routes/route-table.ts';
import { areaOf, type NavKey, type PanelPart, type ShellUser } from './shell.ts';

export type NavEntry = { key: NavKey; label: string; href: string };

/** Whether the guards let the user through. */
const isOpen = (user: ShellUser, { href }: NavEntry): boolean =>
  !user.ownDataOnly && (!user.byBook || matchRoute(href.split('?')[0] ?? '')?.route.opensByBook === true);

/** The four places of a student that phones keep in the bottom dock. */
function mainEntries(user: ShellUser): NavEntry[] {
  const entries: NavEntry[] = [
    { key: 'dashboard', label: 'Início', href: routes.dashboard({ como: user.isStaff ? 'aluno' : null }) },
    { key: 'pedagogico', label: 'Pedagógico', href: routes.pedagogico.list() },
    { key: 'club', label: 'Clube', href: routes.club.intro() },
    { key: 'finance', label: 'Financeiro', href: routes.finance.home() },
  ];
  return entries.filter((entry) => isOpen(user, entry));
}

/** A student's other places; the permissions decide. */
function moreEntries(user: ShellUser): NavEntry[] {
  const entries: (NavEntry & { shown: boolean })[] = [
    { key: 'family', label: 'Família', href: routes.profile.family(), shown: user.hasChildren },
    { key: 'online-classes', label: 'Aula online', href: routes.onlineClasses.list(), shown: true },
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

/** The user's profile, or the way to it for a user who came with a printed code. */
export const profileEntry = (user: ShellUser): NavEntry =>
  user.byBook
    ? {
        key: 'profile',
        label: 'Entrar com senha',
        href: routes.login.form({ motivo: 'senha', next: routes.dashboard() }),
      }
    : { key: 'profile', label: 'Perfil', href: routes.me() };

const panelParts: readonly { part: PanelPart; label: string; href: string }[] = [
  { part: 'home', label: 'Painel', href: routes.manager.home() },
  { part: 'leads', label: 'Contatos', href: routes.manager.leads() },
  { part: 'profile', label: 'Alunos', href: routes.manager.profile() },
  { part: 'classes', label: 'Turmas', href: routes.manager.classes() },
  { part: 'finance', label: 'Financeiro', href: routes.manager.finance() },
  { part: 'orders', label: 'Pedidos', href: routes.manager.orders() },
  { part: 'absences', label: 'Faltas', href: routes.manager.absences() },
  { part: 'club', label: 'Clube', href: routes.manager.club() },
  { part: 'push', label: 'Mensagens', href: routes.manager.push.list() },
  { part: 'abroad', label: 'Intercâmbio', href: routes.manager.abroad() },
  { part: 'travel', label: 'Eventos', href: routes.manager.campaigns() },
  { part: 'pages', label: 'Páginas', href: routes.manager.promos() },
  { part: 'own-books', label: 'Livros', href: routes.manager.ownBooks() },
  { part: 'book', label: 'Exemplares', href: routes.manager.book() },
  { part: 'team', label: 'Equipe', href: routes.manager.team() },
  { part: 'audit', label: 'Histórico', href: routes.manager.audit() },
];

/** The parts of the panel that the user's rights open. */
function panelEntries({ rights, isConnected }: ShellUser): NavEntry[] {
  const open = panelParts.filter(({ part, href }) => {
    const right = rightOfPage(href);
    if (right !== null && !rights.has(right)) return false;
    // The staff does the rest in the franchise's own system. The first page of the panel leads to the messages there.
    return !isConnected || (part !== 'home' && !matchRoute(href)?.route.onlyEmbedded);
  });
  return open.map(({ part, ...entry }) => ({ key: `panel-${part}`, ...entry }));
}

/** The places of somebody who teaches. Like the panel's they stand alone, with one way to the student's. */
const teacherEntries: readonly NavEntry[] = [
  { key: 'teaching', label: 'Aulas', href: routes.teacher.home() },
  { key: 'teaching-work', label: 'Correções', href: routes.teacher.inbox() },
  { key: 'teaching-classes', label: 'Turmas', href: routes.teacher.classes() },
];

function besideTeaching(user: ShellUser): NavEntry[] {
  const asStudent: NavEntry = { key: 'dashboard', label: 'Ver como aluno', href: routes.dashboard({ como: 'aluno' }) };
  const panel: NavEntry = { key: 'manager', label: 'Painel', href: routes.manager.home() };
  return user.isManager ? [panel, asStudent] : [asStudent];
}

const IN_DOCK = 4;

/**
 * The places of the navigation: `main` stands in the dock of phones, `more` behind its “Mais”; the rail has both. The
 * panel and the pages of teachers have their own.
 */
export function placesOf(user: ShellUser, active: NavKey | undefined): { main: NavEntry[]; more: NavEntry[] } {
  const area = areaOf(active);
  if (area === 'student') return { main: mainEntries(user), more: moreEntries(user) };
  if (area === 'teaching') return { main: [...teacherEntries], more: besideTeaching(user) };
  const parts = panelEntries(user);
  return { main: parts.slice(0, IN_DOCK), more: parts.slice(IN_DOCK) };
}
