import type { Call } from './core.ts';
import type { calls as S } from './practice.schema.ts';

export const listMyBooks: Call<typeof S.listMyBooks> = { method: 'GET', path: 'at-home/meus-livros/' };
export const listBookContents: Call<typeof S.listBookContents> = { method: 'GET', path: 'at-home/livros/user/{id}/' };
