import type { Engine } from '../connection.ts';
import { changesTriggers } from './changes.ts';
import { openContactTriggers } from './open-contacts.ts';
import { pointSumTriggers } from './point-sums.ts';
import { schoolOfPersonTriggers } from './school-of-person.ts';
import { searchTextTriggers } from './search-text.ts';
import { withoutClassTriggers } from './without-class.ts';

/** The triggers of the database: what they maintain cannot be forgotten by any code path. */
export const triggerStatements = (engine: Engine): string[] =>
  [
    pointSumTriggers,
    schoolOfPersonTriggers,
    searchTextTriggers,
    changesTriggers,
    openContactTriggers,
    withoutClassTriggers,
  ].flatMap((triggers) => triggers(engine));
