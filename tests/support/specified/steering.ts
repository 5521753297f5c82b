// Messages between a test and the process of a host.

/**
 * The fault for calls whose name (such as `GET at-home/financeiro/`) begins with `at`. `silent` never answers,
 * `slow` waits `ms` first, `no` is 401, `broken` is 500, `odd` is another shape. `without` leaves one field out.
 */
export type Manner =
  | { at: string; does: 'silent' | 'no' | 'broken' | 'odd' }
  | { at: string; does: 'slow'; ms: number }
  | { at: string; does: 'without'; field: string };

/** One request, with data of fictitious people only. */
export interface Seen {
  /** Such as `GET users/me/`; an address outside section 7 is unchanged. */
  name: string;
  side: Side;
  /** The requested address without its query. */
  path: string;
  /** The brand of the requested portal host; null: a host of all brands. */
  brand: Brand | null;
  hasBearer: boolean;
  tmz: string | null;
  /** Fields of query and body; a file is shown as `(file)`. */
  fields: Record<string, unknown>;
}

export type Side = 'portal' | 'drive';
export type Brand = 'knn' | 'phenom';

export type Deed = { act: 'behave'; manners: Manner[]; except: string[] } | { act: 'take-seen' };
