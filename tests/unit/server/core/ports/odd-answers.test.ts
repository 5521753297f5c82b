import { expect, it } from 'vitest';
import { z } from 'zod';
import { read } from '../../../../../src/server/core/ports/payments/asaas-shapes.ts';
import { readMessage } from '../../../../../src/server/core/ports/payments/message.ts';
import { ProviderSilent, WrongSignature } from '../../../../../src/server/core/ports/payments/provider.ts';
import { values } from '../../../../support/odd-input.ts';

const noTexts = values.filter((value) => typeof value !== 'string');

it.each(noTexts)('a webhook message whose time is %j is refused as wrongly signed', (at) => {
  const message = JSON.stringify({ id: 'a', reference: 'b', kind: 'paid', at });
  expect(() => readMessage(message)).toThrow(WrongSignature);
});

it.each(['null', '7', '[]', '""'])('a webhook body of %s is refused as wrongly signed', (body) => {
  expect(() => readMessage(body)).toThrow(WrongSignature);
});

it.each(values)('an error of the payment provider with the code %j is read as ProviderSilent', (code) => {
  const answer = { status: 400, body: { errors: [null, { code }] } };
  expect(() => read(z.object({}), answer, 'a charge')).toThrow(ProviderSilent);
});
