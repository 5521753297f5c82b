import { expect, type Page } from '@playwright/test';

/** Gives the pages a microphone that hums: the machine has none. `window.microphones` counts how often it was opened. */
export async function humIntoMicrophone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Blank pages have none.
    if (!navigator.mediaDevices) return;
    let microphones = 0;
    navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext();
      microphones += 1;
      Object.assign(window, { hum: context, microphones });
      const target = context.createMediaStreamDestination();
      const tone = context.createOscillator();
      tone.connect(target);
      tone.start();
      return target.stream;
    };
  });
}

/** Waits until the microphone has hummed for a second. A browser may open its sound some time after a recording begins. */
export async function untilSoundCame(page: Page): Promise<void> {
  const hummed = () => page.evaluate<number>('hum.currentTime');
  const begun = await hummed();
  await expect.poll(hummed).toBeGreaterThan(begun + 1);
}
