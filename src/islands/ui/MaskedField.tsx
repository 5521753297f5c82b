import type { MaskitoOptions } from '@maskito/core';
import { useMaskito } from '@maskito/react';
import type { ChangeEvent, Ref } from 'react';
import { Field, type FieldProps } from './Field.tsx';

function hand(ref: Ref<HTMLInputElement> | undefined, element: HTMLInputElement | null) {
  if (typeof ref === 'function') ref(element);
  else if (ref) ref.current = element;
}

/** A field with a mask for typed and pasted text. Separate from Field, so that forms without masks do not load them. */
export function MaskedField({ mask, ref, onChange, ...field }: FieldProps & { mask: MaskitoOptions }) {
  const maskRef = useMaskito({ options: mask });
  return (
    <Field
      {...field}
      ref={(element) => {
        maskRef(element);
        hand(ref, element);
      }}
      // Maskito changes the value itself and fires `input`; React's own change event does not see that.
      onInput={(event) => onChange?.(event as unknown as ChangeEvent<HTMLInputElement>)}
    />
  );
}
