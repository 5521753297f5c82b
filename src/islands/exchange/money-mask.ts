import type { MaskitoOptions } from '@maskito/core';
import { groupedFigures } from '#lib/format/money.ts';
import { typedAmount } from '#lib/format/typed-amount.ts';
import { tidied } from '../ui/tidied.ts';

/** The point of a number pad, with up to two digits after it: decimal, unless a third one follows. */
const POINT = /\.\d{0,2}$/;
const group = (whole: string) => groupedFigures(whole.replace(/\D/g, ''));

/** Groups digits by three. @param before the field’s previous value, with the same points */
function grouped(value: string, before: string): string {
  // Pasted text that is no amount stays, so that the reader sees why it is refused.
  if (!/^[\d.]*(?:,\d*)?$/.test(value)) return value;
  const isTyped = POINT.test(before) || (value.endsWith('.') && value.length > before.length);
  const end = value.includes(',') ? value.indexOf(',') : isTyped && POINT.test(value) ? value.lastIndexOf('.') : -1;
  return end < 0 ? group(value) : (group(value.slice(0, end)) || '0') + value.slice(end);
}

/** The cursor position after the same number of digits and commas. */
function placeAfter(value: string, typed: string): number {
  let left = typed.replaceAll('.', '').length;
  let at = 0;
  while (left > 0 && at < value.length) {
    if (value[at] !== '.') left -= 1;
    at += 1;
  }
  return typed.endsWith('.') && value[at] === '.' ? at + 1 : at;
}

/** An amount as `1.234,56`; the decimal separator may also be a point. */
export const moneyMask: MaskitoOptions = tidied(typedAmount, /^[\d.,]{0,18}$/, [
  ({ value, selection }, before) => {
    const written = grouped(value, before.value);
    const [from, to] = selection.map((place) => placeAfter(written, value.slice(0, place)));
    return { value: written, selection: [from ?? 0, to ?? 0] };
  },
]);
