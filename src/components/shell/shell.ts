import type { BrandKey } from '#lib/brand.ts';
import type { Right } from '#lib/rules/people/rights.ts';
import type { Waiting } from '#lib/words/panel.ts';

export type ThemeChoice = 'claro' | 'escuro' | 'sistema';

/** The signed-in person, with what the navigation has to know. */
export type ShellUser = {
  id: number;
  fullName: string;
  firstName: string;
  avatarUrl: string | null;
  /** Came with a printed book code only: the navigation offers what that opens (S17). */
  byBook: boolean;
  /** The course ended: only the page of the own data opens. */
  ownDataOnly: boolean;
  isClub: boolean;
  canOrder: boolean;
  /** Guardian of a child at the school. */
  hasChildren: boolean;
  /** Such a guardian who studies nothing: the places are those of the children. */
  isGuardianOnly: boolean;
  isManager: boolean;
  isTeacher: boolean;
  /** Manager, teacher or admin: checks tickets at the door. */
  isStaff: boolean;
  /** What a member of staff works with in the panel. */
  rights: ReadonlySet<Right>;
  /** The franchise's hosts keep the school: no list of events, and of the panel only the messages. */
  isConnected: boolean;
};

/** The data that every layout draws; `Astro.locals.shell` holds it for the current request. */
export type PortalShell = {
  brand: BrandKey;
  theme: ThemeChoice;
  textSize: 'normal' | 'grande';
  user: ShellUser | null;
  /** A book without an owner was opened: there is no navigation (BOOK-05). */
  emptyBook: boolean;
  debug: boolean;
  path: string;
  /** The path with its query: where a retry leads, also from the page that stands in for a failed one. */
  address: string;
  /** Unread notices, for the bell; the pages that show it ask. undefined: the school does not answer. */
  countUnread(): Promise<number | undefined>;
  /** Pieces in the cart of a student who may order; null for others. undefined: the school does not answer. */
  countCart(): Promise<number | undefined | null>;
  /** What waits for staff, for the navigation of the panel; nothing while the school does not answer. */
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

/** Whether a page belongs to the panel, or to the places of a teacher: each has a navigation of its own. */
export const areaOf = (active: NavKey | undefined): 'panel' | 'teaching' | 'student' =>
  active?.startsWith('panel-') ? 'panel' : active?.startsWith('teaching') ? 'teaching' : 'student';

/** What each navigation is called. The dock adds where it stands, since every page holds both. */
export const navNames = { student: 'Principal', panel: 'Painel', teaching: 'Aulas e turmas' } as const;

const SCHEMES = { claro: 'light', escuro: 'dark', sistema: 'system' } as const;

/** Value of `data-theme`: brand and scheme; `…-system` follows the device (global.css). */
export function themeName(brand: BrandKey, theme: ThemeChoice): string {
  return `${brand}-${SCHEMES[theme]}`;
}
