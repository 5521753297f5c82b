import { isObject, jsonBox, pageUser } from '#lib/rules/device/device-box.ts';

/** Answers of a test that was not handed in yet: on this device, for this user. */
export interface TestDraft {
  begun: string;
  answers: Record<number, string | string[]>;
}

export const testDraft = (testId: number) => jsonBox<TestDraft>('local', `teste:${pageUser()}:${testId}`, isObject);
