import type { Db } from '../db/connection.ts';
import { forgetDevices } from './queries.ts';

/** A logout takes its device off, so that the next user of a shared one never reads the notices of the last (OPEN-09). */
export const forgetDeviceOf = (db: Db, sessionId: string) => forgetDevices(db, { sessionId });

/** All devices of a person, when all sessions end. */
export const forgetDevicesOf = (db: Db, userId: number) => forgetDevices(db, { userId });
