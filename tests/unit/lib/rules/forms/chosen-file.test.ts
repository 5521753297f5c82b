import fc from 'fast-check';
import { expect, it } from 'vitest';
import { acceptOf, faultOf, pictureRule, takesPhotos } from '../../../../../src/lib/rules/forms/chosen-file.ts';
import { fileWords } from '../../../../../src/lib/words/files.ts';

const formats = fc.uniqueArray(fc.constantFrom('pdf', 'doc', 'docx', 'jpg', 'png', 'webp', 'mp3', 'ogg'), {
  minLength: 1,
});
const stem = fc.stringMatching(/^[\w .-]{0,20}$/);
const bytes = (max: number) => fc.integer({ min: 1, max });
const file = (name: string, size = 1, type = '') => ({ name, size, type });

it('a file with an accepted ending in any case and an allowed size is accepted', () => {
  const wanted = fc.record({
    formats,
    stem,
    max: fc.integer({ min: 1, max: 1e9 }),
    isLoud: fc.boolean(),
  });
  fc.assert(
    fc.property(wanted, fc.nat(), ({ formats, stem, max, isLoud }, n) => {
      const ending = formats[n % formats.length] ?? '';
      const name = `${stem}.${isLoud ? ending.toUpperCase() : ending}`;
      expect(faultOf(file(name, (n % max) + 1), { formats, max })).toBeNull();
    }),
  );
});

it('a file that is too large, empty or of another ending is refused with the reason', () => {
  fc.assert(
    fc.property(formats, stem, bytes(1e9), fc.nat(), (formats, stem, max, more) => {
      const [ending = ''] = formats;
      const rule = { formats, max };
      expect(faultOf(file(`${stem}.${ending}`, max + 1 + more), rule)).toBe(fileWords.tooLarge(max));
      expect(faultOf(file(`${stem}.${ending}`, 0), rule)).toBe(fileWords.empty);
      expect(faultOf(file(`${stem}.exe`, max), rule)).toBe(fileWords.wrongKind(formats));
    }),
  );
});

it('a rule without formats checks only the size', () => {
  fc.assert(
    fc.property(fc.string(), bytes(1e9), fc.nat(), (name, max, size) => {
      const isTaken = faultOf(file(`x${name}`, size), { max }) === null;
      expect(isTaken).toBe(size > 0 && size <= max);
    }),
  );
});

it.each([
  ['no file', null],
  ['a field of a form without a file', file('', 0)],
])('%s counts as missing', (_, none) => {
  expect(faultOf(none, pictureRule)).toBe(fileWords.missing);
});

it.each([
  ['the other ending of a photo', file('foto.JPEG', 1, 'image/jpeg')],
  ['an ending of a wanted media type', file('foto.pjpeg', 1, 'image/jpeg')],
  ['an ending that is part of the name', file('Prova v1.final2', 1, 'image/png')],
  ['a name that some phones give, without an ending', file('image:1000000033', 1, 'image/heic')],
])('%s is accepted as a picture', (_, given) => {
  expect(faultOf(given, pictureRule)).toBeNull();
});

it.each(['Voz 001.aac', 'gravacao.3GP', 'gravacao.3gpp', 'AUD-20261128.amr', 'nota.3ga'])(
  'the recording %s is taken where sounds are asked for, and nowhere else',
  (name) => {
    expect(faultOf(file(name), { formats: ['mp3', 'aac', '3gp', 'amr'], max: 10 })).toBeNull();
    expect(faultOf(file(name), { formats: ['pdf', 'doc'], max: 10 })).toBe(fileWords.wrongKind(['pdf', 'doc']));
  },
);

it('an installer is refused before it is sent', () => {
  expect(faultOf(file('instalador.msi'), { formats: ['pdf', 'doc'], max: 10 })).toBe(
    fileWords.wrongKind(['pdf', 'doc']),
  );
});

it('the accept attribute has media types that phones know, and endings for others', () => {
  expect(acceptOf(['pdf', 'doc', 'jpg', 'mp3'])).toBe('application/pdf,.doc,image/jpeg,.mp3');
});

it('formats of a host are read in any case, with a dot and by alternative endings', () => {
  const rule = { formats: ['PDF', '.Jpeg', '.doc'], max: 10 };
  for (const name of ['a.pdf', 'a.jpg', 'a.JPEG', 'a.doc']) expect(faultOf(file(name), rule)).toBeNull();
  expect(faultOf(file('a.png'), rule)).toBe('Este tipo de arquivo não é aceito. Envie PDF, JPEG, DOC.');
  expect(acceptOf(rule.formats)).toBe('application/pdf,image/jpeg,.doc');
  expect([takesPhotos(rule.formats), takesPhotos(['PDF'])]).toEqual([true, false]);
});
