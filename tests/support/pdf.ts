import { extractText, getDocumentProxy, getMeta } from 'unpdf';

/** What a PDF reader finds in a file. */
export interface ReadPdf {
  /** All pages as one text, blanks and lines as single blanks. */
  text: string;
  pages: number;
  title: string;
  author: string;
  language: string;
  isTagged: boolean;
}

/** Opens a copy of a PDF as a reader does (which takes the bytes away). @throws where it cannot be opened */
export async function readPdf(bytes: ArrayBuffer): Promise<ReadPdf> {
  const document = await getDocumentProxy(new Uint8Array(bytes.slice(0)));
  const { text, totalPages } = await extractText(document, { mergePages: true });
  const { info } = await getMeta(document);
  return {
    text: text.replace(/\s+/g, ' '),
    pages: totalPages,
    title: info.Title,
    author: info.Author,
    language: info.Language,
    isTagged: (await document.getMarkInfo())?.Marked === true,
  };
}
