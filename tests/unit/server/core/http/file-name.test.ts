import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachment, cleanFileName } from '../../../../../src/server/core/http/file-name.ts';

describe('the name of a file', () => {
  it.each([
    ['minhas férias.PDF', 'pdf', 'minhas férias.pdf'],
    ['../../etc/passwd', 'pdf', 'passwd.pdf'],
    ['C:\\a\\b.exe', 'pdf', 'b.pdf'],
    ['foto.jpeg', 'jpg', 'foto.jpg'],
    ['a\u202efdp.exe', 'pdf', 'afdp.pdf'],
    ['', 'png', 'arquivo.png'],
    ['   ...   ', 'png', 'arquivo.png'],
  ])('%j with the content of %s becomes %j', (name, ending, expected) => {
    expect(cleanFileName(name, ending)).toBe(expected);
  });

  it('a file name has at most 120 characters, the right ending and no special characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const clean = cleanFileName(name, 'pdf');
        expect([...clean].length).toBeLessThanOrEqual(120);
        expect(clean).toMatch(/^[^./\\][^/\\]*\.pdf$/u);
        expect(clean).not.toMatch(/[\p{Cc}\p{Cf}"<>|*?:]/u);
      }),
    );
  });

  it('a file name cannot inject into the Content-Disposition header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (name) => {
        const header = attachment(cleanFileName(name, 'pdf'));
        expect(header).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w.!~%-]*$/);
        expect(header.match(/"/g)).toHaveLength(2);
      }),
    );
  });
});
