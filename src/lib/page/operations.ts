import type { z } from 'zod';
import type { operations } from '../../server/operations.ts';
import type { CallOptions } from '../api/client.ts';
import type { FieldAttributes } from '../contract/fields.schema.ts';
import type { CallName } from '../contract/index.schema.ts';

/** Calls an operation in this browser’s name, inside the process. @throws ApiError */
export interface OperationCall<In, Out> {
  (...args: Arguments<In>): Promise<Out>;
  /** The fields of its form, with the limits that the server checks. @param labels of fields whose schema has no title */
  fields(labels?: Readonly<Record<string, string>>): Record<FieldOf<In>, FieldAttributes>;
}

type FieldOf<In> = In extends unknown ? keyof In & string : never;

/** An input without required fields may be left out. */
export type Arguments<In> =
  Record<never, never> extends In ? [input?: In, options?: CallOptions] : [input: In, options?: CallOptions];

interface Runnable {
  input: z.ZodType;
  run(...args: never[]): Promise<unknown>;
}
type Table = typeof operations;
type InputIn<O extends Runnable> = z.input<O['input']>;
type AnswerIn<O extends Runnable> = O extends { result: infer R extends z.ZodType }
  ? z.output<R>
  : Awaited<ReturnType<O['run']>>;

/** The operations of every area, as a page calls them: `api.leads.listLeads({ … })`. */
export type OperationClient = {
  readonly [Area in keyof Table]: {
    readonly [Name in keyof Table[Area] as Table[Area][Name] extends Runnable
      ? Name
      : never]: Table[Area][Name] extends Runnable
      ? OperationCall<InputIn<Table[Area][Name]>, AnswerIn<Table[Area][Name]>>
      : never;
  };
};

type IslandNames<Does> = {
  [Area in keyof Table & string]: {
    [Name in keyof Table[Area] & string]: Table[Area][Name] extends { address: 'island'; does: Does }
      ? `${Area}.${Name}`
      : never;
  }[keyof Table[Area] & string];
}[keyof Table & string];
/** Operations that scripts of the browser may call: reads and writes. */
export type IslandRead = IslandNames<'reads'>;
export type IslandWrite = IslandNames<'writes'>;

type AreaOf<Name extends string> = Name extends `${infer A}.${string}` ? A & keyof OperationClient : never;
type OwnNameOf<Name extends string> = Name extends `${string}.${infer N}`
  ? N & keyof OperationClient[AreaOf<Name>]
  : never;
/** The name of an operation: `leads.listLeads`. */
export type OperationName = {
  [Area in keyof OperationClient]: `${Area}.${keyof OperationClient[Area] & string}`;
}[keyof OperationClient];

/** The name of a call of the contract or of an operation. */
export type RequestedName = CallName | OperationName;

/** The input of an operation: `InputOf<'leads.updateLead'>`. */
export type InputOf<Name extends OperationName> =
  OperationClient[AreaOf<Name>][OwnNameOf<Name>] extends OperationCall<infer In, infer _Out> ? In : never;
/** The answer of an operation: `AnswerOf<'leads.listLeads'>['items'][number]`. */
export type AnswerOf<Name extends OperationName> =
  OperationClient[AreaOf<Name>][OwnNameOf<Name>] extends OperationCall<infer _In, infer Out> ? Out : never;
