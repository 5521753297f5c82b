import { expect, it } from 'vitest';
import {
  recordingFile,
  recordingTypes,
  standsIn,
  storedLast,
  takesVoice,
  workAnchor,
  workIn,
} from '../../../../../src/lib/rules/pedagogico/work-files.ts';

it.each([
  ['audio/webm', 'gravacao.webm'],
  ['audio/mp4', 'gravacao.m4a'],
  ['audio/ogg', 'gravacao.ogg'],
  ['', 'gravacao.webm'],
])('a recording of %j is the file %s', (type, name) => {
  const file = recordingFile(new Blob(['x'], { type }));
  expect([file.name, file.type]).toEqual([name, type]);
});

it.each([
  ['Apple Computer, Inc.', 'audio/mp4;codecs=mp4a.40.2'],
  ['Google Inc.', 'audio/webm;codecs=opus'],
  ['', 'audio/webm;codecs=opus'],
])('a browser of %j that supports every format records %s', (vendor, first) => {
  const types = recordingTypes(vendor);
  expect(types[0]).toBe(first);
  // Each recording has the file ending of its type.
  for (const type of types)
    expect(recordingFile(new Blob([], { type: type.split(';')[0] ?? '' })).name).toMatch(/\.(m4a|ogg|webm)$/);
  expect(types.map((type) => type.split(';')[0])).toEqual(
    expect.arrayContaining(['audio/mp4', 'audio/webm', 'audio/ogg']),
  );
});

it.each([
  [['pdf', 'doc', 'jpg', 'png'], false],
  [['mp3', 'm4a', 'ogg', 'webm', 'wav'], true],
  // The browser chooses the format of a recording, so an activity must accept all of them.
  [['mp3', 'wav'], false],
  [['webm', 'm4a'], false],
  [['.WEBM', 'M4A', '.ogg'], true],
])('an activity with the formats %j accepts voice recordings: %j', (formats, takes) => {
  expect(takesVoice(formats)).toBe(takes);
});

it('the fragment of an address names a piece of work', () => {
  expect(workIn(`#${workAnchor(7)}`)).toBe(7);
  for (const other of ['', '#', '#atividades', '#atividade-', '#atividade-7x', '#atividade-99999999999', '#repor'])
    expect(workIn(other)).toBeNull();
});

const sent = (n: number, nome: string, enviado_em = '2026-03-02T10:00:00Z', tamanho_bytes = 10) => ({
  n,
  nome,
  mime: 'application/pdf',
  enviado_em,
  tamanho_bytes,
});

it('a deleted file is not found, although its number was reused', () => {
  const old = sent(2, 'redacao.pdf');
  expect(standsIn({ arquivos: [sent(1, 'capa.pdf'), old] }, old)).toBe(true);
  expect(standsIn({ arquivos: [sent(2, 'nova.pdf')] }, old)).toBe(false);
  expect(standsIn({ arquivos: [sent(2, 'redacao.pdf', '2026-03-02T10:05:00Z')] }, old)).toBe(false);
  expect(standsIn({ arquivos: [] }, old)).toBe(false);
});

it('the last stored file has the highest number, and is confirmed by its size', () => {
  const [first, last] = [sent(1, 'a.pdf', undefined, 5), sent(3, 'b.pdf', undefined, 7)];
  expect(storedLast({ arquivos: [last, first] }, 7)).toEqual(last);
  expect(storedLast({ arquivos: [last, first] }, 5)).toBeNull();
  expect(storedLast({ arquivos: [] }, 7)).toBeNull();
});
