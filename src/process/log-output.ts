import { write, writeSync } from 'node:fs';

/** Bytes that wait while the reader is busy. Lines beyond that are lost. */
const MAX_WAITING = 8 * 1024 * 1024;
const PAUSE_MS = 50;
/** Lines within this time are written together: a write costs more than a small answer. */
const GATHER_MS = 20;
/** A pipe writes up to this size atomically, so lines of several processes never mix (PIPE_BUF of Linux). */
const MAX_PIECE = 4096;
const LINE_END = 10;
/** How often the last flush retries a busy reader. */
const MAX_TRIES = 20;

/**
 * Writes the log to a standard stream while the process runs, and once more at its end. When the reader is gone, only the
 * log ends; the logger’s own stream would retry the broken pipe forever. When the reader stops reading, lines are lost,
 * and the end takes a second longer.
 */
export class LogOutput {
  readonly #fd: 1 | 2;
  #waiting = '';
  #isWriting = false;
  #isGone = false;

  constructor(fd: 1 | 2) {
    this.#fd = fd;
    // Asking for the stream makes the pipe non-blocking: a full pipe then says so. A blocked write would delay the end.
    void (fd === 1 ? process.stdout : process.stderr);
    process.on('exit', () => this.#flush());
  }

  write(line: string): void {
    if (this.#isGone || this.#waiting.length > MAX_WAITING) return;
    this.#waiting += line;
    if (this.#isWriting) return;
    this.#isWriting = true;
    // An end in the meantime writes them too.
    setTimeout(() => this.#next(), GATHER_MS).unref();
  }

  #next(): void {
    const bytes = Buffer.from(this.#waiting);
    this.#waiting = '';
    this.#isWriting = bytes.byteLength > 0;
    if (this.#isWriting) this.#send(bytes);
  }

  #send(bytes: Buffer): void {
    write(this.#fd, pieceOf(bytes), (error, written) => {
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
        bytes = bytes.subarray(writeSync(this.#fd, pieceOf(bytes)));
      } catch (error) {
        if (!isBusy(error)) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
      }
    }
  }
}

/** As many whole lines as a pipe takes at once, or one long line. */
function pieceOf(bytes: Buffer): Buffer {
  if (bytes.byteLength <= MAX_PIECE) return bytes;
  const end = bytes.lastIndexOf(LINE_END, MAX_PIECE - 1);
  return bytes.subarray(0, (end < 0 ? bytes.indexOf(LINE_END) : end) + 1);
}

/** The pipe is full for now. */
const isBusy = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code === 'EAGAIN';
