import { reach1 } from './reach-1/index.ts';
import { reach2 } from './reach-2/index.ts';
import type { UnitContent } from './unit-content.ts';
import { way1 } from './way-1/index.ts';
import { way2 } from './way-2/index.ts';

/** By the code of the book, in lower case: also the name of its folders. */
export const contents: Readonly<Record<string, readonly UnitContent[]>> = {
  'way-1': way1,
  'way-2': way2,
  'reach-1': reach1,
  'reach-2': reach2,
};
