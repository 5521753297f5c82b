import type { CallName, contract } from '#lib/contract/index.schema.ts';
import { abroadRoutes } from './abroad/routes.ts';
import { registerWithBook } from './account/register-with-book.ts';
import { accountRoutes } from './account/routes.ts';
import { authRoutes } from './auth/routes.ts';
import { booksRoutes } from './books/routes.ts';
import { broadcastsRoutes } from './broadcasts/routes.ts';
import { clubRoutes } from './club/routes.ts';
import { devicesRoutes } from './devices/routes.ts';
import { englishTestRoutes } from './english-test/routes.ts';
import { exchangeRoutes } from './exchange/routes.ts';
import { financeRoutes } from './finance/routes.ts';
import type { Routes } from './http/handler.ts';
import { inboxRoutes } from './inbox/routes.ts';
import { leadsRoutes } from './leads/routes.ts';
import { onlineClassesRoutes } from './online-classes/routes.ts';
import { ordersRoutes } from './orders/routes.ts';
import { panelRoutes } from './panel/routes.ts';
import { pedagogicoRoutes } from './pedagogico/routes.ts';
import { practiceRoutes } from './practice/routes.ts';
import { promoRoutes } from './promo/routes.ts';
import { studentsRoutes } from './students/routes.ts';
import { syncRoutes } from './sync/routes.ts';
import { teachingRoutes } from './teaching/routes.ts';
import { tourRoutes } from './tour/routes.ts';
import { travelRoutes } from './travel/routes.ts';

type Handlers = { [Area in keyof typeof contract]: Routes<(typeof contract)[Area]> };

/** The handlers of all calls of the contract. A missing area or call is a type error. */
const handlers: Handlers = {
  auth: { ...authRoutes, registerWithBook: ({ body }, ctx) => registerWithBook(ctx, body) },
  account: accountRoutes,
  books: booksRoutes,
  tour: tourRoutes,
  inbox: inboxRoutes,
  leads: leadsRoutes,
  pedagogico: pedagogicoRoutes,
  practice: practiceRoutes,
  onlineClasses: onlineClassesRoutes,
  englishTest: englishTestRoutes,
  finance: financeRoutes,
  orders: ordersRoutes,
  exchange: exchangeRoutes,
  club: clubRoutes,
  devices: devicesRoutes,
  broadcasts: broadcastsRoutes,
  panel: panelRoutes,
  sync: syncRoutes,
  teaching: teachingRoutes,
  promo: promoRoutes,
  students: studentsRoutes,
  abroad: abroadRoutes,
  travel: travelRoutes,
};

const byArea: Readonly<Record<string, Readonly<Record<string, unknown>>>> = handlers;

/** The handler of a call. Its type is lost, because a name picks it. */
export function handlerOf(name: CallName): unknown {
  const [area = '', call = ''] = name.split('.');
  return byArea[area]?.[call];
}
