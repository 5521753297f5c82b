import { extractText, getDocumentProxy, getMeta } from 'unpdf';

/** The content of a PDF file, as a PDF reader sees it. */
export interface ReadPdf {
  /** All pages as one text, with blanks and line breaks as single blanks. */
  text: string;
  pages: number;
  title: string;
  author: string;
  language: string;
  isTagged: boolean;
}

/** Opens a copy of a PDF like a reader (which takes the bytes away). @throws if the PDF does not open */
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
