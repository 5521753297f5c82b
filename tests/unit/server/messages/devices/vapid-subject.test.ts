import { createECDH } from 'node:crypto';
import { expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../../../../src/server/config.ts';
import { subjectOf, subjectProblem } from '../../../../../src/server/messages/devices/vapid.ts';

it.each(['mailto:suporte@escola.com.br', 'https://aluno.escola.com.br', 'https://portal.knn.com.br/contato'])(
  '%s is a valid contact',
  (subject) => {
    expect(subjectProblem(subject)).toBeNull();
  },
);

it.each([
  'mailto:admin@localhost',
  'mailto:suporte@example.com',
  'mailto:nobody',
  'https://localhost',
  'https://localhost:4321',
  'https://portal.local',
  'https://portal.example',
  'https://127.0.0.1',
  'https://[::1]:4321',
  'https://10.0.0.3',
])('%s is refused as contact, since push services answer 403 to it', (subject) => {
  expect(subjectProblem(subject)).toContain(subject);
});

it.each([
  [{ PUSH_SUBJECT: 'mailto:a@b.com.br', PUBLIC_URL: 'https://x.com.br' }, 'mailto:a@b.com.br'],
  [{ PUBLIC_URL: 'https://x.com.br' }, 'https://x.com.br'],
  [{ PUBLIC_URL: 'http://x.com.br' }, 'https://portal.example'],
  [{}, 'https://portal.example'],
])('%j signs for %s', (config, subject) => {
  expect(subjectOf(config)).toBe(subject);
});

it('a public school does not start with a contact that push services refuse', () => {
  const env = { DEMO: 'off', PUBLIC_URL: 'https://aluno.escola.com.br' };
  expect(() => readConfig({ ...env, PUSH_SUBJECT: 'mailto:suporte@example.com' })).toThrow(ConfigError);
  expect(() => readConfig({ ...env, PUSH_SUBJECT: 'https://localhost' })).toThrow(/PUSH_SUBJECT/);
  expect(readConfig({ ...env, PUSH_SUBJECT: 'mailto:suporte@escola.com.br' }).PUSH_SUBJECT).toContain('escola');
});

it('configured VAPID keys are accepted only as a matching pair', () => {
  const [curve, other] = [createECDH('prime256v1'), createECDH('prime256v1')];
  const pair = {
    VAPID_PUBLIC_KEY: curve.generateKeys('base64url', 'uncompressed'),
    VAPID_PRIVATE_KEY: Buffer.from(curve.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url'),
  };
  expect(readConfig({ ...pair, DEMO: 'on' })).toMatchObject(pair);
  const strange = other.generateKeys('base64url', 'uncompressed');
  expect(() => readConfig({ ...pair, VAPID_PUBLIC_KEY: strange })).toThrow(/VAPID_PUBLIC_KEY/);
  expect(() => readConfig({ VAPID_PUBLIC_KEY: pair.VAPID_PUBLIC_KEY })).toThrow(/VAPID_PRIVATE_KEY/);
});
