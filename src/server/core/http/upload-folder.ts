import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '#lib/rules/time/spans.ts';

const PREFIX = 'portal-upload-';
/** Machines and containers may share a folder, and each counts its processes separately. */
const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const startedAt = Date.now() - process.uptime() * 1000;

/** A new folder for the files of one request; its name has the owning process. */
export const newUploadFolder = (): Promise<string> => mkdtemp(join(tmpdir(), `${PREFIX}${host}-${process.pid}-`));

/**
 * Removes the folders of processes that ended without cleaning up. Uploads of a running process stay.
 *
 * @returns how many folders it removed
 */
export async function sweepUploads(now = Date.now()): Promise<number> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  let count = 0;
  for (const name of names) {
    const path = join(tmpdir(), name);
    const madeAt = (await stat(path).catch(() => null))?.mtimeMs;
    if (madeAt === undefined || !isLeft(name, madeAt, now)) continue;
    // It belongs to another user, or is already gone.
    await rm(path, { recursive: true, force: true }).then(
      () => count++,
      () => undefined,
    );
  }
  return count;
}

function isLeft(name: string, madeAt: number, now: number): boolean {
  const [, itsHost, pid] = /^portal-upload-([0-9a-f]{8})-(\d+)-/.exec(name) ?? [];
  // No upload takes a day.
  if (now - madeAt > DAY_MS) return true;
  if (itsHost !== host) return false;
  // In a container every start has the same process id.
  if (Number(pid) === process.pid) return madeAt < startedAt;
  return !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
