import { type MaskitoOptions, maskitoPipe, maskitoTransform } from '@maskito/core';

/** The value of an empty masked field after a text was pasted, without a browser. */
export function pastedInto(options: MaskitoOptions, text: string): string {
  const paste = maskitoPipe(options.preprocessors ?? []);
  const { data = text } = paste({ elementState: { value: '', selection: [0, 0] }, data: text }, 'insert');
  return maskitoTransform(data, options);
}

/** The value of the field after the text was typed at its end, character by character. */
export const typedInto = (options: MaskitoOptions, text: string): string =>
  [...text].reduce((value, sign) => maskitoTransform(value + sign, options), '');
