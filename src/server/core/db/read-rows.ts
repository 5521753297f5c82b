import { workerData } from 'node:worker_threads';
import { openReader } from './sqlite.ts';

const file = openReader(workerData as string);

/** Runs a read, in the thread of a SQLite file: its path is what the thread was started with. */
export const readRows = (sql: string, parameters: readonly unknown[]): unknown[] => file.prepare(sql).all(parameters);
