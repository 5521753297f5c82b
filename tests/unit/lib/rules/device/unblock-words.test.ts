import { expect, test } from 'vitest';
import { unblockWords } from '../../../../../src/lib/rules/device/unblock-words.ts';

const iphone = { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', touchPoints: 5 };
const android = { userAgent: 'Mozilla/5.0 (Linux; Android 15) Mobile', touchPoints: 5 };
const desktop = { userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', touchPoints: 0 };

test.each([
  [iphone, true, /^No aparelho, abra Ajustes › Notificações › KNN/],
  [android, true, /^No aparelho, abra Configurações › Apps › KNN › Notificações/],
  [desktop, true, /menu no alto da janela/],
  [iphone, false, /ao lado do endereço/],
  [android, false, /ao lado do endereço/],
  [desktop, false, /ao lado do endereço/],
] as const)('an installed portal has no address bar: %j, installed %s', (device, isInstalled, words) => {
  expect(unblockWords({ ...device, isInstalled }, 'KNN')).toMatch(words);
});
