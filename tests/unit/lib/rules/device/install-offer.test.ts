import { describe, expect, test } from 'vitest';
import { countsAsInstalled, isCardWelcome, isIos } from '../../../../../src/lib/rules/device/install-offer.ts';

describe('the installed flag (PWA-03, PWA-06)', () => {
  test.each([
    [{ isStandalone: true, offersInstall: false, wasOffered: false }, true],
    [{ isStandalone: true, offersInstall: true, wasOffered: false }, true],
    [{ isStandalone: false, offersInstall: true, wasOffered: false }, true],
    [{ isStandalone: false, offersInstall: true, wasOffered: true }, false],
    [{ isStandalone: false, offersInstall: false, wasOffered: false }, false],
  ])('%o → %s', (facts, isInstalled) => {
    expect(countsAsInstalled(facts)).toBe(isInstalled);
  });
});

describe('the install card (PWA-04)', () => {
  const day = 24 * 60 * 60 * 1000;
  const now = 2_000 * day;

  test('the install card comes with the second visit', () => {
    expect(isCardWelcome(1, 0, now)).toBe(false);
    expect(isCardWelcome(2, 0, now)).toBe(true);
  });

  test('the install card stays away for thirty days after it was dismissed', () => {
    expect(isCardWelcome(9, now - 30 * day, now)).toBe(false);
    expect(isCardWelcome(9, now - 30 * day - 1, now)).toBe(true);
  });

  test.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, true],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, true],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, false],
    ['Mozilla/5.0 (Linux; Android 15)', 5, false],
  ])('%s with %i touch points is iOS: %s', (userAgent, touchPoints, expected) => {
    expect(isIos(userAgent, touchPoints)).toBe(expected);
  });
});
