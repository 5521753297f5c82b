import type { BrandKey } from '#lib/brand.ts';
import type { Right } from '#lib/rules/people/rights.ts';
import type { Waiting } from '#lib/words/panel.ts';

export type ThemeChoice = 'claro' | 'escuro' | 'sistema';

/** The logged-in user, with the data that the navigation needs. */
export type ShellUser = {
  id: number;
  fullName: string;
  firstName: string;
  avatarUrl: string | null;
  /** A printed-code session: the navigation shows only what it opens (S17). */
  byBook: boolean;
  /** The course ended: only the page of personal data opens. */
  ownDataOnly: boolean;
  isClub: boolean;
  canOrder: boolean;
  /** Guardian of a child at the school. */
  hasChildren: boolean;
  /** A guardian without studies: the navigation has only the links for the children. */
  isGuardianOnly: boolean;
  isManager: boolean;
  isTeacher: boolean;
  /** Manager, teacher or admin: checks tickets at the door. */
  isStaff: boolean;
  /** What a member of staff works with in the panel. */
  rights: ReadonlySet<Right>;
  /** In connected mode there is no list of events, and the panel has only messages. */
  isConnected: boolean;
};

/** The data that every layout needs; `Astro.locals.shell` holds it for the current request. */
export type PortalShell = {
  brand: BrandKey;
  theme: ThemeChoice;
  textSize: 'normal' | 'grande';
  user: ShellUser | null;
  /** The visitor opened a book without an owner: there is no navigation (BOOK-05). */
  emptyBook: boolean;
  debug: boolean;
  path: string;
  /** The path with its query: the target of a retry, also from an error page. */
  address: string;
  /** Unread notices, for the bell; loaded only by pages that show it. undefined: the school does not answer. */
  countUnread(): Promise<number | undefined>;
  /** Pieces in the cart of a student who may order; null for others. undefined: the school does not answer. */
  countCart(): Promise<number | undefined | null>;
  /** Waiting tasks of staff, for the navigation of the panel; empty if the school does not answer. */
  listWaiting(): Promise<readonly Waiting[]>;
};

/** A part of the panel. */
export type PanelPart =
  | 'home'
  | 'leads'
  | 'profile'
  | 'classes'
  | 'orders'
  | 'finance'
  | 'absences'
  | 'club'
  | 'push'
  | 'abroad'
  | 'travel'
  | 'book'
  | 'own-books'
  | 'pages'
  | 'team'
  | 'audit'
  | 'help';

/** The navigation entry that a page belongs to. */
export type NavKey =
  | 'dashboard'
  | 'pedagogico'
  | 'club'
  | 'finance'
  | 'online-classes'
  | 'orders'
  | 'abroad'
  | 'travel'
  | 'english-test'
  | 'manager'
  | 'teaching'
  | 'teaching-work'
  | 'teaching-classes'
  | 'teaching-messages'
  | 'teaching-help'
  | 'support'
  | 'help'
  | 'family'
  | 'notices'
  | 'profile'
  | `panel-${PanelPart}`;

/**
 * Whether a page belongs to the panel, to the teachers’ pages, or to the students’: each area has its own navigation.
 */
export const areaOf = (active: NavKey | undefined): 'panel' | 'teaching' | 'student' =>
  active?.startsWith('panel-') ? 'panel' : active?.startsWith('teaching') ? 'teaching' : 'student';

/** Labels of the navigations. The dock adds its position, because every page contains both. */
export const navNames = { student: 'Principal', panel: 'Painel', teaching: 'Aulas e turmas' } as const;

const SCHEMES = { claro: 'light', escuro: 'dark', sistema: 'system' } as const;

/** Value of `data-theme`: brand and scheme; `…-system` follows the device (global.css). */
export function themeName(brand: BrandKey, theme: ThemeChoice): string {
  return `${brand}-${SCHEMES[theme]}`;
}
