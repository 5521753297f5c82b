import * as abroad from './abroad.ts';
import * as absences from './absences.ts';
import * as account from './account.ts';
import * as auth from './auth.ts';
import * as books from './books.ts';
import * as broadcasts from './broadcasts.ts';
import * as club from './club.ts';
import type { Call, SchemaOf } from './core.ts';
import * as devices from './devices.ts';
import * as englishTest from './english-test.ts';
import * as exchange from './exchange.ts';
import * as finance from './finance.ts';
import * as inbox from './inbox.ts';
import * as onlineClasses from './online-classes.ts';
import * as orders from './orders.ts';
import * as pedagogico from './pedagogico.ts';
import * as people from './people.ts';
import * as practice from './practice.ts';
import * as promo from './promo.ts';
import * as tour from './tour.ts';
import * as travel from './travel.ts';

/** Every call that the portal makes, by area: how to send it. `index.schema.ts` says what it takes. */
export const contract = {
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
} as const;

export type Area = keyof typeof contract;
/** Each call by its area and name, such as `club.redeemReward`. */
export type CallName = { [A in Area]: `${A}.${keyof (typeof contract)[A] & string}` }[Area];

type OwnNames<Calls> = {
  [Name in keyof Calls & string]: SchemaOf<Calls[Name]> extends { ledger: 'ours' | 'API-51' } ? Name : never;
}[keyof Calls & string];
/** The calls that the specification lacks, and the postal codes (API-51), which come from a third party. */
export type OwnCall = { [A in Area]: `${A}.${OwnNames<(typeof contract)[A]>}` }[Area];

/** A call with its name. */
export interface NamedCall {
  name: CallName;
  call: Call;
}

/** Every call of the contract, by area. */
export const everyCall = (): NamedCall[] =>
  Object.entries(contract).flatMap(([area, calls]) =>
    Object.entries<Call>(calls).map(([name, call]) => ({ name: `${area}.${name}` as CallName, call })),
  );
