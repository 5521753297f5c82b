/** Whether everything runs: `npm run test:deep`, or a run of named files (`scripts/test.ts`). */
export const isDeep = process.env.TEST_DEEP === 'yes';
