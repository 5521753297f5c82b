import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { readStart } from './start-usage.ts';

// The program of a release. It starts the portal, whose pages are built.
readStart();

/** By default V8's heap grows to several times its live data. With these options it stays small, at the same speed (0084). */
const HEAP = ['--heap-growing-percent=40', '--max-semi-space-size=16'];
/** Limits of the C library for retaining freed memory. */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(1024 * 1024) };
/** Threads in addition to those that hash passwords: for signatures, files and the log. */
const OTHER_THREADS = 4;

// Set before any module reads it: otherwise React and Astro are a third slower.
Object.assign(process.env, { NODE_ENV: process.env.NODE_ENV ?? 'production' });
const provided = [...process.execArgv, process.env.NODE_OPTIONS].join(' ');
const heap = HEAP.filter((flag) => !provided.includes(flag.replace(/=.*/, '')));
const env = { ...MALLOC, UV_THREADPOOL_SIZE: String(availableParallelism() + OTHER_THREADS), ...process.env };
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
// Node reads all of this only at its start, so the same process is executed again, keeping its pid and signals.
if (process.platform !== 'win32') process.execve?.(process.execPath, ['node', ...process.execArgv, ...heap, main], env);
await import('../src/main.ts');
