import type { MaskitoOptions } from '@maskito/core';
import { maskitoNumber } from '@maskito/kit';

/** An amount as `1.234,56`; without its separators while it is short. */
export const moneyMask: MaskitoOptions = maskitoNumber({
  decimalSeparator: ',',
  thousandSeparator: '.',
  maximumFractionDigits: 2,
  min: 0,
  max: 10_000_000,
});
