import type { Readable } from 'node:stream';
import type { FileContent } from '#lib/api/request.ts';
import { attachment, inline } from './file-name.ts';

/** The content of a file as the answer of a call. */
export class FileAnswer {
  readonly content: FileContent;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;

  /** @param status 206 for a part of a file */
  constructor(content: FileContent, headers: Readonly<Record<string, string>>, status = 200) {
    this.content = content;
    this.status = status;
    this.headers = { 'x-content-type-options': 'nosniff', ...headers };
  }
}

/** A generated file to download. @param name plain ASCII. */
export const download = (content: FileContent, type: string, name: string): FileAnswer =>
  new FileAnswer(content, { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` });

/** Stored bytes as a download only: never shown as a page, never cached, with the verified type (S9). */
export const storedFile = (file: { nome: string; mime: string; tamanho_bytes: number }, bytes: Readable): FileAnswer =>
  new FileAnswer(bytes, {
    'content-type': file.mime,
    'content-length': String(file.tamanho_bytes),
    'content-disposition': attachment(file.nome),
  });

/** A stored picture for `<img>`: nothing in it may run. */
export const pictureAnswer = (file: { mime: string; bytes: number }, bytes: Readable, cacheControl: string) =>
  new FileAnswer(bytes, {
    'content-type': file.mime,
    'content-length': String(file.bytes),
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': cacheControl,
  });

/** Stored bytes that our pages show in a frame: a document, a picture, a sound. The process sets the CSP that limits it. */
export const shownFile = (file: { nome: string; mime: string; tamanho_bytes: number }, bytes: Readable): FileAnswer =>
  new FileAnswer(bytes, {
    'content-type': file.mime,
    'content-length': String(file.tamanho_bytes),
    'content-disposition': inline(file.nome),
    'x-frame-options': 'SAMEORIGIN',
  });
