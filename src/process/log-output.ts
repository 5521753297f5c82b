import { write, writeSync } from 'node:fs';

/** While a reader is busy, this much waits; later lines are lost. */
const MAX_WAITING = 8 * 1024 * 1024;
const PAUSE_MS = 50;
/** At the end of the process: how often a reader that is busy is tried. */
const MAX_TRIES = 20;

/**
 * Where the log goes: a file descriptor that is written beside the work of the process, and once more at its end. A reader
 * that is gone ends the log and nothing else: the logger's own stream tries a broken pipe for ever at the end.
 */
export class LogOutput {
  readonly #fd: number;
  #waiting = '';
  #isWriting = false;
  #isGone = false;

  constructor(fd: number) {
    this.#fd = fd;
    process.on('exit', () => this.#flush());
  }

  write(line: string): void {
    if (this.#isGone || this.#waiting.length > MAX_WAITING) return;
    this.#waiting += line;
    if (!this.#isWriting) this.#next();
  }

  #next(): void {
    const bytes = Buffer.from(this.#waiting);
    this.#waiting = '';
    this.#isWriting = bytes.byteLength > 0;
    if (this.#isWriting) this.#send(bytes);
  }

  #send(bytes: Buffer): void {
    write(this.#fd, bytes, (error, written) => {
      if (isBusy(error)) setTimeout(() => this.#send(bytes), PAUSE_MS).unref();
      else if (error) this.#isGone = true;
      else if (written < bytes.byteLength) this.#send(bytes.subarray(written));
      else this.#next();
    });
  }

  #flush(): void {
    let bytes = Buffer.from(this.#isGone ? '' : this.#waiting);
    for (let tries = 0; bytes.byteLength > 0 && tries < MAX_TRIES; tries++) {
      try {
        bytes = bytes.subarray(writeSync(this.#fd, bytes));
      } catch (error) {
        if (!isBusy(error)) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
      }
    }
  }
}

/** The pipe is full for now. */
const isBusy = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code === 'EAGAIN';
