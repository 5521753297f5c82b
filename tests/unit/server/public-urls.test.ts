import { expect, it } from 'vitest';
import { publicUrls } from '../../../src/server/http/public-url.ts';

const config = { HOST: '127.0.0.1', PORT: 4321, ALLOWED_HOSTS: [] as string[], BRAND2_KEYWORD: 'phenom' };

it.each([
  ['https://aluno.example', ['phenom.example'], 'https://aluno.example', 'https://phenom.example'],
  ['https://phenom.example', ['other.example'], 'https://other.example', 'https://phenom.example'],
  ['https://aluno.example', [], 'https://aluno.example', 'https://aluno.example'],
  ['http://aluno.example:8080', ['PHENOM.example:8080'], 'http://aluno.example:8080', 'http://phenom.example:8080'],
  [undefined, [], 'http://127.0.0.1:4321', 'http://127.0.0.1:4321'],
])('BRAND-01 with PUBLIC_URL %s and hosts %j brands are at %s and %s', (PUBLIC_URL, ALLOWED_HOSTS, knn, phenom) => {
  expect(publicUrls({ ...config, PUBLIC_URL, ALLOWED_HOSTS })).toEqual({ knn, phenom });
});
