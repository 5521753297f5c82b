/** Whose books. `bookId`: that one alone, for a session that came with its printed code (S17). */
export interface Reader {
  userId: number;
  bookId: number | null;
}
