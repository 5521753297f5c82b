import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

interface Message {
  what: string;
  port?: number;
}

/** A process that stops like the portal, controlled by the test step by step. */
class Stopping {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  port = 0;
  output = '';
  readonly #heard: Message[] = [];
  #wake = () => {};
  constructor(env: Record<string, string>) {
    this.child = fork('tests/support/stopping-server.ts', { env: { ...process.env, ...env }, stdio: 'pipe' });
    this.ended = new Promise((done) => this.child.once('exit', done));
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk;
      });
    }
    this.child.on('message', (message: Message) => {
      this.#heard.push(message);
      this.#wake();
    });
  }
  /** Waits for a message of the process; each message is consumed once. */
  async until(what: string): Promise<Message> {
    for (;;) {
      const at = this.#heard.findIndex((message) => message.what === what);
      if (at >= 0) return this.#heard.splice(at, 1)[0] as Message;
      await new Promise<void>((done) => {
        this.#wake = done;
      });
    }
  }
  answerHeld(): void {
    this.child.send('answer');
  }
  ask(path: string, agent?: Agent): Promise<{ text: string; headers: IncomingMessage['headers'] }> {
    return new Promise((resolve, reject) => {
      const asking = request({ host: '127.0.0.1', port: this.port, path, agent }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => {
          text += chunk;
        });
        response.once('end', () => resolve({ text, headers: response.headers }));
        response.once('error', reject);
      });
      asking.once('error', reject);
      asking.end();
    });
  }
}

const textOf = (socket: Socket) =>
  new Promise<string>((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    socket.once('close', () => resolve(text));
    socket.once('error', reject);
  });

describe('S13 a process that is asked to stop', () => {
  let process: Stopping;
  let agent: Agent;
  const start = async (env: Record<string, string> = {}) => {
    process = new Stopping(env);
    process.port = (await process.until('listening')).port ?? 0;
  };
  beforeEach(() => {
    agent = new Agent({ keepAlive: true });
  });
  afterEach(() => {
    agent.destroy();
    process.child.kill('SIGKILL');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'a stopping process completes running requests, then exits with 0 (%s)',
    async (signal) => {
      await start();
      const answers = [process.ask('/held', agent), process.ask('/held', agent)];
      await process.until('held');
      await process.until('held');
      process.child.kill(signal);
      await process.until('stopping');
      await expect(process.ask('/new')).rejects.toThrow('ECONNREFUSED');
      process.answerHeld();
      expect((await Promise.race(answers)).text).toBe('held until now');
      process.answerHeld();
      for (const { text } of await Promise.all(answers)) expect(text).toBe('held until now');
      await process.until('closed');
      expect(await process.ended).toBe(0);
      expect(process.output).toContain('"stopped"');
      expect(process.output).not.toMatch(/"level":(40|50|60)/);
    },
  );

  it('a stopping process exits although its log was closed', async () => {
    await start();
    process.child.stdout?.destroy();
    process.child.kill('SIGTERM');
    expect(await process.ended).toBe(0);
  });

  it('a stopping process exits although nobody reads its log', async () => {
    const begun = start({ LINES: '200' });
    process.child.stdout?.pause();
    await begun;
    process.child.kill('SIGTERM');
    expect(await process.ended).toBe(0);
  });

  it('idle keep-alive connections do not delay the exit', async () => {
    await start();
    const { headers } = await process.ask('/first', agent);
    expect(headers.connection).toBe('keep-alive');
    expect(Object.values(agent.freeSockets).flat()).toHaveLength(1);
    process.child.kill('SIGTERM');
    expect(await process.ended).toBe(0);
  });

  it('a busy keep-alive connection is closed after its answer', async () => {
    await start();
    const answer = process.ask('/held', agent);
    await process.until('held');
    process.child.kill('SIGTERM');
    await process.until('stopping');
    process.answerHeld();
    expect((await answer).text).toBe('held until now');
    expect(await process.ended).toBe(0);
  });

  describe('with a drain time for a proxy', () => {
    it('a stopping process still accepts requests', async () => {
      await start({ DRAIN_MS: '60000' });
      process.child.kill('SIGTERM');
      await process.until('stopping');
      const { text, headers } = await process.ask('/new', agent);
      expect(text).toBe('at once /new');
      expect(headers.connection).toBe('keep-alive');
    });

    it('a write on a keep-alive connection is answered while new connections are refused', async () => {
      await start({ DRAIN_MS: '50' });
      const stored = connect(process.port, '127.0.0.1');
      const text = textOf(stored);
      stored.write('GET /first HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(stored, 'data');
      process.child.kill('SIGTERM');
      const refused = () => process.ask('/new').catch((error: Error) => error.message);
      await expect.poll(refused, { interval: 5, timeout: 10_000 }).toContain('ECONNREFUSED');
      stored.write('POST /late HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}');
      const said = await text;
      expect(said).toContain('at once /late');
      expect(said.slice(said.indexOf('/first'))).toMatch(/connection: close/i);
      expect(await process.ended).toBe(0);
    });

    it('an idle keep-alive connection does not delay the exit', async () => {
      await start({ DRAIN_MS: '1' });
      await process.ask('/first', agent);
      process.child.kill('SIGTERM');
      expect(await process.ended).toBe(0);
      expect(process.output).not.toMatch(/"level":(40|50|60)/);
    });
  });

  it('a request sent behind a running one is answered, with “connection: close”', async () => {
    await start();
    const socket = connect(process.port, '127.0.0.1');
    const text = textOf(socket);
    socket.write('GET /held HTTP/1.1\r\nHost: x\r\n\r\n');
    await process.until('held');
    // The next request on the same connection is read while the process stops.
    process.child.kill('SIGTERM');
    await process.until('stopping');
    socket.write('GET /late HTTP/1.1\r\nHost: x\r\n\r\n');
    process.answerHeld();
    const said = await text;
    expect(said).toContain('held until now');
    expect(said).toContain('at once /late');
    expect(said.slice(said.indexOf('held until now'))).toMatch(/connection: close/i);
    expect(await process.ended).toBe(0);
    expect(process.output).not.toContain('ERR_HTTP_HEADERS_SENT');
  });

  it.each([
    ['a request', {}],
    ['the database', { CLOSES: 'never' }],
  ])('a stopping process exits with 1 when %s exceeds the time limit', async (what, env) => {
    await start({ LIMIT_MS: '100', ...(env as Record<string, string>) });
    const answer = what === 'a request' ? process.ask('/held') : Promise.resolve();
    const failed = answer.then(
      () => false,
      () => true,
    );
    if (what === 'a request') await process.until('held');
    process.child.kill('SIGTERM');
    expect(await process.ended).toBe(1);
    expect(await failed).toBe(what === 'a request');
    expect(process.output).toContain('requests still ran at the time limit');
  });
});
