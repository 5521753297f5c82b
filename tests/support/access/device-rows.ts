import { open, own, ownBody, self } from './rows.ts';
import type { Things } from './things.ts';

/** Who may send the calls about the devices of a person. */
export const deviceRows = (things: Things) => ({
  'devices.getPushKey': open(),
  'devices.getSubscription': own({ id: things.device }),
  'devices.listSubscriptions': self(),
  'devices.reportEvent': open(),
  'devices.subscribe': ownBody({}, { body: { ...things.browser, user_id: things.owner } }),
  'devices.testPush': self(),
  'devices.unsubscribe': own({ id: things.device }),
  'devices.updateSubscription': ownBody({}, { body: { auth: things.ownBrowser.auth, user_id: things.owner } }),
  'devices.updatePwa': self(),
});
