import { renderSVG } from 'uqr';
import { schemaOf } from '#lib/contract/index.schema.ts';
import { isUsable, type Misfit, type ReadingRules, readTolerantly } from './tolerant-reader.ts';

/** The request, as far as the meaning of the answer depends on it. */
export type Asking = Omit<ReadingRules, 'timeZone'>;

export interface AnswerReader {
  /** @returns the answer as the contract has it; null when pages cannot draw it. */
  read(call: string, answer: unknown, asking?: Asking): { value: unknown } | null;
}

/** Notified of deviations in answers: places and kinds, never a value. */
export interface ReaderEars {
  /**
   * Called with unreported places: each one that breaks the contract, and the first of each kind that was tolerated.
   */
  onMisfit(call: string, places: string[]): void;
  /** Called when an answer held values of this kind that were coerced. */
  onCoerced(call: string, kind: string): void;
}

/** @param timeZone of instants without an offset */
export function createAnswerReader(timeZone: string, { onMisfit, onCoerced }: ReaderEars): AnswerReader {
  const reported = new Set<string>();
  const isFresh = (call: string, { path, got, isTolerated }: Misfit) => {
    const key = isTolerated ? `${call} ${got}` : `${call} ${path} ${got}`;
    return !reported.has(key) && reported.add(key);
  };
  return {
    read(call, answer, asking) {
      const reading = readTolerantly(schemaOf(call).result, answer, { ...asking, timeZone });
      const kinds = new Set(reading.misfits.filter(({ isTolerated }) => isTolerated).map(({ got }) => got));
      for (const kind of kinds) onCoerced(call, kind);
      const fresh = reading.misfits.filter((one) => isFresh(call, one));
      if (fresh.length > 0) onMisfit(call, fresh.map(placeOf));
      return isUsable(reading) ? { value: withOwnPictures(reading.value) } : null;
    },
  };
}

const placeOf = ({ path, expected, got }: Misfit) => `${path}: ${expected} expected, ${got} came`;

/** The placeholder for a missing picture of a book, product or reward; `NO_VIEW` is for journeys. */
const NO_PICTURE = '/brand/produtos/material.svg';
const NO_VIEW = '/brand/viagens/campanha.svg';

/**
 * The pictures of an answer that the portal draws itself.
 *
 * A Pix code comes as text and as the address of a picture of it. Browsers may not load from that host, and its picture
 * could show another code. So the portal draws the picture from the text. A book, a product or a journey without a
 * picture gets a drawing of the portal.
 */
function withOwnPictures(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOwnPictures);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withOwnPictures(item)]));
  if (typeof copy.br_code === 'string' && typeof copy.qr_svg_url === 'string') copy.qr_svg_url = imageOf(copy.br_code);
  for (const name of ['capa_url', 'imagem_url']) {
    if (copy[name] === '') copy[name] = 'destino' in copy ? NO_VIEW : NO_PICTURE;
  }
  return copy;
}

function imageOf(code: string): string {
  try {
    return `data:image/svg+xml,${encodeURIComponent(renderSVG(code, { border: 2 }))}`;
  } catch {
    // The text is longer than any code can hold. It is shown all the same.
    return '';
  }
}
