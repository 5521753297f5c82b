import type { Right } from '#lib/contract/account.schema.ts';
import type { CallName } from '#lib/contract/index.schema.ts';
import { ADMIN_ACTION_ID, MANAGER_ACTION_ID, SECRETARY_ACTION_ID } from './roles.ts';

export type { Right };

interface Policy {
  /** What people call it. */
  name: string;
  /** The pages that it opens, with all pages below them. */
  pages: readonly string[];
  /** The calls for staff alone that need it. A call below two rights needs one of them. */
  calls: readonly CallName[];
}

const PANEL = '/manager-panel';

/** Spreadsheets of tables. Which table needs which right stands in `syncTables`. */
const OF_SHEETS: readonly CallName[] = ['sync.downloadSheetModel', 'sync.putTable', 'sync.uploadSheet'];

/** What each right opens: one table for the server, the navigation and the pages (0093). */
export const policy: Readonly<Record<Right, Policy>> = {
  contatos: {
    name: 'Contatos',
    pages: [`${PANEL}/contatos`],
    calls: ['leads.downloadLeads', 'sync.listChanges'],
  },
  alunos: {
    name: 'Alunos',
    pages: [`${PANEL}/profile`, `${PANEL}/book`],
    calls: [
      'account.listUsers',
      'account.searchUsers',
      'books.unlinkUserBook',
      'students.downloadStudents',
      'students.printInvitations',
      'sync.listChanges',
      ...OF_SHEETS,
    ],
  },
  turmas: {
    name: 'Turmas',
    pages: [`${PANEL}/turmas`, `${PANEL}/faltas`, `${PANEL}/livros`],
    calls: ['account.searchUsers', 'books.downloadCopies', 'books.uploadBook', 'sync.listChanges', ...OF_SHEETS],
  },
  financeiro: {
    name: 'Financeiro',
    pages: [`${PANEL}/financeiro`],
    calls: ['finance.downloadMonthClose', 'finance.downloadSchoolReceipt', 'sync.listChanges', ...OF_SHEETS],
  },
  pedidos: {
    name: 'Pedidos',
    pages: [`${PANEL}/pedidos`],
    calls: ['sync.listChanges'],
  },
  clube: {
    name: 'Clube',
    pages: [`${PANEL}/club`],
    calls: ['club.downloadClubFigures', 'club.downloadMembers', 'club.uploadRewardPicture', ...OF_SHEETS],
  },
  viagens: {
    name: 'Viagens e eventos',
    pages: [`${PANEL}/intercambio`, `${PANEL}/campanhas`],
    calls: ['travel.downloadParticipants', 'travel.printTickets', 'travel.uploadCampaignPicture'],
  },
  mensagens: {
    name: 'Mensagens',
    pages: [`${PANEL}/push-notification`],
    calls: [
      'account.listUsers',
      'account.searchUsers',
      'broadcasts.createBroadcast',
      'broadcasts.createAudience',
      'broadcasts.createTemplate',
      'broadcasts.deleteAudience',
      'broadcasts.updateAudience',
      'broadcasts.deleteBroadcast',
      'broadcasts.getBroadcastLog',
      'broadcasts.listBroadcasts',
      'broadcasts.previewAudience',
      'broadcasts.sendBroadcast',
      'broadcasts.updateBroadcast',
    ],
  },
  paginas: {
    name: 'Páginas',
    pages: [`${PANEL}/paginas`],
    calls: ['promo.savePromoDraft', 'promo.uploadPromoPicture'],
  },
  equipe: {
    name: 'Equipe',
    pages: [`${PANEL}/equipe`, `${PANEL}/auditoria`],
    calls: [...OF_SHEETS],
  },
};

export const RIGHTS = Object.keys(policy) as readonly Right[];

/** Each right opens them: they answer with what the rights reach. */
const OF_PANEL: readonly CallName[] = ['panel.searchPanel'];

const rightsByCall = new Map<string, readonly Right[]>(OF_PANEL.map((call) => [call, RIGHTS]));
for (const right of RIGHTS) {
  for (const call of policy[right].calls) rightsByCall.set(call, [...(rightsByCall.get(call) ?? []), right]);
}

/** The rights of which a call needs one. Null: the call is not for staff alone. */
export const rightsOfCall = (call: CallName): readonly Right[] | null => rightsByCall.get(call) ?? null;

/** The right that opens a page. Null: the panel's own page, or one outside of the panel. */
export const rightOfPage = (path: string): Right | null =>
  RIGHTS.find((right) => policy[right].pages.some((page) => path === page || path.startsWith(`${page}/`))) ?? null;

/** What the secretary of a unit works with until somebody decides otherwise. */
const OF_SECRETARY: readonly Right[] = ['contatos', 'alunos', 'turmas', 'financeiro', 'pedidos', 'clube'];

/** The units of a right. Null: all units of the school; for an admin, of every school. */
export type Units = readonly number[] | null;
export type Rights = ReadonlyMap<Right, Units>;

interface Holder {
  actionIds: ReadonlySet<number>;
  companyId: number | null;
  /** All units of the holder's school. */
  schoolUnits: readonly number[];
  /** What the school decided; `company_id` null stands for all units. */
  rows: readonly { direito: Right; company_id: number | null }[];
}

/**
 * The rights of a person. Only the manager action opens the panel (ROLE-02). An admin holds all everywhere. Until the
 * school decides, a manager holds all rights and a secretary the usual ones, each in the own unit.
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
