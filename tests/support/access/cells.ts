import type { CallName } from '../../../src/lib/contract/index.schema.ts';
import type { OperationName } from '../../../src/lib/page/operations.ts';
import type { LimitedScope } from '../../../src/server/core/http/operation.ts';
import {
  admin,
  buyer,
  clubMember,
  employee,
  teacher,
  teacherOrStaff,
  ticketChecker,
  type Who,
} from '../../../src/server/core/http/who.ts';

/** The caller. `otherSchool` manages another school and is in its club; `bookCode` is the owner by a printed code. */
export const people = [
  'visitor',
  'blocked',
  'bookCode',
  'otherStudent',
  'otherSchool',
  'teacher',
  'manager',
  'owner',
] as const;
export type PersonName = (typeof people)[number];

/**
 * `in`: access is granted, and the server accepts or refuses the input for its content. Else the status that refuses the
 * person.
 */
export type Cell = 'in' | 401 | 403 | 404;
export type Cells = Readonly<Record<PersonName, Cell>>;

const forAll = (cell: Cell) => Object.fromEntries(people.map((person) => [person, cell])) as Cells;
const users = (otherStudent: Cell, otherSchool: Cell, teacher: Cell, manager: Cell, owner: Cell): Cells => ({
  visitor: 401,
  blocked: 401,
  bookCode: 403,
  otherStudent,
  otherSchool,
  teacher,
  manager,
  owner,
});

/** Data of the caller, or the same for all. */
const self = users('in', 'in', 'in', 'in', 'in');
/** A row of the owner, which does not exist for others. */
const own = users(404, 404, 404, 404, 'in');
/** For staff, each in their own school. */
const ofStaff = users(403, 'in', 403, 'in', 403);
const ofTheirSchool = users(403, 404, 403, 'in', 403);
const staffOrTeacher = users(403, 'in', 'in', 'in', 403);
const staffOfSchool = users(403, 404, 'in', 'in', 403);
/** For the teacher of a row and the office of its school; for all others it does not exist. */
const taught = users(404, 404, 'in', 'in', 404);

interface Permission {
  who: Who;
  scopes?: readonly LimitedScope[];
}

/** Kinds of users recognized by the session: each alone, and with a row that the input names. */
const groups: readonly (readonly [Who, Cells, Cells])[] = [
  [clubMember, users('in', 'in', 403, 'in', 'in'), users(404, 404, 403, 404, 'in')],
  // The other school's unit has no direct sales.
  [buyer, users('in', 403, 'in', 'in', 'in'), users(404, 403, 404, 404, 'in')],
  [ticketChecker, staffOrTeacher, staffOfSchool],
  [teacherOrStaff, staffOrTeacher, staffOfSchool],
  [teacher, users(403, 403, 'in', 403, 403), users(403, 403, 'in', 403, 403)],
  [employee, staffOrTeacher, staffOfSchool],
  [admin, users(403, 403, 403, 403, 403), users(403, 403, 403, 403, 403)],
];

/** Operations whose smallest input names a row that does not exist. */
const namesNothing: ReadonlySet<string> = new Set<OperationName | CallName>([
  'abroad.deleteDraftDocument',
  'abroad.getUsaPayment',
  'abroad.updateUsaPayment',
  'absences.cancelReplacement',
  'absences.recordReplacements',
  'account.endSession',
  'account.keepAccount',
  'account.switchAccount',
  'auth.removeFactor',
  'auth.renameFactor',
  'books.discardBookUpload',
  'books.downloadCopies',
  'books.getBookUpload',
  'books.installBook',
  'exchange.createExchangePayment',
  'exchange.getExchangePayment',
  'exchange.payExchangeWithCard',
  'people.joinAccount',
  'people.refuseProposal',
  'promo.cancelPromo',
  'promo.restorePromo',
  'sync.getSheet',
  'sync.importSheet',
  'teaching.cancelClosedDay',
  'teaching.downloadLessonFile',
  'teaching.removeClosedDay',
  'teaching.removeCorrection',
  'teaching.removeLessonMaterial',
]);

/** Who may call an operation, by its name and its `who`. */
export function cellsOf(name: string, { who, scopes = [] }: Permission): Cells {
  const cells = kindOf(who);
  const byCode = who.kind === 'user' && scopes.includes('book') ? { ...cells, bookCode: cells.owner } : cells;
  return namesNothing.has(name) ? withoutThing(byCode) : byCode;
}

function kindOf(who: Who): Cells {
  switch (who.kind) {
    case 'visitor':
      if (who.secret) return forAll(404);
      if (who.onPublicPage) return self;
      return who.of ? { ...own, visitor: 404 } : forAll('in');
    case 'staff':
      return who.of ? ofTheirSchool : ofStaff;
    case 'taught':
      return taught;
    case 'user': {
      const group = groups.find(([each]) => each.kind === 'user' && each.may === who.may && who.may !== undefined);
      if (who.ofSchool) return { ...(group?.[1] ?? self), otherSchool: 404 };
      if (group) return who.of ? group[2] : group[1];
      if (who.right) return { ...own, manager: 'in' };
      if (who.named) return users(403, 403, 403, 403, 'in');
      return who.of ? own : self;
    }
  }
}

/** All permitted callers get 404. */
const withoutThing = (cells: Cells): Cells =>
  Object.fromEntries(Object.entries(cells).map(([person, cell]) => [person, cell === 'in' ? 404 : cell])) as Cells;
