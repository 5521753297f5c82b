import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import type { Call } from '../../src/lib/contract/core.ts';
import * as travel from '../../src/lib/contract/travel.ts';
import { anything, expectWords, inputsOn, near, record, textOf } from '../support/odd-input.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';

const people = [1, 7, 9];
const INPUTS = 60;

const ids = near(1, 2, 3, 2_147_483_647, 2_147_483_648, '1');
const days = near('2026-01-01', '2026-02-30', '0000-00-00', '9999-12-31', '99999-01-01');
const instants = near('2026-12-12T22:00:00.000Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', 'amanhã');
const scan = {
  campaign_id: ids,
  chave: near('a'.repeat(32), 'curta'),
  lido_em: instants,
};

const campaign = record({
  nome: near('Noite', 'x'.repeat(121)),
  destino: near('Orlando'),
  descricao: near('Uma noite'),
  regulamento: near('Um por pessoa'),
  pagina: near('knn-orlando', 'outra'),
  inicio: days,
  fim: days,
  evento_em: instants,
  local: near('Auditório', ''),
  vagas: near(10, 0, 1e9),
  max_acompanhantes: near(2, 11),
});

const bodies: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  joinCampaign: record({
    campaign_id: ids,
    acompanhantes: fc.array(record({ nome: near('Rita', ' '), cpf: near('11144477735', '1'), birth_date: days }), {
      maxLength: 12,
    }),
    aceite_regulamento: near(true),
  }),
  validateQrCode: record({ assinatura: near('PT1.1.aaaaaaaaaaaaaaaaaaaaaa', 'a'.repeat(22)), ...scan }),
  scanTicket: record({
    user_id: ids,
    texto: near('DEMA-TRAV-EL22', 'PT1.1.aaaaaaaaaaaaaaaaaaaaaa', 'PT1.9999999999.x'),
    ...scan,
  }),
  createCampaign: campaign,
  updateCampaign: fc.oneof(campaign, record({ atualizada_em: instants })),
  publishCampaign: record({ publicada: near(true, false) }),
  cancelParticipation: record({ motivo: near('Não', 'x'.repeat(201)) }),
  makeTickets: record({ quantidade: near(1, 501), rotulo: near('Convidado', 'x'.repeat(61)) }),
};

describe.each(engines)('bad input to the calls of travel campaigns on %s (S1)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, {
      limits: noLimits,
    });
  });
  afterAll(() => portal.close());

  const calls = Object.entries(travel as Record<string, Call>).filter(([, { body }]) => body !== 'multipart');
  it.each(calls)('%s answers in words, whatever comes', async (name, call) => {
    const inputs = fc.tuple(
      near('1', '0', 'abc', '2147483648'),
      bodies[name] ?? anything,
      fc.uuid(),
      fc.constantFrom(...people),
    );
    await fc.assert(
      fc.asyncProperty(inputs, async ([id, body, key, as]) => {
        const text = textOf(id);
        const init =
          call.method === 'GET'
            ? {}
            : {
                body: JSON.stringify(body) ?? 'null',
                headers: { 'content-type': 'application/json', 'idempotency-key': key },
              };
        const address = addressOf(call, { params: { id: text, chave: text } });
        await expectWords(await portal.send(call.method, address, init, { as }));
      }),
      inputsOn(engine, INPUTS),
    );
  });
});
