const endings: Record<string, string> = { 'audio/webm': 'webm', 'audio/mp4': 'm4a', 'audio/ogg': 'ogg' };

/** A recording as the file of an activity. */
export const recordingFile = (blob: Blob): File =>
  new File([blob], `gravacao.${endings[blob.type] ?? 'webm'}`, { type: blob.type });

/** Ways to make the file of an activity, beside choosing one. @param formats the endings that it accepts */
export const waysToSend = (formats: readonly string[]) => ({
  hasCamera: formats.includes('jpg'),
  hasVoice: Object.values(endings).every((ending) => formats.includes(ending)),
});

/** Endings as a file field wants them: `.pdf,.jpg`. Photos of phones end in `.jpeg` too. */
export const acceptOf = (formats: readonly string[]): string =>
  formats.map((format) => (format === 'jpg' ? '.jpg,.jpeg' : `.${format}`)).join(',');

/** The place of a piece of work on the page of its class. @param id of the class's activity */
export const workAnchor = (id: number | string) => `atividade-${id}`;

/** Reads the end of an address. @returns the id of the class's activity, or null */
export function workIn(hash: string): number | null {
  const [, id] = /^#atividade-(\d{1,9})$/.exec(hash) ?? [];
  return id === undefined ? null : Number(id);
}
