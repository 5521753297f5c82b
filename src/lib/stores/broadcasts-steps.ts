import type { StepOperations } from '#lib/forms/broadcasts/steps.ts';
import { mutate, query } from './operations.ts';

/** The operations of the steps of a message, in an island. */
export const stepOperations: StepOperations = {
  broadcasts: {
    previewAudience: (...args) => query('broadcasts.previewAudience', ...args),
    createTemplate: (...args) => mutate('broadcasts.createTemplate', ...args),
    createAudience: (...args) => mutate('broadcasts.createAudience', ...args),
    updateAudience: (...args) => mutate('broadcasts.updateAudience', ...args),
  },
};
