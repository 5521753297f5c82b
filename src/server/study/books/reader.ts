/** Whose books. `bookId`: only that book, for a session that came with its printed code (S17). */
export interface Reader {
  userId: number;
  bookId: number | null;
}
