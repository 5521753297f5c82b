import type { Db } from '../../core/db/connection.ts';
import { forgetDevices } from './queries.ts';

/**
 * A logout removes its device, so that the next user of a shared device never reads the last user's notices (OPEN-09).
 */
export const forgetDeviceOf = (db: Db, sessionId: string) => forgetDevices(db, { sessionId });

/** Removes all devices of a person, when all sessions end. */
export const forgetDevicesOf = (db: Db, userId: number) => forgetDevices(db, { userId });
