import { expect, it } from 'vitest';
import { publicUrls } from '../../../../../src/server/core/http/public-url.ts';

const config = { HOST: '127.0.0.1', PORT: 4321, ALLOWED_HOSTS: [] as string[], BRAND2_KEYWORD: 'phenom' };

it.each([
  ['https://aluno.example', undefined, ['phenom.example'], 'https://aluno.example', 'https://phenom.example'],
  ['https://phenom.example', undefined, ['other.example'], 'https://other.example', 'https://phenom.example'],
  ['https://aluno.example', undefined, [], 'https://aluno.example', 'https://aluno.example'],
  ['http://a.example:8080', undefined, ['PHENOM.example:8080'], 'http://a.example:8080', 'http://phenom.example:8080'],
  [
    'https://aluno.example',
    'https://phenom.example:8443',
    ['phenom.other.example'],
    'https://aluno.example',
    'https://phenom.example:8443',
  ],
  [undefined, undefined, [], 'http://127.0.0.1:4321', 'http://phenom.localhost:4321'],
  [undefined, undefined, ['other.example'], 'http://127.0.0.1:4321', 'http://127.0.0.1:4321'],
])('BRAND-03 with PUBLIC_URL %s, BRAND2_PUBLIC_URL %s and hosts %j brands are at %s and %s', (...row) => {
  const [PUBLIC_URL, BRAND2_PUBLIC_URL, ALLOWED_HOSTS, knn, phenom] = row;
  expect(publicUrls({ ...config, PUBLIC_URL, BRAND2_PUBLIC_URL, ALLOWED_HOSTS })).toEqual({ knn, phenom });
});

it('BRAND-03 without PUBLIC_URL the second brand has a localhost name with the keyword', () => {
  const { phenom } = publicUrls({ ...config, BRAND2_KEYWORD: 'outra' });
  expect(phenom).toBe('http://outra.localhost:4321');
});
