import { isObject, jsonBox, pageUser } from '#lib/rules/device/device-box.ts';

/** Answers of a test before it is handed in: on this device, for this user. */
export interface TestDraft {
  begun: string;
  answers: Record<number, string | string[]>;
}

export const testDraft = (testId: number) => jsonBox<TestDraft>('local', `teste:${pageUser()}:${testId}`, isObject);
