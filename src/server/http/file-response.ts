import { Readable } from 'node:stream';
import { attachment } from '#lib/rules/files/file-name.ts';

/** Stored bytes as a download only: never shown as a page, never cached, with the checked type (S9). */
export const fileResponse = (file: { nome: string; mime: string; tamanho_bytes: number }, bytes: Readable): Response =>
  new Response(Readable.toWeb(bytes) as ReadableStream, {
    headers: {
      'Content-Type': file.mime,
      'Content-Length': String(file.tamanho_bytes),
      'Content-Disposition': attachment(file.nome),
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  });
