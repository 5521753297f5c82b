import { z } from 'zod';

/** Attributes of a field in the browser: the same limits that the server checks. */
export interface FieldAttributes {
  name: string;
  label: string;
  /** Neither an empty text nor null is accepted. */
  required?: true;
  maxlength?: number;
  minlength?: number;
  type?: 'date' | 'email' | 'number' | 'text';
  inputmode?: 'numeric' | 'tel';
  autocomplete?:
    | 'country-name'
    | 'address-level1'
    | 'address-level2'
    | 'address-line1'
    | 'bday'
    | 'email'
    | 'name'
    | 'off'
    | 'postal-code'
    | 'tel-national';
  /** The mask while typing. */
  'data-mask'?: 'day';
}

/** A schema’s hints for its field besides limits: `.meta({ title, 'x-input': … })`. */
export type InputMeta = Pick<FieldAttributes, 'type' | 'inputmode' | 'autocomplete' | 'maxlength' | 'data-mask'>;

interface Described {
  title?: string;
  maxLength?: number;
  minLength?: number;
  maximum?: number;
  format?: string;
  type?: string;
  anyOf?: Described[];
  'x-input'?: InputMeta;
}

const typeOf: Readonly<Record<string, FieldAttributes['type']>> = { email: 'email', date: 'date' };

/** The first variant of a field that is not null. */
function sideOf({ anyOf = [], ...own }: Described): Described {
  const side = anyOf.find(({ type }) => type !== 'null');
  return { ...(side && sideOf(side)), ...own };
}

const described = (field: z.ZodType) =>
  sideOf(z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }) as Described);

const takes = (field: z.ZodType, ...values: unknown[]) => values.some((value) => field.safeParse(value).success);

/** Extra characters that people type around the digits: `R$ ` and a sign, besides points between thousands. */
const AROUND = 4;
const typedLength = (maximum: number) => maximum.toLocaleString('pt-BR').length + AROUND;

function numberOf(maximum = Number.MAX_SAFE_INTEGER): Partial<FieldAttributes> {
  return {
    ...(maximum < Number.MAX_SAFE_INTEGER && { maxlength: typedLength(maximum) }),
    inputmode: 'numeric',
    autocomplete: 'off',
  };
}

function readField(field: z.ZodType): Partial<FieldAttributes> {
  const { title, type: kind, maximum, maxLength, minLength = 0, format = '', 'x-input': input } = described(field);
  const type = typeOf[format];
  return {
    ...(title && { label: title }),
    ...(!takes(field, null, kind === 'integer' ? undefined : '') && { required: true as const }),
    ...(kind === 'integer' && numberOf(maximum)),
    ...(maxLength !== undefined && { maxlength: maxLength }),
    ...(minLength > 1 && { minlength: minLength }),
    ...(type && { type }),
    ...input,
  };
}

/** Caches the attributes of each field: schemas never change. */
const known = new WeakMap<z.ZodType, Partial<FieldAttributes>>();

function attributesOf(name: string, field: z.ZodType, label = name): FieldAttributes {
  const attributes = known.get(field) ?? readField(field);
  known.set(field, attributes);
  return { name, label, ...attributes };
}

/** A schema of an object, by the names of its fields. */
export type FormSchema<Name extends string> = z.ZodObject<Readonly<Record<Name, z.core.$ZodType>>>;

/**
 * The fields of a form, from the schema that checks its input: names, lengths, required fields, and hints for browsers
 * and keyboards. For pages and their components only: full zod stays out of browser bundles.
 *
 * @param names labels of fields whose schema has no title.
 */
export function fieldsOf<Name extends string>(
  { shape }: Pick<FormSchema<Name>, 'shape'>,
  names: Readonly<Record<string, string>> = {},
): Record<Name, FieldAttributes> {
  const fields = Object.entries(shape).map(([name, field]) => [
    name,
    attributesOf(name, field as z.ZodType, names[name]),
  ]);
  return Object.fromEntries(fields) as Record<Name, FieldAttributes>;
}

type Prefixed<Prefix extends string, Shape> = { [Name in keyof Shape & string as `${Prefix}${Name}`]: Shape[Name] };

/** The fields of an object within an input, as a flat form names them: `responsavel.cpf` is `resp_cpf`. */
export function prefixed<Prefix extends string, Shape extends z.ZodRawShape>(
  prefix: Prefix,
  { shape }: z.ZodObject<Shape>,
) {
  const fields = Object.entries(shape).map(([name, field]) => [prefix + name, field]);
  return z.object(Object.fromEntries(fields) as Prefixed<Prefix, Shape>);
}

/** A field’s attributes for an island, in React’s spelling. The island has its own label and type. */
export interface InputAttributes {
  required?: true;
  maxLength?: number;
  inputMode?: FieldAttributes['inputmode'];
  autoComplete?: FieldAttributes['autocomplete'];
}

/** The fields of a form for an island, which cannot read the schema itself. */
export function inputsOf<Name extends string>(schema: FormSchema<Name>): Record<Name, InputAttributes> {
  const inputs = Object.values<FieldAttributes>(fieldsOf(schema)).map(
    ({ name, required, maxlength, inputmode, autocomplete }) => [
      name,
      {
        ...(required && { required }),
        ...(maxlength !== undefined && { maxLength: maxlength }),
        ...(inputmode && { inputMode: inputmode }),
        ...(autocomplete && { autoComplete: autocomplete }),
      },
    ],
  );
  return Object.fromEntries(inputs) as Record<Name, InputAttributes>;
}

/** The fields of an input, also of a union or an intersection. */
export function shapeOf(input: z.ZodType): FormSchema<string>['shape'] {
  if (input instanceof z.ZodObject) return input.shape;
  if (input instanceof z.ZodIntersection) return shapesOf(input.def.left, input.def.right);
  return input instanceof z.ZodUnion ? shapesOf(...input.options) : {};
}

const shapesOf = (...inputs: readonly z.core.$ZodType[]) =>
  Object.assign({}, ...inputs.map((each) => shapeOf(each as z.ZodType)));
