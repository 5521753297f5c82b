import type { PromoValues } from '#lib/contract/promo.schema.ts';
import { groupedFigures } from '#lib/format/money.ts';
import { hundredthsOf } from '#lib/format/typed-amount.ts';
import {
  type FieldKind,
  itemName,
  type PageField,
  type PageList,
  pageLists,
  pageParts,
  shownName,
} from './page-fields.ts';

/** The content of a page’s file, or a part of it. */
type Source = { readonly [key: string]: unknown };

const fields = pageParts.flatMap((part) => part.fields);
const sections = pageParts.flatMap(({ section }) => section ?? []);

const at = (source: unknown, path: string): unknown =>
  path === '' ? source : path.split('.').reduce<unknown>((part, key) => (part as Source | undefined)?.[key], source);

/** The number of a list’s items in the values. */
export function itemsOf(values: PromoValues, list: PageList): number {
  const places = Object.keys(values).flatMap((name) => {
    const place = name.startsWith(`${list.name}.`) ? name.slice(list.name.length + 1).split('.')[0] : '';
    return place && /^\d{1,2}$/.test(place) ? [Number(place) + 1] : [];
  });
  return Math.min(Math.max(0, ...places), list.max);
}

const typed: Partial<Record<FieldKind, (value: unknown) => string>> = {
  money: (value) => (typeof value === 'number' ? reais(value) : String(value)),
  choice: (value) => (value === true ? 'sim' : value === false ? '' : String(value)),
};

/** `18900.5` as a person writes it: `18.900,50`. */
const reais = (value: number): string => {
  const [whole = '', places] = Math.abs(value).toFixed(2).split('.');
  return (value < 0 ? '-' : '') + groupedFigures(whole) + (places === '00' ? '' : `,${places}`);
};

/** The editor’s values for a page’s file. */
export function valuesOf(source: Source): PromoValues {
  const values: Record<string, string> = {};
  const keep = (name: string, { kind }: PageField, value: unknown) => {
    if (value !== undefined && value !== null) values[name] = typed[kind]?.(value) ?? String(value);
  };
  for (const field of fields) keep(field.name, field, at(source, field.name));
  for (const list of pageLists) {
    const items = at(source, list.name);
    if (!Array.isArray(items)) continue;
    for (const [place, item] of items.entries()) {
      for (const field of list.fields) keep(itemName(list, place, field), field, at(item, field.name));
    }
  }
  const hidden = new Set((source.ocultas as string[] | undefined) ?? []);
  for (const section of sections) if (!hidden.has(section)) values[shownName(section)] = 'sim';
  return values;
}

/** Removes all values that are no fields of the editor. */
export function knownValues(values: PromoValues): PromoValues {
  const names = new Set([...fields.map(({ name }) => name), ...sections.map(shownName)]);
  for (const list of pageLists) {
    for (let place = 0; place < list.max; place += 1) {
      for (const field of list.fields) names.add(itemName(list, place, field));
    }
  }
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}

const whole = (value: string) => (/^\d{1,9}$/.test(value) ? Number(value) : value);
function money(value: string): number | string {
  const hundredths = hundredthsOf(value);
  return hundredths === null ? value : hundredths / 100;
}
const read: Partial<Record<FieldKind, (value: string) => unknown>> = {
  whole,
  money,
  phone: (value) => value.replace(/\D/g, '').replace(/^55(?=\d{10,11}$)/, ''),
};

function valueIn({ kind, name }: PageField, text: string | undefined): unknown {
  const value = text?.trim() ?? '';
  if (name === 'preco.cambio') return value === 'sim' ? true : undefined;
  return value === '' ? undefined : (read[kind]?.(value) ?? value);
}

/** Sets a value at its path; an absent value creates no key. */
function put(target: Record<string, unknown>, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const place = keys.reduce((part, key) => {
    part[key] ??= {};
    return part[key] as Record<string, unknown>;
  }, target);
  if (value !== undefined) place[last] = value;
}

function itemOf(values: PromoValues, list: PageList, place: number): unknown {
  const [only] = list.fields;
  if (only?.name === '') return valueIn(only, values[itemName(list, place, only)]) ?? '';
  const item: Record<string, unknown> = {};
  for (const field of list.fields) put(item, field.name, valueIn(field, values[itemName(list, place, field)]));
  return item;
}

/**
 * Converts the editor’s values to the content of a page’s file.
 *
 * @param fixed values that no editor changes: brand, kind and drawing
 */
export function sourceOf(values: PromoValues, fixed: Source): Record<string, unknown> {
  const source: Record<string, unknown> = { ...fixed };
  for (const field of fields) put(source, field.name, valueIn(field, values[field.name]));
  for (const list of pageLists) {
    put(
      source,
      list.name,
      Array.from({ length: itemsOf(values, list) }, (_, place) => itemOf(values, list, place)),
    );
  }
  const hidden = sections.filter((section) => values[shownName(section)] !== 'sim');
  return { ...source, ...(hidden.length > 0 && { ocultas: hidden }) };
}

export type ListStep = 'mais' | 'menos' | 'sobe' | 'desce';

/** The values after a list’s button. A step beyond the ends changes nothing. @param place of the item */
export function afterStep(values: PromoValues, list: PageList, step: ListStep, place: number): PromoValues {
  const many = itemsOf(values, list);
  const items = Array.from({ length: many }, (_, index) =>
    list.fields.map((field) => values[itemName(list, index, field)] ?? ''),
  );
  const other = step === 'sobe' ? place - 1 : place + 1;
  if (step === 'mais') {
    if (many < list.max) items.push(list.fields.map(({ options }) => options?.[0]?.[0] ?? ''));
  } else if (step === 'menos') items.splice(place, 1);
  else if (items[place] && items[other]) {
    const [one, two] = [items[place], items[other]];
    items[place] = two;
    items[other] = one;
  }
  const rest = Object.entries(values).filter(([name]) => !name.startsWith(`${list.name}.`));
  const listed = items.flatMap((item, index) =>
    list.fields.map((field, n): [string, string] => [itemName(list, index, field), item[n] ?? '']),
  );
  return Object.fromEntries([...rest, ...listed]);
}

/** The differences between two states of a page, by the field’s label: `Turma 1, início`. */
export function changesOf(before: PromoValues, after: PromoValues): { antes: PromoValues; depois: PromoValues } {
  const antes: Record<string, string> = {};
  const depois: Record<string, string> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [from = '', to = ''] = [before[name], after[name]];
    if (from === to) continue;
    antes[nameInWords(name)] = cut(from);
    depois[nameInWords(name)] = cut(to);
  }
  return { antes, depois };
}

const MAX_STORED = 160;
const cut = (value: string) => (value.length > MAX_STORED ? `${value.slice(0, MAX_STORED - 1)}…` : value);

/** The label of a field: `Depoimento 2: quem`. */
export function nameInWords(name: string): string {
  const plain = fields.find((field) => field.name === name);
  if (plain) return plain.label;
  const part = pageParts.find(({ section }) => section && shownName(section) === name);
  if (part) return `Mostrar ${part.title.toLowerCase()}`;
  for (const list of pageLists) {
    if (!name.startsWith(`${list.name}.`)) continue;
    const [place = '', ...rest] = name.slice(list.name.length + 1).split('.');
    const field = list.fields.find((each) => each.name === rest.join('.'));
    const item = `${list.item} ${Number(place) + 1}`;
    return field && field.name !== '' ? `${item}: ${field.label.toLowerCase()}` : item;
  }
  return name;
}
