import { expect, test } from 'vitest';
import { cameraProblem } from '#islands/ui/camera.ts';

test('the cause of a camera failure is recognized, also in an error text of html5-qrcode', () => {
  const cases = {
    NotAllowedError: /bloqueado/,
    NotFoundError: /Não encontramos/,
    OverconstrainedError: /Não encontramos/,
    NotReadableError: /em uso/,
    AbortError: /Não conseguimos/,
  };
  for (const [name, words] of Object.entries(cases)) {
    expect(cameraProblem(`Error getting userMedia, error = ${name}: Permission denied`)).toMatch(words);
    expect(cameraProblem(new DOMException('Permission denied', name))).toMatch(words);
  }
  expect(cameraProblem(new Error('No canvas.'))).toMatch(/Não conseguimos/);
});
