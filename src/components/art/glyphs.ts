/** The subject of an empty, failed or unfinished place. */
export type ArtKind =
  | 'books'
  | 'classes'
  | 'bills'
  | 'points'
  | 'orders'
  | 'notices'
  | 'search'
  | 'error'
  | 'offline'
  | 'building';

/** One stroke drawing for each kind, in a box of 64, shared by both brands. */
export const glyphs: Record<ArtKind, string> = {
  books: 'M32 18c-5-4-12-5-20-4v32c8-1 15 0 20 4 5-4 12-5 20-4V14c-8-1-15 0-20 4Zm0 0v32',
  classes: 'M10 14h44v30H10ZM24 54h16M32 44v10M28 23v12l10-6Z',
  bills: 'M16 10h32v44l-6-4-5 4-5-4-5 4-5-4-6 4ZM24 22h16M24 32h16M24 41h8',
  points: 'm32 10 6.6 13.8 15 2-11 10.5 2.8 15L32 44l-13.4 7.3 2.8-15-11-10.5 15-2Z',
  orders: 'M10 22 32 10l22 12v22L32 56 10 44Zm0 0 22 12 22-12M32 34v22M21 16l22 12',
  notices: 'M14 44h36c-4-5-5-8-5-17a13 13 0 0 0-26 0c0 9-1 12-5 17Zm12 6a6 6 0 0 0 12 0M32 14V9',
  search: 'M28 12a16 16 0 1 0 0 32 16 16 0 0 0 0-32Zm12 28 13 13',
  error: 'M32 12 56 52H8ZM32 28v10M32 45v0',
  offline: 'M10 26c6-6 14-9 22-9s16 3 22 9M19 36c4-4 8-5 13-5s9 1 13 5M32 46v0M12 54 52 10',
  building: 'M27 12h10l13 38H14ZM22.5 25h19M18 38h28M8 50h48',
};
