import { type MaskitoOptions, maskitoTransform, maskitoUpdateElement } from '@maskito/core';

/**
 * A mask that normalizes a complete value in any notation: pasted, autofilled by a browser or a password manager, or
 * typed to the end. Nothing is removed earlier: a mask of digits would cut +55 at the wrong end.
 *
 * @param tidy the normalized value; null for an incomplete one
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
    // Autofill fires an event without `inputType`, and no `beforeinput`.
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
