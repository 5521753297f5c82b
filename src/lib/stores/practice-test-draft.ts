import type { Corrected } from '#lib/contract/practice.schema.ts';
import { isObject, jsonBox, pageUser } from '#lib/rules/device/device-box.ts';

/** The school’s correction of one answer. */
export type Checked = Corrected['itens'][number];

/** Answers of a test before it is submitted, and their corrections: on this device, for this user. */
export interface TestDraft {
  begun: string;
  answers: Record<number, string | string[]>;
  checked?: Record<number, Checked>;
}

/** @param testId of a test, or another name of a test paper */
export const testDraft = (testId: number | string) =>
  jsonBox<TestDraft>('local', `teste:${pageUser()}:${testId}`, isObject);
