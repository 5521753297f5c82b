import { type MaskitoOptions, maskitoTransform, maskitoUpdateElement } from '@maskito/core';

/**
 * A mask that takes a value in any of its spellings when it comes in one piece: pasted, filled in by a browser or a
 * password manager, or typed to its end. Nothing of it is lost before: a mask of digits would cut +55 from the wrong side.
 *
 * @param tidy the value as the mask has it; null for what is not whole
 */
export function tidied(
  tidy: (text: string) => string | null,
  mask: MaskitoOptions['mask'],
  postprocessors: MaskitoOptions['postprocessors'] = [],
): MaskitoOptions {
  const options: MaskitoOptions = {
    mask,
    postprocessors,
    preprocessors: [
      ({ elementState, data }, action) => ({
        elementState,
        data: action === 'insert' && data.length > 1 ? (tidy(data) ?? data) : data,
      }),
    ],
  };
  const masked = (text: string) => {
    const whole = tidy(text);
    return whole === null ? text : maskitoTransform(whole, options);
  };
  const fillIn = (element: { value: string }) => (event: Event) => {
    // What is filled in fires an event without the kind of an input, and no `beforeinput`.
    if (!('inputType' in event) || !event.inputType) element.value = masked(element.value);
  };
  return {
    ...options,
    plugins: [
      (element) => {
        const fill = fillIn(element);
        const leave = () => maskitoUpdateElement(element, masked(element.value));
        element.addEventListener('input', fill, { capture: true });
        element.addEventListener('blur', leave);
        return () => {
          element.removeEventListener('input', fill, { capture: true });
          element.removeEventListener('blur', leave);
        };
      },
    ],
  };
}
