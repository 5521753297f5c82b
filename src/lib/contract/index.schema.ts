import { calls as abroad } from './abroad.schema.ts';
import { calls as absences } from './absences.schema.ts';
import { calls as account } from './account.schema.ts';
import { calls as auth } from './auth.schema.ts';
import { calls as books } from './books.schema.ts';
import { calls as broadcasts } from './broadcasts.schema.ts';
import { calls as club } from './club.schema.ts';
import type { CallSchema, SchemaOf } from './core.ts';
import { calls as devices } from './devices.schema.ts';
import { calls as englishTest } from './english-test.schema.ts';
import { calls as exchange } from './exchange.schema.ts';
import { calls as finance } from './finance.schema.ts';
import { calls as inbox } from './inbox.schema.ts';
import type { CallName, contract } from './index.ts';
import { calls as onlineClasses } from './online-classes.schema.ts';
import { calls as orders } from './orders.schema.ts';
import { calls as pedagogico } from './pedagogico.schema.ts';
import { calls as people } from './people.schema.ts';
import { calls as practice } from './practice.schema.ts';
import { calls as promo } from './promo.schema.ts';
import { calls as tour } from './tour.schema.ts';
import { calls as travel } from './travel.schema.ts';

/** Each call needs its own schema: a missing one, or that of another call, does not compile. */
type Named = {
  [Area in keyof typeof contract]: {
    [Name in keyof (typeof contract)[Area]]: SchemaOf<(typeof contract)[Area][Name]>;
  };
};

/** What each call of the contract takes and answers, by area. */
export const schemas = {
  abroad,
  absences,
  account,
  auth,
  books,
  club,
  englishTest,
  exchange,
  finance,
  people,
  inbox,
  onlineClasses,
  orders,
  pedagogico,
  practice,
  promo,
  devices,
  broadcasts,
  tour,
  travel,
} satisfies Named;

type Unsent = {
  [Area in keyof typeof schemas]: Exclude<keyof (typeof schemas)[Area], keyof (typeof contract)[Area]>;
}[keyof typeof schemas];
type None<Names extends never> = Names;
/** Does not compile while a schema has no call. */
export type EverySchemaHasItsCall = None<Unsent>;

const byArea: Readonly<Record<string, Readonly<Record<string, CallSchema>>>> = schemas;

/** What a call takes and answers. */
export function schemaOf(name: CallName): CallSchema {
  const [area = '', call = ''] = name.split('.');
  const schema = byArea[area]?.[call];
  if (!schema) throw new Error(`No call of the contract is named ${name}`);
  return schema;
}
