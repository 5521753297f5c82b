import { grammarA1 } from './a1/grammar.ts';
import { listeningA1 } from './a1/listening.ts';
import { readingA1 } from './a1/reading.ts';
import { vocabularyA1 } from './a1/vocabulary.ts';
import { grammarA2 } from './a2/grammar.ts';
import { listeningA2 } from './a2/listening.ts';
import { readingA2 } from './a2/reading.ts';
import { vocabularyA2 } from './a2/vocabulary.ts';
import { grammarB1 } from './b1/grammar.ts';
import { listeningB1 } from './b1/listening.ts';
import { readingB1 } from './b1/reading.ts';
import { vocabularyB1 } from './b1/vocabulary.ts';
import { grammarB2 } from './b2/grammar.ts';
import { listeningB2 } from './b2/listening.ts';
import { readingB2 } from './b2/reading.ts';
import { vocabularyB2 } from './b2/vocabulary.ts';
import { grammarC1 } from './c1/grammar.ts';
import { listeningC1 } from './c1/listening.ts';
import { readingC1 } from './c1/reading.ts';
import { vocabularyC1 } from './c1/vocabulary.ts';
import type { Item } from './item.ts';

/** Every item of the level test. Parameters and answers stay on the server. */
export const BANK: readonly Item[] = [
  ...grammarA1,
  ...vocabularyA1,
  ...readingA1,
  ...listeningA1,
  ...grammarA2,
  ...vocabularyA2,
  ...readingA2,
  ...listeningA2,
  ...grammarB1,
  ...vocabularyB1,
  ...readingB1,
  ...listeningB1,
  ...grammarB2,
  ...vocabularyB2,
  ...readingB2,
  ...listeningB2,
  ...grammarC1,
  ...vocabularyC1,
  ...readingC1,
  ...listeningC1,
];

const byId: ReadonlyMap<string, Item> = new Map(BANK.map((item) => [item.id, item]));

/** The item of that id; undefined when there is none (a retired item, an invented id). */
export const findItem = (id: string): Item | undefined => byId.get(id);
