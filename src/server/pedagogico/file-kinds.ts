/** The contents that fit each ending a teacher may ask for, as the content itself shows. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  pdf: ['application/pdf'],
  doc: ['application/x-cfb', 'application/msword'],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  jpg: ['image/jpeg'],
  png: ['image/png'],
  mp3: ['audio/mpeg'],
  m4a: ['audio/mp4', 'audio/x-m4a', 'video/mp4'],
  ogg: ['audio/ogg', 'audio/ogg; codecs=opus', 'audio/opus', 'video/ogg'],
  webm: ['audio/webm', 'video/webm', 'video/matroska', 'audio/matroska'],
  wav: ['audio/wav', 'audio/x-wav', 'audio/vnd.wave'],
};

/** The type stored with a file, so that a download claims only what was checked. */
const served: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  jpg: 'image/jpeg',
  png: 'image/png',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  webm: 'audio/webm',
  wav: 'audio/wav',
};

export interface FileKind {
  ending: string;
  mime: string;
}

/**
 * The wanted kind that a content has. @param found its media type, by its bytes; undefined when they do not tell
 *
 * @returns null for a kind that was not asked for.
 */
export function kindOf(found: string | undefined, wanted: readonly string[]): FileKind | null {
  if (!found) return null;
  const ending = wanted.find((format) => kinds[format]?.includes(found));
  return ending ? { ending, mime: served[ending] ?? 'application/octet-stream' } : null;
}
