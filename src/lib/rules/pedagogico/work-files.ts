import type { Atividade } from '#lib/contract/pedagogico.schema.ts';

type SentFile = Atividade['arquivos'][number];

const endings: Record<string, string> = { 'audio/webm': 'webm', 'audio/mp4': 'm4a', 'audio/ogg': 'ogg' };

const WEBM = 'audio/webm;codecs=opus';
const MP4 = ['audio/mp4;codecs=mp4a.40.2', 'audio/mp4'];

/**
 * What a recording is asked to be, the wanted first: a browser takes the first that it can write. Safari offers WebM and
 * does not always play what it wrote; MP4 with AAC it plays.
 *
 * @param vendor of the browser, as `navigator` says
 */
export const recordingTypes = (vendor: string): readonly string[] => [
  ...(vendor.startsWith('Apple') ? [...MP4, WEBM] : [WEBM, ...MP4]),
  'audio/ogg;codecs=opus',
];

/** A recording as the file of an activity. */
export const recordingFile = (blob: Blob): File =>
  new File([blob], `gravacao.${endings[blob.type] ?? 'webm'}`, { type: blob.type });

/** Whether an activity takes what any browser records. @param formats the endings that it accepts */
export const takesVoice = (formats: readonly string[]): boolean =>
  Object.values(endings).every((ending) =>
    formats.some((format) => format.toLowerCase().replace(/^\./, '') === ending),
  );

/** Whether a file still stands there. The number of a deleted file is given again, so it alone does not tell. */
export const standsIn = ({ arquivos }: Pick<Atividade, 'arquivos'>, { n, nome, enviado_em }: SentFile): boolean =>
  arquivos.some((each) => each.n === n && each.nome === nome && each.enviado_em === enviado_em);

/** The file that was stored last, if it has so many bytes. */
export function storedLast({ arquivos }: Pick<Atividade, 'arquivos'>, size: number): SentFile | null {
  const last = arquivos.toSorted((a, b) => a.n - b.n).at(-1);
  return last?.tamanho_bytes === size ? last : null;
}

/** The place of a piece of work on the page of its class. @param id of the class's activity */
export const workAnchor = (id: number | string) => `atividade-${id}`;

/** Reads the end of an address. @returns the id of the class's activity, or null */
export function workIn(hash: string): number | null {
  const [, id] = /^#atividade-(\d{1,9})$/.exec(hash) ?? [];
  return id === undefined ? null : Number(id);
}
