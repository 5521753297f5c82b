import { expect, type Page } from '@playwright/test';

/** Gives the pages a microphone that hums: the machine has none. */
export async function humIntoMicrophone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Blank pages have none.
    if (!navigator.mediaDevices) return;
    navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext();
      const target = context.createMediaStreamDestination();
      const tone = context.createOscillator();
      tone.connect(target);
      tone.start();
      return target.stream;
    };
  });
}

/** Waits while a recording goes on, long enough for a first piece of sound. */
export async function untilSoundCame(page: Page): Promise<void> {
  const begun = await page.evaluate(() => performance.now());
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(begun + 1_000);
}
