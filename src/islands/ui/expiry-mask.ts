import type { MaskitoOptions } from '@maskito/core';
import { typedExpiry } from '#lib/rules/finance/card-form.ts';
import { tidied } from './tidied.ts';

const digit = /\d/;
const two = [digit, digit];

const patternOf = (value: string) => {
  // No month begins with 20, so this is a year.
  if (value.startsWith('20')) return [...two, ...two, '-', ...two];
  const isLongYear = value.replace(/\D/g, '').slice(2, 4) === '20';
  return [...two, '/', ...two, ...(isLongYear ? two : [])];
};

/** A card’s expiry as `12/28`. `12/2028`, `2028-12` and `1/28` are converted. */
const mask = tidied(typedExpiry, ({ value }) => patternOf(value), [
  (state) => {
    const isWhole = /^\d{2}\/\d{4}$|^\d{4}-\d{2}$/.test(state.value);
    const value = (isWhole && typedExpiry(state.value)) || state.value;
    return value === state.value ? state : { value, selection: [value.length, value.length] };
  },
]);

export const expiryMask: MaskitoOptions = {
  ...mask,
  preprocessors: [
    ...(mask.preprocessors ?? []),
    ({ elementState, data }) =>
      data === '/' && /^[1-9]$/.test(elementState.value)
        ? { elementState: { value: `0${elementState.value}`, selection: [2, 2] }, data }
        : { elementState, data },
  ],
};
