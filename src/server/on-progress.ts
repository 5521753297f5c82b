/** Hears how much of long work is done, and of how much. */
export type OnProgress = (done: number, total: number) => void;
