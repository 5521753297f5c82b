import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { listenProblem, takenPlace } from '../../../src/process/listen-problem.ts';

const place = (port: number, host = '127.0.0.1') => ({ host, port, setting: 'PORT' }) as const;

it('a port in use is reported with a free one, in the language of the command', async () => {
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const said = await takenPlace([place(0), place(port)], 'pt');
  expect(said).toMatch(new RegExp(`^A porta ${port} já está em uso\\. .* PORT=\\d+ npm start$`));
  const free = Number(/PORT=(\d+)/.exec(said ?? '')?.[1]);
  expect(free).toBeGreaterThan(port);
  expect(await takenPlace([place(port)], 'en')).toMatch(/^Port \d+ is in use\. .* npm run dev$/);
  await new Promise((done) => other.close(done));
  expect(await takenPlace([place(port)], 'pt')).toBeNull();
});

it('an address of another machine is reported as a problem of HOST', async () => {
  expect(await takenPlace([place(0, '203.0.113.7')], 'pt')).toMatch(/^HOST: 203\.0\.113\.7 não é um endereço/);
});

it.each([
  ['EACCES', 'A porta 80 precisa de mais direitos. Escolha em PORT uma a partir de 1024.'],
  ['EOTHER', 'A porta 80 de 127.0.0.1 não se abre: why'],
])('%s is reported with a sentence', async (code, sentence) => {
  expect(await listenProblem(Object.assign(new Error('why'), { code }), place(80), 'pt')).toBe(sentence);
});
