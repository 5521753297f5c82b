import type { Right } from '#lib/contract/account.schema.ts';
import { ADMIN_ACTION_ID, MANAGER_ACTION_ID, SECRETARY_ACTION_ID } from './roles.ts';

export type { Right };

interface Policy {
  /** What people call it. */
  name: string;
  /** The pages that it opens, with all pages below them. */
  pages: readonly string[];
}

const PANEL = '/manager-panel';

/** What each right opens: one table for the navigation and the pages (0093). Operations declare their own rights. */
export const policy: Readonly<Record<Right, Policy>> = {
  contatos: {
    name: 'Contatos',
    pages: [`${PANEL}/contatos`],
  },
  alunos: {
    name: 'Alunos',
    pages: [`${PANEL}/profile`, `${PANEL}/book`],
  },
  turmas: {
    name: 'Turmas',
    pages: [`${PANEL}/turmas`, `${PANEL}/faltas`, `${PANEL}/livros`],
  },
  financeiro: {
    name: 'Financeiro',
    pages: [`${PANEL}/financeiro`],
  },
  pedidos: {
    name: 'Pedidos',
    pages: [`${PANEL}/pedidos`],
  },
  clube: {
    name: 'Clube',
    pages: [`${PANEL}/club`],
  },
  viagens: {
    name: 'Viagens e eventos',
    pages: [`${PANEL}/intercambio`, `${PANEL}/campanhas`],
  },
  mensagens: {
    name: 'Mensagens',
    pages: [`${PANEL}/push-notification`],
  },
  paginas: {
    name: 'Páginas',
    pages: [`${PANEL}/paginas`],
  },
  equipe: {
    name: 'Equipe',
    pages: [`${PANEL}/equipe`, `${PANEL}/auditoria`],
  },
};

export const RIGHTS = Object.keys(policy) as readonly Right[];

/** The right that a page requires. null: the panel’s home, or a page outside of the panel. */
export const rightOfPage = (path: string): Right | null =>
  RIGHTS.find((right) => policy[right].pages.some((page) => path === page || path.startsWith(`${page}/`))) ?? null;

/** The default rights of a secretary. */
const OF_SECRETARY: readonly Right[] = ['contatos', 'alunos', 'turmas', 'financeiro', 'pedidos', 'clube'];

/** The units of a right. null: all units of the school; for an admin, of every school. */
export type Units = readonly number[] | null;
export type Rights = ReadonlyMap<Right, Units>;

interface Holder {
  actionIds: ReadonlySet<number>;
  companyId: number | null;
  /** All units of the holder's school. */
  schoolUnits: readonly number[];
  /** The school’s decisions; `company_id` null means all units. */
  rows: readonly { direito: Right; company_id: number | null }[];
}

/**
 * The rights of a person. Only the manager action opens the panel (ROLE-02). An admin holds all rights everywhere. Until
 * the school decides, a manager holds all rights and a secretary the default ones, each in the own unit.
 */
export function rightsOf({ actionIds, companyId, schoolUnits, rows }: Holder): Rights {
  if (actionIds.has(ADMIN_ACTION_ID)) return new Map(RIGHTS.map((right) => [right, null]));
  if (!actionIds.has(MANAGER_ACTION_ID)) return new Map();
  const usual = actionIds.has(SECRETARY_ACTION_ID) ? OF_SECRETARY : RIGHTS;
  const decided = rows.length > 0 ? rows : usual.map((direito) => ({ direito, company_id: companyId ?? NOWHERE }));
  return new Map(
    RIGHTS.flatMap((right) => {
      const own = decided.filter(({ direito }) => direito === right);
      if (own.length === 0) return [];
      const units = schoolUnits.filter((unit) => own.some(({ company_id }) => company_id === unit));
      const isWhole = own.some(({ company_id }) => company_id === null) || units.length === schoolUnits.length;
      return [[right, isWhole ? null : units] as const];
    }),
  );
}

/** A unit that no school has. */
const NOWHERE = -1;
