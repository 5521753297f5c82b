/** Reports the progress of long work. */
export type OnProgress = (done: number, total: number) => void;
