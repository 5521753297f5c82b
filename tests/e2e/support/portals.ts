import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { movedClock } from '../../../scripts/moved-clock.ts';
import { copyOfSchool, emptyFolder } from './school.ts';

/** Requests of a test to the process that hosts its portals. */
export interface ReceivedRequest {
  id: number;
  /** Settings of a portal to open: the answer is its address. */
  open?: Record<string, string>;
  /** The address of a portal to close: the answer is its log. */
  close?: string;
  /** Milliseconds by which the clock of the process goes on; the answer comes when its portals did what is due by then. */
  advance?: number;
}

export type Answered = { id: number; value?: string; error?: string };

/** The portal of a test, in a process that hosts many: starting a process for each takes ten times as long. */
export interface OwnPortal {
  address: string;
  /** The folder of its database and files. */
  folder: string;
  /** @returns what it logged */
  close(): Promise<string>;
}

/** A portal whose clock the test moves, in a process of its own. */
export interface TimedPortal extends OwnPortal {
  /** How far its clock is ahead of the machine's. */
  shift(): number;
  /** Moves its clock, and waits until all jobs due by then have run. */
  moveTo(instant: Date): Promise<void>;
}

const waiting = new Map<number, { host: ChildProcess; done: (answer: Answered) => void }>();
let shared: ChildProcess | undefined;
let count = 0;

/**
 * Opens a portal of the build with a school of its own, the demo school unless the settings say otherwise. A test of the process itself (how it starts, stops, reports,
 * and what it reads from its folder) starts a process instead: `startPortal()`.
 */
export async function openPortal(settings: Record<string, string> = {}): Promise<OwnPortal> {
  shared ??= startHost({}, () => {
    shared = undefined;
  });
  return openIn(shared, settings);
}

/** Opens a portal as `openPortal()` does, at another instant. */
export async function openPortalAt(instant: Date, settings: Record<string, string>): Promise<TimedPortal> {
  let shift = instant.getTime() - Date.now();
  const host = startHost(movedClock(shift));
  const portal = await openIn(host, settings);
  return {
    ...portal,
    shift: () => shift,
    async moveTo(next) {
      const advance = next.getTime() - (Date.now() + shift);
      shift += advance;
      await ask(host, { advance });
    },
    async close() {
      const log = await portal.close();
      host.disconnect();
      return log;
    },
  };
}

async function openIn(host: ChildProcess, settings: Record<string, string>): Promise<OwnPortal> {
  const folder = settings.DEMO === 'off' ? emptyFolder() : copyOfSchool();
  const address = await ask(host, { open: { ...settings, DATA_DIR: folder } });
  return {
    address,
    folder,
    async close() {
      const log = await ask(host, { close: address });
      rmSync(folder, { recursive: true, force: true });
      return log;
    },
  };
}

interface Hosts {
  env: Record<string, string>;
  close(): Promise<unknown>;
}

/** Opens the hosts of a franchise and a portal that is connected to them, uses both, and closes them. */
export async function withFranchise<F extends Hosts>(
  open: () => Promise<F>,
  settings: Record<string, string>,
  use: (world: { franchise: F; portal: OwnPortal }) => Promise<void>,
): Promise<void> {
  const franchise = await open();
  const portal = await openPortal({ ...franchise.env, ...settings, DEMO: 'off', TRUST_PROXY: 'on' });
  await use({ franchise, portal });
  await portal.close();
  await franchise.close();
}

async function ask(host: ChildProcess, question: Omit<ReceivedRequest, 'id'>): Promise<string> {
  const id = count++;
  const { value, error } = await new Promise<Answered>((done) => {
    waiting.set(id, { host, done });
    host.send({ id, ...question });
  });
  if (value === undefined) throw new Error(error);
  return value;
}

/** It ends with the worker that started it. */
function startHost(more: Record<string, string> = {}, onEnd = () => {}): ChildProcess {
  const child = spawn(process.execPath, ['tests/e2e/support/portal-host.ts'], {
    env: { ...process.env, ...more, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const hear = (answer: Answered) => {
    waiting.get(answer.id)?.done(answer);
    waiting.delete(answer.id);
  };
  child.unref();
  child.channel?.unref();
  child.on('message', hear);
  child.once('exit', (code) => {
    onEnd();
    // Another test may wait for another host.
    for (const [id, { host }] of waiting)
      if (host === child) hear({ id, error: `The host of the portals ended with ${code}.` });
  });
  return child;
}
