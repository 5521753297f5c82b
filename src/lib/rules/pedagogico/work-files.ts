import type { Atividade } from '#lib/contract/pedagogico.schema.ts';

type SentFile = Atividade['arquivos'][number];

const endings: Record<string, string> = { 'audio/webm': 'webm', 'audio/mp4': 'm4a', 'audio/ogg': 'ogg' };

const WEBM = 'audio/webm;codecs=opus';
const MP4 = ['audio/mp4;codecs=mp4a.40.2', 'audio/mp4'];

/**
 * The preferred formats of a recording; a browser uses the first that it can write. Safari supports WebM but does not
 * always play its own recordings; it plays MP4 with AAC.
 *
 * @param vendor of the browser, from `navigator`
 */
export const recordingTypes = (vendor: string): readonly string[] => [
  ...(vendor.startsWith('Apple') ? [...MP4, WEBM] : [WEBM, ...MP4]),
  'audio/ogg;codecs=opus',
];

/** A recording as the file of an activity. */
export const recordingFile = (blob: Blob): File =>
  new File([blob], `gravacao.${endings[blob.type] ?? 'webm'}`, { type: blob.type });

/** Whether an assignment accepts the recordings of any browser. @param formats the accepted extensions */
export const takesVoice = (formats: readonly string[]): boolean =>
  Object.values(endings).every((ending) =>
    formats.some((format) => format.toLowerCase().replace(/^\./, '') === ending),
  );

/** Whether a file is still stored. The number of a deleted file is reused, so the number alone does not suffice. */
export const standsIn = ({ arquivos }: Pick<Atividade, 'arquivos'>, { n, nome, enviado_em }: SentFile): boolean =>
  arquivos.some((each) => each.n === n && each.nome === nome && each.enviado_em === enviado_em);

/** The last stored file, if it has this size. */
export function storedLast({ arquivos }: Pick<Atividade, 'arquivos'>, size: number): SentFile | null {
  const last = arquivos.toSorted((a, b) => a.n - b.n).at(-1);
  return last?.tamanho_bytes === size ? last : null;
}

/** The anchor of an assignment on its class page. @param id of the class’s assignment */
export const workAnchor = (id: number | string) => `atividade-${id}`;

/** Parses the fragment of an address. @returns the id of the class’s assignment, or null */
export function workIn(hash: string): number | null {
  const [, id] = /^#atividade-(\d{1,9})$/.exec(hash) ?? [];
  return id === undefined ? null : Number(id);
}
