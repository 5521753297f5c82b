// What a test and the process of a host say to each other.

/**
 * How the host answers calls whose name (such as `GET at-home/financeiro/`) begins with `at`. `silent` never answers,
 * `slow` waits `ms` first, `no` is 401, `broken` is 500, `odd` is another shape. `without` leaves one field out.
 */
export type Manner =
  | { at: string; does: 'silent' | 'no' | 'broken' | 'odd' }
  | { at: string; does: 'slow'; ms: number }
  | { at: string; does: 'without'; field: string };

/** One request. Everything in it belongs to people who do not exist. */
export interface Seen {
  /** Such as `GET users/me/`; an address that section 7 does not have stands as it came. */
  name: string;
  side: Side;
  /** The address as it came, without its query. */
  path: string;
  /** Whose portal host was asked; null: a host of all brands. */
  brand: Brand | null;
  hasBearer: boolean;
  tmz: string | null;
  /** Of the query and of the body; a file stands as `(file)`. */
  fields: Record<string, unknown>;
}

export type Side = 'portal' | 'drive';
export type Brand = 'knn' | 'phenom';

export type Deed = { act: 'behave'; manners: Manner[]; except: string[] } | { act: 'take-seen' };
