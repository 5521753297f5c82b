import { Readable } from 'node:stream';
import { attachment } from '#lib/rules/files/file-name.ts';

/** Bytes of a store as a download and nothing else: never a page of ours, never kept, with the type that was checked (S9). */
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
