import { api } from '#lib/api/browser.ts';
import { addressOf } from '#lib/api/client.ts';
import { type Call, ISLAND_PATH } from '#lib/contract/core.ts';
import type { AnswerOf, Arguments, InputOf, IslandRead, IslandWrite } from '#lib/page/operations.ts';

const callOf = (method: 'GET' | 'POST', name: string): Call => ({ method, path: `${ISLAND_PATH}${name}/` });
const inputOf = (input: unknown) => (input === undefined ? {} : { query: { input: JSON.stringify(input) } });

/** Calls a read operation: `query('travel.getCheckIn', { id })`. @throws ApiError */
export const query = <Name extends IslandRead>(
  name: Name,
  ...[input, options]: Arguments<InputOf<Name>>
): Promise<AnswerOf<Name>> => api(callOf('GET', name), inputOf(input) as never, options) as Promise<AnswerOf<Name>>;

/** Calls a write operation: `mutate('practice.saveReviews', { … })`. @throws ApiError */
export const mutate = <Name extends IslandWrite>(
  name: Name,
  ...[input, options]: Arguments<InputOf<Name>>
): Promise<AnswerOf<Name>> =>
  api(callOf('POST', name), { body: input ?? {} } as never, options) as Promise<AnswerOf<Name>>;

/** The address of a read operation, whose answer a device can cache. */
export const queryAddress = <Name extends IslandRead>(name: Name, input: InputOf<Name>): string =>
  addressOf(callOf('GET', name), inputOf(input));

/** Where a beacon sends the input of an operation. */
export const mutationAddress = (name: IslandWrite): string => addressOf(callOf('POST', name));
