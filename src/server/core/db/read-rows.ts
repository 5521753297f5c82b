import { workerData } from 'node:worker_threads';
import { openReader } from './sqlite.ts';

const file = openReader(workerData as string);

/** Runs a read in the worker thread of a SQLite file, whose path the thread got as `workerData`. */
export const readRows = (sql: string, parameters: readonly unknown[]): unknown[] => file.prepare(sql).all(parameters);
