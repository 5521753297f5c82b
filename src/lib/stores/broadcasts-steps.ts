import { api } from '#lib/api/browser.ts';
import type { StepsApi } from '#lib/forms/broadcasts/steps.ts';
import { mutate, query } from './operations.ts';

/** What the steps of a message ask by, in an island. */
export const stepsApi: StepsApi = Object.assign(((...given) => api(...given)) as typeof api, {
  broadcasts: {
    previewAudience: (...given) => query('broadcasts.previewAudience', ...given),
    createTemplate: (...given) => mutate('broadcasts.createTemplate', ...given),
    createAudience: (...given) => mutate('broadcasts.createAudience', ...given),
    updateAudience: (...given) => mutate('broadcasts.updateAudience', ...given),
  },
} satisfies Pick<StepsApi, 'broadcasts'>);
