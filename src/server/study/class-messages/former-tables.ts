import { flag } from '../../core/db/columns.ts';
import { impersonal } from '../../core/db/table.ts';

/** Dropped: whether a guardian reads along is decided daily. */
export const classMessagesFormerTables = {
  message_threads: impersonal('é de antes, e o passo a apaga', {
    columns: { com_responsavel: flag().until('0247-threads-of-today') },
  }),
};
