import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startPortal } from '../../../scripts/portal-process.ts';
import { shiftDay } from '../../../src/lib/rules/time/days.ts';
import { isNationalHoliday } from '../../../src/lib/rules/time/holidays.ts';
import { dayIn } from '../../../src/lib/rules/time/zones.ts';

export const SEEDED = resolve('.cache/test/school');

/** Seeds one demo school before the first test: seeding takes a third of the start of a portal. */
export default async function seedSchool(): Promise<void> {
  rmSync(SEEDED, { recursive: true, force: true });
  const portal = await startPortal({ DATA_DIR: SEEDED });
  await portal.stop();
}

/** Whether no class of a new timetable meets on the day that is so many days ahead. */
export const isHoliday = (daysAhead = 0): boolean =>
  isNationalHoliday(shiftDay(dayIn('America/Sao_Paulo', new Date()), daysAhead));

export const emptyFolder = () => mkdtempSync(join(tmpdir(), 'portal-data-'));

/** @returns a folder with a demo school of its own, for `DATA_DIR` */
export function copyOfSchool(): string {
  const folder = emptyFolder();
  cpSync(SEEDED, folder, { recursive: true });
  return folder;
}
