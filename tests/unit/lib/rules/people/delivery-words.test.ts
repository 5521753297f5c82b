import { describe, expect, it } from 'vitest';
import { DeliveryState } from '../../../../../src/lib/contract/broadcasts.schema.ts';
import {
  type DeviceFacts,
  deviceFinding,
  KINDS,
  type OutcomeFacts,
  outcomeSentence,
  personFinding,
  QUIET_DAYS,
  serviceOf,
} from '../../../../../src/lib/rules/people/delivery-words.ts';

const now = new Date('2026-11-20T23:30:00Z');
const zone = 'America/Sao_Paulo';
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
/** A complete sentence: no code, no status number, no missing value. */
const PLAIN = /^\p{Lu}[^_]*[.!]$/u;
const NOT_PLAIN = /undefined|null|NaN|\[object|http|\b[1-5]\d\d\b| {2}/i;
/** One matcher for each of 80,000 sentences takes twenty times as long, so only failing sentences are matched. */
const expectPlain = (text: string | null, facts: unknown) => {
  if (text !== null && PLAIN.test(text) && !NOT_PLAIN.test(text)) return;
  expect(text, JSON.stringify(facts)).toMatch(PLAIN);
  expect(text, JSON.stringify(facts)).not.toMatch(NOT_PLAIN);
};

const statuses = [null, 0, 201, 301, 400, 401, 403, 404, 408, 410, 413, 429, 500, 503];
const reasons = [
  null,
  '',
  'gone',
  'later',
  'unknown',
  'TimeoutError',
  'timeout',
  'reset',
  'http_503',
  'no_message',
  'moved',
  'late',
  'quiet',
  'not_allowed',
  'bad_keys',
  'private_address',
  '__proto__',
  'constructor',
];
const platforms = ['ios', 'android', 'windows', 'macos', 'linux', 'outro', 'alien'];
const endpoints = [
  null,
  'https://web.push.apple.com/x',
  'https://fcm.googleapis.com/x',
  'https://updates.push.services.mozilla.com/x',
  'https://db5p.notify.windows.com/x',
  'https://push.example/x',
  'no address',
];

describe('why a person gets no notifications', () => {
  const maria = { name: 'Maria', devices: 1, broken: 0, hadDevices: true, off: [] };
  it.each([
    [{ devices: 0, hadDevices: false }, /ainda não ativou/, /tela de início/],
    [{ devices: 0 }, /já recebeu/, /de novo/],
    [{ off: Object.keys(KINDS) }, /todos os tipos/, /Só Maria/],
    [{ broken: 1 }, /nenhum está recebendo/, /em cada um/],
    [{ off: ['campanha', 'financeiro'] }, /menos eventos e financeiro/, /Só Maria/],
    [{ devices: 3, broken: 2 }, /tudo certo.*3 aparelhos/, null],
  ])('%j', (facts, frase, remedy) => {
    const finding = personFinding({ ...maria, ...facts });
    expect(finding.frase).toMatch(frase);
    if (remedy) expect(finding.o_que_fazer).toMatch(remedy);
    else expect(finding.o_que_fazer).toBeNull();
  });

  it('the reason is one plain sentence for any facts about a person', () => {
    for (const devices of [0, 1, 2])
      for (const broken of [0, 1, 2])
        for (const hadDevices of [true, false])
          for (const off of [[], ['campanha'], ['aula', 'clube', 'alien'], Object.keys(KINDS)]) {
            const facts = { name: 'Maria', devices, broken, hadDevices, off };
            const { frase, o_que_fazer } = personFinding(facts);
            expectPlain(frase, facts);
            if (o_que_fazer !== null) expectPlain(o_que_fazer, facts);
          }
  });
});

describe('why a device gets no notifications', () => {
  const phone: DeviceFacts = {
    platform: 'android',
    isPwa: true,
    service: 'Google',
    lastSeen: daysAgo(1),
    lastOk: daysAgo(2),
    error: null,
  };
  const find = (facts: Partial<DeviceFacts>) => deviceFinding({ ...phone, ...facts }, now, zone);

  it.each<[string, Partial<DeviceFacts>, RegExp, boolean]>([
    ['an iPhone outside the home screen', { platform: 'ios', isPwa: false, lastOk: null }, /pelo navegador/, true],
    ['an iPhone that was reached', { platform: 'ios', isPwa: false }, /Recebe normalmente/, false],
    ['an iPhone on the home screen', { platform: 'ios', lastOk: null }, /Pronto para receber/, false],
    ['its permission taken away', { error: { status: 410, reason: 'gone', at: daysAgo(1) } }, /permissão/, true],
    [
      'a service that is down',
      { error: { status: 503, reason: null, at: daysAgo(1) } },
      /Google estava fora do ar/,
      true,
    ],
    ['our own key', { error: { status: 403, reason: null, at: daysAgo(1) } }, /assinatura da escola/, true],
    ['no answer', { error: { status: 0, reason: 'TimeoutError', at: daysAgo(1) } }, /demorou demais/, true],
    [
      'an error of before the last success',
      { error: { status: 503, reason: null, at: daysAgo(3) } },
      /normalmente/,
      false,
    ],
    ['a device in a drawer', { lastSeen: daysAgo(QUIET_DAYS) }, /há 30 dias/, false],
    ['one that is opened now and then', { lastSeen: daysAgo(QUIET_DAYS - 1) }, /normalmente/, false],
    ['a new device', { lastOk: null }, /ainda não enviamos/, false],
    ['all well', {}, /aceita quarta-feira, 18\/11, 20:30/, false],
  ])('%s', (_what, facts, frase, isBroken) => {
    expect(find(facts)).toMatchObject({ frase: expect.stringMatching(frase), isBroken });
  });

  it('the reason of a device is one plain sentence for every platform, service and error', () => {
    for (const platform of platforms)
      for (const endpoint of endpoints)
        for (const status of statuses.filter((each) => each !== null))
          for (const reason of reasons) {
            const facts = {
              platform,
              service: serviceOf(endpoint, platform),
              error: { status, reason, at: daysAgo(1) },
            };
            for (const isPwa of [true, false])
              for (const lastOk of [null, daysAgo(2)]) {
                const { frase, o_que_fazer } = find({ ...facts, isPwa, lastOk });
                expectPlain(frase, facts);
                expectPlain(o_que_fazer, facts);
              }
          }
  });
});

describe('the outcome of one notification', () => {
  const facts: OutcomeFacts = {
    target: 'push',
    state: 'aceita',
    status: 201,
    reason: null,
    attempts: 1,
    service: 'Apple',
    dueAt: null,
    expiresAt: null,
  };
  const say = (more: Partial<OutcomeFacts>) => outcomeSentence({ ...facts, ...more }, now, zone);
  const soon = '2026-11-21T11:00:00Z';

  it.each<[Partial<OutcomeFacts>, RegExp]>([
    [{}, /^Aceita pelo serviço da Apple e ainda não mostrada: o aparelho pode estar desligado\.$/],
    [{ expiresAt: daysAgo(1) }, /até passar o prazo/],
    [{ state: 'mostrada' }, /Apareceu/],
    [{ state: 'clicada' }, /aberta/],
    [{ state: 'na_fila', status: null, attempts: 0 }, /sai em instantes/],
    [{ state: 'na_fila', status: null, attempts: 0, dueAt: soon }, /^Fora do horário: vai amanhã, 08:00\.$/],
    [{ state: 'na_fila', status: 503, dueAt: soon }, /Apple estava fora do ar\. Tentamos de novo amanhã, 08:00\./],
    [{ state: 'falhou', status: 0, reason: 'moved' }, /outra pessoa/],
    [{ state: 'falhou', status: null, reason: 'bad_keys' }, /com defeito/],
    [{ state: 'expirada', status: 410, reason: 'gone' }, /O aparelho saiu/],
    [{ state: 'expirada', status: null, reason: 'late' }, /prazo passou/],
    [{ state: 'expirada', status: null, reason: 'quiet' }, /horário de silêncio/],
    [{ state: 'silenciada' }, /desligou/],
    [{ state: 'cancelada' }, /cancelada/],
    [{ target: 'mail' }, /^Saiu por e-mail\.$/],
    [{ target: 'mail', state: 'na_fila', status: null, attempts: 0, dueAt: soon }, /vai amanhã, 08:00/],
    [{ target: 'mail', state: 'falhou', status: null, reason: 'no_address' }, /falta um e-mail/],
    [{ target: 'inbox' }, /portal do responsável/],
    [{ state: 'qualquer' }, /Ainda não sabemos/],
  ])('%j', (more, sentence) => {
    expect(say(more)).toMatch(sentence);
  });

  it('the state of a notification is one plain sentence for every state, status, reason and platform', () => {
    for (const state of DeliveryState.options)
      for (const status of statuses)
        for (const reason of reasons)
          for (const platform of platforms)
            for (const dueAt of [null, daysAgo(1), soon])
              for (const expiresAt of [null, daysAgo(1), soon]) {
                const each = { state, status, reason, dueAt, expiresAt, service: serviceOf(null, platform) };
                for (const attempts of [0, 3]) expectPlain(say({ ...each, attempts }), each);
              }
  });
});

it('the push service is named by its address, and for an iPhone also without one', () => {
  expect(endpoints.map((endpoint) => serviceOf(endpoint, 'android'))).toEqual([
    'navegador',
    'Apple',
    'Google',
    'Mozilla',
    'Microsoft',
    'navegador',
    'navegador',
  ]);
  expect(serviceOf(null, 'ios')).toBe('Apple');
  expect(serviceOf('https://googleapis.com.evil.example/', null)).toBe('navegador');
});
