import { calls as abroadSchemas } from './abroad.schema.ts';
import * as abroad from './abroad.ts';
import { calls as accountSchemas } from './account.schema.ts';
import * as account from './account.ts';
import { calls as authSchemas } from './auth.schema.ts';
import * as auth from './auth.ts';
import { calls as booksSchemas } from './books.schema.ts';
import * as books from './books.ts';
import { calls as broadcastsSchemas } from './broadcasts.schema.ts';
import * as broadcasts from './broadcasts.ts';
import { calls as clubSchemas } from './club.schema.ts';
import * as club from './club.ts';
import type { Call, CallSchema, SchemaOf } from './core.ts';
import { calls as devicesSchemas } from './devices.schema.ts';
import * as devices from './devices.ts';
import { calls as englishTestSchemas } from './english-test.schema.ts';
import * as englishTest from './english-test.ts';
import { calls as exchangeSchemas } from './exchange.schema.ts';
import * as exchange from './exchange.ts';
import { calls as financeSchemas } from './finance.schema.ts';
import * as finance from './finance.ts';
import { calls as leadsSchemas } from './leads.schema.ts';
import * as leads from './leads.ts';
import { calls as onlineClassesSchemas } from './online-classes.schema.ts';
import * as onlineClasses from './online-classes.ts';
import { calls as ordersSchemas } from './orders.schema.ts';
import * as orders from './orders.ts';
import { calls as pedagogicoSchemas } from './pedagogico.schema.ts';
import * as pedagogico from './pedagogico.ts';
import { calls as practiceSchemas } from './practice.schema.ts';
import * as practice from './practice.ts';
import { calls as promoSchemas } from './promo.schema.ts';
import * as promo from './promo.ts';
import { calls as studentsSchemas } from './students.schema.ts';
import * as students from './students.ts';
import { calls as syncSchemas } from './sync.schema.ts';
import * as sync from './sync.ts';
import { calls as teachingSchemas } from './teaching.schema.ts';
import * as teaching from './teaching.ts';
import { calls as tourSchemas } from './tour.schema.ts';
import * as tour from './tour.ts';
import { calls as travelSchemas } from './travel.schema.ts';
import * as travel from './travel.ts';
import { calls as whatsappSchemas } from './whatsapp.schema.ts';
import * as whatsapp from './whatsapp.ts';

/** Every call of the contract, by area: how to send it. */
export const contract = {
  abroad,
  account,
  auth,
  books,
  club,
  englishTest,
  exchange,
  finance,
  leads,
  onlineClasses,
  orders,
  pedagogico,
  practice,
  promo,
  students,
  sync,
  devices,
  broadcasts,
  teaching,
  tour,
  travel,
  whatsapp,
} as const;

export type Area = keyof typeof contract;

/** What the calls of each area are about, for readers of the API's description. */
export const areaDescriptions: Readonly<Record<Area, string>> = {
  abroad: 'Study abroad: trips, requests, documents, payments',
  account: 'Profile, registration, consent, and what the school stores about a person',
  auth: 'Login, second factor, passkeys, sessions, password recovery',
  books: 'Books: contents, copies, printed codes, units for offline study',
  club: 'Loyalty club: points, rewards, redemptions, referrals',
  englishTest: 'Level test',
  exchange: 'Foreign currency: rates and orders',
  finance: 'Installments, payments, receipts, statements',
  leads: 'Prospects: who asked, and the next step',
  onlineClasses: 'Online classes',
  orders: 'Orders of material: shop, cart, coupons, delivery',
  pedagogico: 'A student in class: activities, grades, attendance',
  practice: 'Practice with a book: sessions, words, tests',
  promo: 'Promotional pages: content, versions, forms',
  students: 'Students, as the office sees them',
  sync: 'Tables and changes, for other systems',
  devices: 'Browsers that get push notifications',
  broadcasts: 'Messages to many people: audience, sending, log',
  teaching: 'Classes, lessons and corrections, as a teacher sees them',
  tour: 'Tours of the portal that a person has seen',
  travel: 'Events: campaigns, dates, tickets',
  whatsapp: 'Messages of Meta about numbers of WhatsApp Business',
};

/** Each call by its area and name, such as `club.redeemReward`. */
export type CallName = { [A in Area]: `${A}.${keyof (typeof contract)[A] & string}` }[Area];

/** Each call needs its own schema: a missing or mismatched schema does not compile. */
type Named = {
  [Area in keyof typeof contract]: {
    [Name in keyof (typeof contract)[Area]]: SchemaOf<(typeof contract)[Area][Name]>;
  };
};

/** What each call of the contract takes and answers, by area. */
export const schemas = {
  abroad: abroadSchemas,
  account: accountSchemas,
  auth: authSchemas,
  books: booksSchemas,
  club: clubSchemas,
  englishTest: englishTestSchemas,
  exchange: exchangeSchemas,
  finance: financeSchemas,
  leads: leadsSchemas,
  onlineClasses: onlineClassesSchemas,
  orders: ordersSchemas,
  pedagogico: pedagogicoSchemas,
  practice: practiceSchemas,
  promo: promoSchemas,
  students: studentsSchemas,
  sync: syncSchemas,
  devices: devicesSchemas,
  broadcasts: broadcastsSchemas,
  teaching: teachingSchemas,
  tour: tourSchemas,
  travel: travelSchemas,
  whatsapp: whatsappSchemas,
} satisfies Named;

type Unsent = {
  [Area in keyof typeof schemas]: Exclude<keyof (typeof schemas)[Area], keyof (typeof contract)[Area]>;
}[keyof typeof schemas];
type None<Names extends never> = Names;
/** Does not compile while a schema has no call. */
export type EverySchemaHasItsCall = None<Unsent>;

const byArea: Readonly<Record<string, Readonly<Record<string, CallSchema>>>> = schemas;

/** What a call takes and answers. */
export function schemaOf(name: string): CallSchema {
  const [area = '', call = ''] = name.split('.');
  const schema = byArea[area]?.[call];
  if (!schema) throw new Error(`No call of the contract is named ${name}`);
  return schema;
}

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
