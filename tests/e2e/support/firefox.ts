import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { firefox } from '../../../scripts/test-tools.ts';

export interface Firefox {
  goto(address: string): Promise<void>;
  /** Runs a function in the page. What it takes and gives is JSON; a missing result is null. */
  evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Promise<Result> | Result,
    ...args: Args
  ): Promise<Result>;
  /** The paths of its pages. */
  paths(): Promise<string[]>;
  /** Presses the notification that the browser shows. @returns whether one was there and listened. */
  clickAlert(): Promise<boolean>;
  close(): Promise<void>;
}

const PATHS = `
  return [...Services.wm.getEnumerator('navigator:browser')]
    .flatMap(({ gBrowser }) => gBrowser.browsers)
    .map(({ currentURI }) => currentURI.filePath);`;

/** The notification is a browser window that appears before it handles presses: earlier ones are lost. */
const PRESS_ALERT = `
  const alert = [...Services.wm.getEnumerator('alert:alert')].find(({ gIsActive }) => gIsActive);
  alert?.document.getElementById('alertBox').click();
  return Boolean(alert);`;

/** Opens Firefox with notifications allowed and with this push service instead of Mozilla's. */
export async function openFirefox(pushService: string): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  const preferences = {
    'marionette.port': 0,
    'dom.push.serverURL': pushService,
    'dom.push.testing.allowInsecureServerURL': true,
    'dom.push.connection.enabled': true,
    'permissions.default.desktop-notification': 1,
    'alerts.useSystemBackend': false,
  };
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const options = ['--headless', '--no-remote', '--marionette', '--remote-allow-system-access', '--profile', profile];
  const browser = spawn(firefox() ?? '', options, {
    // Firefox refuses to run as root in the home of another user.
    env: { ...process.env, HOME: profile },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const send = await driverOf(await portOf(browser.stdout));
  await send('WebDriver:NewSession', {});
  const run = async (script: string, args: unknown[] = []) =>
    ((await send('WebDriver:ExecuteScript', { script, args })) as { value: unknown }).value;
  const runInBrowser = async (script: string) => {
    await send('Marionette:SetContext', { value: 'chrome' });
    const value = await run(script);
    await send('Marionette:SetContext', { value: 'content' });
    return value;
  };
  return {
    goto: async (url) => void (await send('WebDriver:Navigate', { url })),
    evaluate: async (each, ...args) =>
      (await run(`return (${each}).apply(null, arguments)`, args)) as Awaited<ReturnType<typeof each>>,
    paths: async () => (await runInBrowser(PATHS)) as string[],
    clickAlert: async () => (await runInBrowser(PRESS_ALERT)) === true,
    async close() {
      const ended = once(browser, 'exit');
      await send('Marionette:Quit', {});
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** The port that the browser says it listens on for its driver. */
async function portOf(said: NodeJS.ReadableStream): Promise<number> {
  for await (const line of createInterface({ input: said })) {
    const port = /Listening on port (\d+)/.exec(line)?.[1];
    if (port) return Number(port);
  }
  throw new Error('Firefox ended before it listened');
}

/**
 * Speaks Firefox's own protocol, Marionette, which reaches the windows of the browser beside its pages: JSON behind its
 * length in bytes and a colon. A command is kind 0, number, name, parameters; its answer is kind 1, number, error,
 * result.
 *
 * @returns a function that sends a command, and gives its result or throws its error
 */
async function driverOf(port: number): Promise<(name: string, parameters: object) => Promise<unknown>> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let read = Buffer.alloc(0);
  socket.on('data', (more: Buffer) => {
    read = Buffer.concat([read, more]);
    for (let colon = read.indexOf(':'); colon > 0; colon = read.indexOf(':')) {
      const end = colon + 1 + Number(read.subarray(0, colon));
      if (read.length < end) return;
      const message: unknown = JSON.parse(read.toString('utf8', colon + 1, end));
      read = read.subarray(end);
      // The greeting is not an answer.
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message as [number, number, object | null, unknown];
      if (error) waiting.get(id)?.reject(new Error(JSON.stringify(error)));
      else waiting.get(id)?.resolve(result);
    }
  });
  let sent = 0;
  return (name, parameters) => {
    sent += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(sent, answer);
    const command = JSON.stringify([0, sent, name, parameters]);
    socket.write(`${Buffer.byteLength(command)}:${command}`);
    return answer.promise;
  };
}
