import { expect, it } from 'vitest';
import {
  acceptOf,
  recordingFile,
  waysToSend,
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
  [['pdf', 'doc', 'jpg', 'png'], { hasCamera: true, hasVoice: false }],
  [['mp3', 'm4a', 'ogg', 'webm', 'wav'], { hasCamera: false, hasVoice: true }],
  // A browser chooses the kind of a recording: an activity must accept all of them.
  [['mp3', 'wav'], { hasCamera: false, hasVoice: false }],
  [['webm', 'm4a'], { hasCamera: false, hasVoice: false }],
])('%j is sent by %j', (formats, ways) => {
  expect(waysToSend(formats)).toEqual(ways);
});

it('a file field asks for the endings, and for both of a photo', () => {
  expect(acceptOf(['pdf', 'jpg', 'png'])).toBe('.pdf,.jpg,.jpeg,.png');
});

it('the end of an address names a piece of work', () => {
  expect(workIn(`#${workAnchor(7)}`)).toBe(7);
  for (const other of ['', '#', '#atividades', '#atividade-', '#atividade-7x', '#atividade-99999999999', '#repor'])
    expect(workIn(other)).toBeNull();
});
