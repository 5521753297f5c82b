import { DAY_MS } from '../time/spans.ts';

const PAUSE_MS = 30 * DAY_MS;

/** The facts about the installation when it is reported to the server (PWA-03, PWA-06). */
export interface InstallFacts {
  /** The portal runs in a window of its own. */
  isStandalone: boolean;
  /** This kind of browser offers installation; iOS and Firefox never do. */
  offersInstall: boolean;
  /** The browser offered it on this page, so the portal is not installed. */
  wasOffered: boolean;
}

/**
 * Whether the portal counts as installed: it runs in its own window, or a browser that offers installation has not
 * offered.
 */
export const countsAsInstalled = ({ isStandalone, offersInstall, wasOffered }: InstallFacts): boolean =>
  isStandalone || (offersInstall && !wasOffered);

/**
 * Whether the install card may be shown: from the second visit on, and not for thirty days after "Agora não". Times in
 * milliseconds.
 */
export const isCardWelcome = (visits: number, dismissedAt: number, now: number): boolean =>
  visits > 1 && now - dismissedAt > PAUSE_MS;

/** iPhones, and iPads that say they are a Mac with a touch screen. */
export const isIos = (userAgent: string, touchPoints: number): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
