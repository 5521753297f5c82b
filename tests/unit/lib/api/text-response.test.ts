import { expect, it } from 'vitest';
import { TextResponse } from '../../../../src/lib/api/text-response.ts';

const make = () => new TextResponse('{"nome":"Ção"}', { status: 201, headers: { 'content-type': 'application/json' } });

it('an answer of text reads like any answer, whichever way it is read', async () => {
  expect(make()).toBeInstanceOf(Response);
  expect([make().status, make().ok, make().headers.get('content-type')]).toEqual([201, true, 'application/json']);
  expect(await make().json()).toEqual({ nome: 'Ção' });
  expect(await make().text()).toBe('{"nome":"Ção"}');
  expect(new TextDecoder().decode(await make().arrayBuffer())).toBe('{"nome":"Ção"}');
  expect(await new Response(make().body).text()).toBe('{"nome":"Ção"}');
});
