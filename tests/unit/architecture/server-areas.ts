import { readdirSync } from 'node:fs';

/** What every area of the server stands on. It knows none of them. */
export const groundOfServer: ReadonlySet<string> = new Set(['db', 'http', 'ports', 'threads']);

/** Areas of the server, with calls or without: all its folders but the ground. */
export const serverAreas: ReadonlySet<string> = new Set(
  readdirSync('src/server', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !groundOfServer.has(entry.name))
    .map(({ name }) => name),
);

/** Imports of another area's operations or queries, and of an area by the ground, with the reason. A stale one fails the test. */
export const borderImports: Readonly<Record<string, string>> = {
  'src/server/http/dispatch.ts → src/server/auth/find-session.ts': 'every call asks who sends it',
  'src/server/documents/emit-payments.ts → src/server/finance/queries.ts': 'the year of payments lists paid bills',
  'src/server/documents/queries.ts → src/server/finance/queries.ts': 'a document counts the bills that are due',
  'src/server/documents/receipt-notice.ts → src/server/finance/queries.ts': 'a receipt looks at its bill again',
  'src/server/documents/download-receipt.ts → src/server/finance/queries.ts (type)': 'the row of the paid bill',
  'src/server/english-test/issue-certificate.ts → src/server/documents/queries.ts': 'one certificate for one test',
  'src/server/seed/leads.ts → src/server/leads/queries.ts': 'the demo school writes contacts as the office does',
};

/**
 * Imports that close a ring of areas, with the reason. One that closes none any more fails the test. A call is served by
 * the area that its path names, also where another area does the work.
 */
export const ringImports: Readonly<Record<string, string>> = {
  'src/server/finance/operations.ts → src/server/documents/download-receipt.ts': 'serves the receipt of a bill',
  'src/server/finance/staff-operations.ts → src/server/documents/download-receipt.ts': 'serves the receipt of a bill',
  'src/server/account/profile-operations.ts → src/server/privacy/ask-erasure.ts': 'serves the erasure of an account',
  'src/server/account/profile-operations.ts → src/server/privacy/export-person.ts': 'serves the file of an account',
  'src/server/documents/create-document.ts → src/server/pedagogico/read-report.ts': 'draws the report of a student',
  'src/server/meters/meter-database.ts → src/server/auth/deliver-outbox.ts': 'counts mails beyond the last attempt',
  'src/server/http/pictures/public-picture.ts → src/server/ports/files.ts': 'the one way of a picture into the store',
  'src/server/http/pictures/public-picture.ts → src/server/ports/remove-files.ts': 'the replaced picture leaves it',
  'src/server/http/pictures/public-picture.ts → src/server/ports/store-files.ts':
    'the one way of a picture into the store',
};
