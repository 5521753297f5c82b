import type { MaskitoOptions } from '@maskito/core';
import { dayOf, typedDay } from '#lib/format/typed-day.ts';

const two = [/\d/, /\d/];

/** A day as `25/12/2001`; `2001-12-25` is converted when pasted or autofilled, and `5/` becomes `05/`. */
export const dayMask: MaskitoOptions = {
  mask: [...two, '/', ...two, '/', ...two, ...two],
  preprocessors: [
    ({ elementState, data }) => {
      const { value } = elementState;
      const isShort = data === '/' && /^(\d|..\/\d)$/.test(value);
      const whole = isShort ? `${value.slice(0, -1)}0${value.slice(-1)}` : typedDay(dayOf(value));
      const selection = whole === value ? elementState.selection : ([whole.length, whole.length] as const);
      return { elementState: { value: whole, selection }, data: typedDay(dayOf(data.trim())) };
    },
  ],
};
