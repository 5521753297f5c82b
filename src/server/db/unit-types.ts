import type { Generated } from 'kysely';

/** What a unit has besides its data. */
export interface UnitStanding {
  /** When it was closed, ISO-8601; null: it takes new people, contacts and classes. */
  encerrada_em: Generated<string | null>;
  /** A list of the names that it had before, by which files still find it (0151). */
  nomes_antes: Generated<string | null>;
}
