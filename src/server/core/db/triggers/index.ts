import type { Engine } from '../connection.ts';
import { changesTriggers } from './changes.ts';
import { openContactTriggers } from './open-contacts.ts';
import { pointSumTriggers } from './point-sums.ts';
import { schoolOfPersonTriggers } from './school-of-person.ts';
import { searchTextTriggers } from './search-text.ts';
import { withoutClassTriggers } from './without-class.ts';

/** What the database keeps by itself, so that no way of writing can forget it. */
export const triggerStatements = (engine: Engine): string[] =>
  [
    pointSumTriggers,
    schoolOfPersonTriggers,
    searchTextTriggers,
    changesTriggers,
    openContactTriggers,
    withoutClassTriggers,
  ].flatMap((triggers) => triggers(engine));
