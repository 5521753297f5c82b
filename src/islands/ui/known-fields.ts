import { createContext, createElement, type FunctionComponent, use } from 'react';
import type { InputAttributes } from '#lib/contract/fields.schema.ts';

type KnownFields = Readonly<Record<string, InputAttributes>>;
const Known = createContext<KnownFields>({});

/** The attributes of the field with this name, from the form’s schema. */
export const useKnownField = (name = ''): InputAttributes | undefined => use(Known)[name];

/** A form whose fields get their lengths and hints by name: the page reads them from the schema (`inputsOf`). */
export const withKnownFields =
  <Props extends object>(Form: FunctionComponent<Props>) =>
  (props: Props & { fields: KnownFields }) =>
    createElement(Known, { value: props.fields }, createElement(Form, props));
