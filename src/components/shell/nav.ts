import { routes } from '#lib/routes.ts';
import { matchRoute } from '#lib/rules/routes/route-table.ts';
import type { NavKey, ShellUser } from './shell.ts';

export type NavEntry = { key: NavKey; label: string; href: string };

/** Whether the guards let the user through. */
const isOpen = (user: ShellUser, { href }: NavEntry): boolean =>
  !user.byBook || matchRoute(href)?.route.opensByBook === true;

/** The four places that phones keep in the bottom dock. */
export function mainEntries(user: ShellUser): NavEntry[] {
  const entries: NavEntry[] = [
    { key: 'dashboard', label: 'Início', href: routes.dashboard() },
    { key: 'pedagogico', label: 'Pedagógico', href: routes.pedagogico.list() },
    { key: 'club', label: 'Clube', href: routes.club.intro() },
    { key: 'finance', label: 'Financeiro', href: routes.finance.home() },
  ];
  return entries.filter((entry) => isOpen(user, entry));
}

/** The entries behind “Mais” on phones and below the main entries in the rail; the permissions decide. */
export function moreEntries(user: ShellUser): NavEntry[] {
  const entries: (NavEntry & { shown: boolean })[] = [
    { key: 'online-classes', label: 'Aula online', href: routes.onlineClasses.list(), shown: true },
    { key: 'orders', label: 'Material', href: routes.orders.list(), shown: user.canOrder },
    { key: 'abroad', label: 'Intercâmbio', href: routes.abroad.home(), shown: true },
    { key: 'travel', label: 'Eventos', href: routes.travel.list(), shown: user.hasCampaigns },
    { key: 'english-test', label: 'Teste de inglês', href: routes.englishTest(), shown: true },
    { key: 'support', label: 'Fale com a escola', href: routes.support(), shown: true },
    { key: 'teaching', label: 'Minhas turmas', href: routes.teacher.home(), shown: user.isTeacher },
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
