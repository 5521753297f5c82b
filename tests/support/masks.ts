import { type MaskitoOptions, maskitoPipe, maskitoTransform } from '@maskito/core';

/** What an empty field with a mask shows once a text was pasted, without a browser. */
export function pastedInto(options: MaskitoOptions, text: string): string {
  const paste = maskitoPipe(options.preprocessors ?? []);
  const { data = text } = paste({ elementState: { value: '', selection: [0, 0] }, data: text }, 'insert');
  return maskitoTransform(data, options);
}

/** What the field shows once the text was typed, sign by sign, at its end. */
export const typedInto = (options: MaskitoOptions, text: string): string =>
  [...text].reduce((value, sign) => maskitoTransform(value + sign, options), '');
