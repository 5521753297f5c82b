import { expect, it } from 'vitest';
import { scanTicket, ticketIn } from '../../../src/connected/scan-ticket.ts';
import type { Client } from '../../../src/lib/api/client.ts';
import type { User } from '../../../src/lib/contract/account.schema.ts';

const user = { id: 7, drive_user: null } as unknown as User;
const ZONE = 'America/Sao_Paulo';

it.each([
  ['81', '81'],
  [' 81 ', '81'],
  ['v1.81.assinatura', '81'],
  ['v1.81.2026.7', '81'],
  ['KNN-2026-000123', null],
  ['INGRESSO-000123', '000123'],
  ['ingresso:81', '81'],
  ['https://drive.franquia.example:8080/qr/2026/81/?x=5', '81'],
  ['K7QM-2XWD-9HRT', null],
  ['1234567890123', null],
  ['', null],
])('the ticket id in "%s" is %s', (text, id) => {
  expect(ticketIn(text)).toBe(id);
});

const answering = (result: object) => {
  const sent: unknown[] = [];
  const api = (async (_call: unknown, input: unknown) => {
    sent.push(input);
    return { titular_mascarado: '', campanha: '', ...result };
  }) as unknown as Client;
  return { api, sent };
};

it.each([
  [{ valido: true }, 'Pode entrar.'],
  [{ valido: true, titular_mascarado: 'D*** P***' }, 'Pode entrar: D*** P***.'],
  [{ valido: false, detail: 'Ingresso da turma errada.' }, 'Ingresso da turma errada.'],
  [{ valido: false, motivo: 'usado', usado_em: '2026-03-02T22:05:00Z' }, 'Já utilizado em 02/03/2026 às 19:05.'],
  [{ valido: false, motivo: 'outra_campanha', campanha: 'Orlando' }, 'Este ingresso é de outro evento: Orlando.'],
  [{ valido: false, motivo: 'expirado' }, 'Este ingresso venceu: o evento já passou.'],
  [{ valido: false }, 'A escola diz que este ingresso não vale.'],
])('the answer %j of a host is shown as "%s"', async (result, detail) => {
  const { api, sent } = answering(result);
  const said = await scanTicket(api, { texto: 'v1.81.x', chave: 'chave-de-uma-leitura' }, user, ZONE);
  expect(said).toMatchObject({ valido: result.valido, detail });
  expect(sent).toEqual([{ params: { id: '81' }, body: { assinatura: 'v1.81.x', chave: 'chave-de-uma-leitura' } }]);
});

it('a scan by another user and a text without a ticket id are not sent to a host', async () => {
  const { api, sent } = answering({ valido: true });
  await expect(scanTicket(api, { texto: '81', user_id: 8 }, user, ZONE)).rejects.toMatchObject({ status: 409 });
  await expect(scanTicket(api, { texto: 'K7QM-2XWD-9HRT' }, user, ZONE)).rejects.toMatchObject({ status: 422 });
  expect(sent).toEqual([]);
});
