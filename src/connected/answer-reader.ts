import { renderSVG } from 'uqr';
import { type CallName, schemaOf } from '#lib/contract/index.schema.ts';
import { completeAnswer } from './complete-answer.ts';
import { isUsable, readTolerantly } from './tolerant-reader.ts';

export interface AnswerReader {
  /** @returns the answer as the contract has it; null when pages cannot draw it. */
  read(call: CallName, answer: unknown): { value: unknown } | null;
}

/** Reads the answers of the franchise's hosts. Reports each place that breaks the contract once per call. */
export function createAnswerReader(onMisfit: (call: string, places: string[]) => void): AnswerReader {
  const told = new Set<string>();
  return {
    read(call, answer) {
      const reading = readTolerantly(schemaOf(call).result, completeAnswer(call, answer));
      const places = reading.misfits.map(({ path, expected, got }) => `${path}: ${expected} expected, ${got} came`);
      const fresh = places.filter((place) => !told.has(`${call} ${place}`));
      for (const place of fresh) told.add(`${call} ${place}`);
      if (fresh.length > 0) onMisfit(call, fresh);
      return isUsable(reading) ? { value: withOwnPixImages(reading.value) } : null;
    },
  };
}

/**
 * A Pix code comes as text and as the address of a picture of it. Browsers may not load from that host, and its picture
 * could show another code. So the portal draws the picture from the text.
 */
function withOwnPixImages(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOwnPixImages);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withOwnPixImages(item)]));
  if (typeof copy.br_code === 'string' && typeof copy.qr_svg_url === 'string') copy.qr_svg_url = imageOf(copy.br_code);
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
