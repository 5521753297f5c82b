import { z } from 'zod';

/** What a browser knows of a field: the same limits that the server checks. */
export interface FieldAttributes {
  name: string;
  label: string;
  /** An empty text is refused. */
  required?: true;
  maxlength?: number;
  minlength?: number;
  type?: 'date' | 'email' | 'number' | 'tel' | 'text';
  inputmode?: 'numeric' | 'tel';
  autocomplete?: 'address-level2' | 'address-line1' | 'bday' | 'email' | 'name' | 'postal-code' | 'tel-national';
}

/** What a schema says of its field besides its limits: `.meta({ title, 'x-input': … })`. */
export type InputMeta = Pick<FieldAttributes, 'type' | 'inputmode' | 'autocomplete'>;

interface Described {
  title?: string;
  maxLength?: number;
  minLength?: number;
  format?: string;
  type?: string;
  anyOf?: Described[];
  'x-input'?: InputMeta;
}

const typeOf: Readonly<Record<string, FieldAttributes['type']>> = { email: 'email', date: 'date' };

/** The side of a field that is not null. */
function described(field: z.ZodType): Described {
  const { anyOf = [], ...own } = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }) as Described;
  return { ...anyOf.find(({ type }) => type !== 'null'), ...own };
}

function attributesOf(name: string, field: z.ZodType, names: Readonly<Record<string, string>>): FieldAttributes {
  const { title, maxLength, minLength = 0, format = '', 'x-input': input } = described(field);
  const type = typeOf[format];
  return {
    name,
    label: title ?? names[name] ?? name,
    ...(!field.safeParse('').success && { required: true as const }),
    ...(maxLength !== undefined && { maxlength: maxLength }),
    ...(minLength > 1 && { minlength: minLength }),
    ...(type && { type }),
    ...input,
  };
}

/**
 * The fields of a form, from the schema that checks its call: names, lengths, required fields, and hints for browsers
 * and keyboards. For pages only: full zod stays out of browser bundles.
 *
 * @param names labels of fields whose schema has no title.
 */
export function fieldsOf<Shape extends z.ZodRawShape>(
  { shape }: z.ZodObject<Shape>,
  names: Readonly<Record<string, string>> = {},
): { [Name in keyof Shape & string]: FieldAttributes } {
  const fields = Object.entries(shape).map(([name, field]) => [name, attributesOf(name, field as z.ZodType, names)]);
  return Object.fromEntries(fields);
}
