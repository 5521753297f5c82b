import { expect, it } from 'vitest';
import { z } from 'zod';
import { read } from '../../../../../src/server/core/ports/payments/asaas-shapes.ts';
import { readMessage } from '../../../../../src/server/core/ports/payments/message.ts';
import { ProviderSilent, WrongSignature } from '../../../../../src/server/core/ports/payments/provider.ts';
import { values } from '../../../../support/odd-input.ts';

const noTexts = values.filter((value) => typeof value !== 'string');

it.each(noTexts)('a message that says it was sent at %j is refused as a message', (at) => {
  const message = JSON.stringify({ id: 'a', reference: 'b', kind: 'paid', at });
  expect(() => readMessage(message)).toThrow(WrongSignature);
});

it.each(['null', '7', '[]', '""'])('a body of %s is refused as a message', (body) => {
  expect(() => readMessage(body)).toThrow(WrongSignature);
});

it.each(values)('a refusal of the payment provider with the code %j is a known error', (code) => {
  const answer = { status: 400, body: { errors: [null, { code }] } };
  expect(() => read(z.object({}), answer, 'a charge')).toThrow(ProviderSilent);
});
