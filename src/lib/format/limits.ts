/** Bytes of a megabyte, as the limits of uploads count it. */
export const MB = 1_048_576;

/** A limit of an upload as people read it: `2 MB`. */
export const megabytes = (bytes: number): string => `${Math.floor(bytes / MB)} MB`;

/** Bytes of a picture: of a profile, a reward, a group trip. */
export const MAX_PICTURE = 2 * MB;

/** Bytes of a file that a student submits; an assignment may allow less (PED-08). */
export const MAX_ACTIVITY_FILE = 20 * MB;

/** Documents of study abroad (ABROAD-09): bytes of each, and files and bytes of one request. */
export const MAX_DOCUMENTS = { max: 10 * MB, files: 8, maxTotal: 40 * MB } as const;

/** Bytes of a book that a school sends as one ZIP. */
export const MAX_BOOK_ZIP = 60 * MB;

/** Different products of one order, and pieces of one product. */
export const MAX_ORDER = { lines: 20, ofOne: 99 } as const;

/** Bytes of a page's form with one file, with room for its texts. */
export const formWith = (file: number): number => file + MB;

/** The lengths of a message that devices show, in UTF-16 units; the columns have the same width. */
export const MAX_MESSAGE = { title: 65, body: 180 } as const;
/** Bytes of a table that another system sends. */
export const MAX_SYNC_BYTES = 8 * MB;
export const MAX_SYNC_ROWS = 5_000;
/** How long an uploaded spreadsheet is stored between its dry run and its import. */
export const SHEET_STORED_MINUTES = 30;
/** Columns of any table, including unknown ones, and letters of a cell. */
export const MAX_COLUMNS = 200;
export const MAX_CELL = 2_000;
