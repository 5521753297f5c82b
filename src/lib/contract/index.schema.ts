import { calls as abroad } from './abroad.schema.ts';
import { calls as account } from './account.schema.ts';
import { calls as auth } from './auth.schema.ts';
import { calls as books } from './books.schema.ts';
import { calls as club } from './club.schema.ts';
import { calls as englishTest } from './english-test.schema.ts';
import { calls as exchange } from './exchange.schema.ts';
import { calls as finance } from './finance.schema.ts';
import { calls as manager } from './manager.schema.ts';
import { calls as notices } from './notices.schema.ts';
import { calls as onlineClasses } from './online-classes.schema.ts';
import { calls as orders } from './orders.schema.ts';
import { calls as pedagogico } from './pedagogico.schema.ts';
import { calls as practice } from './practice.schema.ts';
import { calls as promo } from './promo.schema.ts';
import { calls as push } from './push.schema.ts';
import { calls as tour } from './tour.schema.ts';
import { calls as travel } from './travel.schema.ts';
import type { contract } from './index.ts';

/** What each call of the contract carries and answers, by area. */
export const schemas = {
  abroad,
  account,
  auth,
  books,
  club,
  englishTest,
  exchange,
  finance,
  manager,
  notices,
  onlineClasses,
  orders,
  pedagogico,
  practice,
  promo,
  push,
  tour,
  travel,
};

type SameKeys<A, B> = [keyof A, keyof B] extends [keyof B, keyof A] ? true : never;
type Checked = { [Area in keyof typeof contract]: SameKeys<(typeof contract)[Area], (typeof schemas)[Area]> };

/** A call without a schema, or a schema without a call, does not compile. */
export const everyCallHasItsSchema: { [Area in keyof Checked]: Checked[Area] extends true ? true : never } = Object.fromEntries(
  Object.keys(schemas).map((area) => [area, true]),
) as { [Area in keyof Checked]: true };
