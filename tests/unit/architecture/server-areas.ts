import { readdirSync } from 'node:fs';

/**
 * The rooms of `src/server`, from top to bottom: a room imports only those below it. Each has areas as folders; the club is
 * an area by itself.
 */
export const rooms: Readonly<Record<string, string>> = {
  operate:
    'what the operator does: commands, backup, doctor, sync, jobs, figures, the demo school, privacy across areas',
  school:
    'what the office does: contacts, promotion, students, units, events, study abroad, writing to many, the panel',
  identity: 'who somebody is: accounts, login and factors, people, staff and rights, families',
  money: 'bills and how they are paid, orders, exchange, documents with a check address',
  study: 'books and practice, classes and lessons, attendance, work, grades',
  club: 'points, rewards, referrals',
  messages: 'notices, devices, mail, contacts as they come in',
  core: 'what all stand on: the database, the dispatcher, the world outside, threads, jobs in turn, texts of the school',
};

const foldersOf = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

export const foldersOfServer = foldersOf('src/server');
export const roomOf = (file: string) => /^src\/server\/([^/]+)\//.exec(file)?.[1];

/** The area of a file: its folder in a room. */
export function areaOf(file: string): string | undefined {
  const [room, area, ...rest] = file.replace(/^src\/server\//, '').split('/');
  return room !== 'club' && rest.length > 0 ? area : room;
}

/** The base of every area of the server. It imports none of them, except for their tables (`src/server/tables.ts`, 0181). */
export const groundOfServer: ReadonlySet<string> = new Set(['db', 'http', 'ports', 'threads']);

/** Areas of the server, with or without operations: all folders of its rooms except the base. */
export const serverAreas: ReadonlySet<string> = new Set(
  foldersOfServer
    .flatMap((room) => (room === 'club' ? [room] : foldersOf(`src/server/${room}`)))
    .filter((name) => !groundOfServer.has(name)),
);

/** Imports of a room by one below it, without types, with the reason. A stale entry fails the test. */
export const upImports: Readonly<Record<string, string>> = {
  'src/server/club/bonuses.ts → src/server/school/broadcasts/audience.ts': 'points are given to an audience',
  'src/server/club/bonuses.ts → src/server/school/broadcasts/preview-audience.ts': 'points are given to an audience',
  'src/server/club/bonuses.ts → src/server/school/broadcasts/access.ts': 'points are given to an audience',
  'src/server/club/place-discounts.ts → src/server/money/finance/pix.ts': 'points lower a bill',
  'src/server/core/http/dispatch.ts → src/server/identity/auth/find-session.ts': 'every operation asks who sends it',
  'src/server/identity/account/profile-operations.ts → src/server/operate/privacy/erasure.ts':
    'serves the erasure of an account',
  'src/server/identity/account/profile-operations.ts → src/server/operate/privacy/export-person.ts':
    'serves the file of an account',
  'src/server/school/students/read-student.ts → src/server/operate/privacy/erasure.ts':
    'the office sees a request of erasure',
  'src/server/identity/people/do-wishes.ts → src/server/school/leads/enroll-lead.ts': 'a contact becomes a student',
  'src/server/messages/inbox/guardian-accounts.ts → src/server/identity/auth/guardian-of.ts':
    'notices of a child go to who may see it',
  'src/server/messages/inbox/notify-staff.ts → src/server/identity/auth/read-rights.ts':
    'notices go to staff with a right',
  'src/server/money/finance/dependents.ts → src/server/identity/family/children.ts':
    'who answers for a child pays its bills',
  'src/server/study/absences/family-enrollment.ts → src/server/identity/family/children.ts':
    'a guardian reports the absence of a child',
  'src/server/study/online-classes/operations.ts → src/server/identity/family/children.ts':
    'the calendar of a guardian has the lessons of the children',
  'src/server/study/online-classes/operations.ts → src/server/school/travel/events.ts':
    'a calendar names the events of its tickets',
  'src/server/study/class-messages/list-threads.ts → src/server/identity/family/children.ts':
    'a guardian reads the threads of a child',
  'src/server/study/books/copies.ts → src/server/identity/auth/session.ts':
    'a printed code that is unlinked ends its sessions',
  'src/server/study/pedagogico/study-day.ts → src/server/school/travel/events.ts': 'the day names its event',
};

/** Imports of another area's operations or queries, and of an area by the base, with the reason. A stale entry fails the test. */
export const borderImports: Readonly<Record<string, string>> = {
  'src/server/core/http/dispatch.ts → src/server/identity/auth/find-session.ts': 'every call asks who sends it',
  'src/server/money/documents/declarations.ts → src/server/money/finance/queries.ts':
    'the year of payments lists paid bills',
  'src/server/money/documents/queries.ts → src/server/money/finance/queries.ts':
    'a document counts the bills that are due',
  'src/server/money/documents/receipt-notice.ts → src/server/money/finance/queries.ts':
    'a receipt looks at its bill again',
  'src/server/money/documents/receipt.ts → src/server/money/finance/queries.ts (type)': 'the row of the paid bill',
  'src/server/school/english-test/issue-certificate.ts → src/server/money/documents/queries.ts':
    'one certificate for one test',
  'src/server/operate/seed/leads.ts → src/server/school/leads/queries.ts':
    'the demo school writes contacts as the office does',
};

/**
 * Imports that make a cycle of areas, with the reason. A stale entry fails the test. A call is served by
 * the area that its path names, also where another area does the work.
 */
export const ringImports: Readonly<Record<string, string>> = {
  'src/server/identity/auth/operations.ts → src/server/identity/account/guardian-account.ts':
    'serves the invitation of a guardian',
  'src/server/identity/auth/operations.ts → src/server/identity/account/inputs.ts':
    'serves the registration with a book',
  'src/server/identity/auth/operations.ts → src/server/identity/account/register-with-book.ts':
    'serves the registration with a book',
  'src/server/money/finance/operations.ts → src/server/money/documents/receipt.ts': 'serves the receipt of a bill',
  'src/server/money/finance/staff-operations.ts → src/server/money/documents/receipt.ts':
    'serves the receipt of a bill',
  'src/server/identity/account/profile-operations.ts → src/server/operate/privacy/erasure.ts':
    'serves the erasure of an account',
  'src/server/identity/account/profile-operations.ts → src/server/operate/privacy/export-person.ts':
    'serves the file of an account',
  'src/server/money/finance/dependents.ts → src/server/identity/family/children.ts':
    'who answers for a child pays its bills',
  'src/server/money/documents/declarations.ts → src/server/study/pedagogico/grades.ts': 'draws the report of a student',
  'src/server/core/http/pictures/public-picture.ts → src/server/core/ports/files.ts':
    'the one way of a picture into the store',
  'src/server/core/http/pictures/public-picture.ts → src/server/core/ports/remove-files.ts':
    'the replaced picture leaves it',
  'src/server/core/http/pictures/public-picture.ts → src/server/core/ports/store-files.ts':
    'the one way of a picture into the store',
};
