import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { growSchool } from '../../src/server/operate/seed/load.ts';
import { SECRET } from '../support/bare-env.ts';
import { openBucket } from '../support/bucket.ts';
import { sharedDatabase } from '../support/databases.ts';
import { KilledPortal } from '../support/killed-portal.ts';
import { openMailServer } from '../support/mail-server.ts';
import { mails, payments, points, settings, uploads, type Writer } from '../support/mixed-writes.ts';
import { engines, openTestSchool } from '../support/school.ts';

/** `KILLS=50 npm run test:api -- tests/api/killed.deep.test.ts` is the long run. */
const KILLS = Number(process.env.KILLS ?? 3);
const STUDENTS = Math.max(40, KILLS * 8);
/** More requests than any person sends. */
const LIMITS = ['upload', 'card-payer', 'card-bill', 'recovery-account', 'recovery-address']
  .map((rule) => `${rule}=1000000/3600`)
  .join(',');

/** Mostly soon; sometimes late enough to take over the jobs of a killed process, sometimes before it listens. */
function livesFor(round: number): { ms: number; isUp: boolean } {
  if (round % 7 === 3) return { ms: 100 + Math.random() * 900, isUp: false };
  if (round % 5 === 1) return { ms: 6_000 + Math.random() * 1_500, isUp: true };
  return { ms: Math.random() * 1_500, isUp: true };
}

it.each(engines)(
  `S3 S4 must show: %s, killed ${KILLS} times under mixed writes, keeps all that was answered, files and mails too`,
  async (engine) => {
    const { env: database, remove } = await sharedDatabase(engine);
    const folder = mkdtempSync(join(tmpdir(), 'portal-killed-'));
    const bucket = await openBucket();
    const smtp = await openMailServer();
    // One engine keeps files in its folder, the other in a bucket.
    const env = { DATA_DIR: folder, ...(engine === 'postgres' && bucket.env), ...database };
    const portal = await openTestSchool(engine, { env });
    await growSchool(portal.school, STUDENTS);
    await portal.school.db.updateTable('rewards').set({ estoque: 1_000_000 }).where('id', '=', 8).execute();
    const live = new KilledPortal(
      {
        ...env,
        NODE_ENV: 'test',
        SECRET,
        DEMO: 'on',
        STAFF_FACTOR: 'offered',
        SMTP_URL: smtp.url,
        LIMITS,
        LOG_LEVEL: 'error',
      },
      await freePort(),
    );
    onTestFinished(() => live.stop());
    const mailed = await mails(portal, live, smtp.taken);
    const writers: Record<string, Writer> = {
      uploads: await uploads(portal, live),
      points: await points(portal, live),
      payments: await payments(portal, live),
      settings: await settings(portal, live, 4),
      mails: mailed,
    };
    let isOver = false;
    const started = live.start();
    const running = Object.values(writers).map(async ({ write }) => {
      while (!isOver) await write();
    });
    await started;
    for (let round = 0; round < KILLS; round += 1) {
      const { ms, isUp } = livesFor(round);
      if (round > 0) {
        const start = live.start();
        if (isUp) await start;
      }
      await live.killAfter(ms);
    }
    await live.start();
    isOver = true;
    await Promise.all(running);
    const waiting = () =>
      portal.school.db
        .selectFrom('outbox')
        .select('id')
        .where('sent_at', 'is', null)
        .unionAll(portal.school.db.selectFrom('recovery_requests').select('id').where('handled_at', 'is', null))
        .execute();
    await expect.poll(waiting, { timeout: 120_000, interval: 200 }).toEqual([]);
    await live.stop();

    for (const { check, acknowledged } of Object.values(writers)) {
      await check();
      expect(acknowledged()).toBeGreaterThan(0);
    }
    if (process.env.KILLS) {
      const counts = Object.entries(writers).map(([name, { acknowledged }]) => `${name} ${acknowledged()}`);
      console.info(`${engine}: ${live.kills} kills; ${counts.join(', ')}; mails sent twice ${mailed.copies()}`);
    }
    await portal.close();
    await Promise.all([smtp.close(), bucket.close(), remove()]);
    rmSync(folder, { recursive: true, force: true });
  },
  3_600_000,
);
