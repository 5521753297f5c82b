/** Answers of a test that was not handed in yet: on this device, for this user. */
export interface TestDraft {
  begun: string;
  answers: Record<number, string | string[]>;
}

const keyOf = (testId: number) => `teste:${document.body.dataset.userId ?? ''}:${testId}`;

export function readDraft(testId: number): TestDraft | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(testId)) ?? 'null');
  } catch {
    return null;
  }
}

export const keepDraft = (testId: number, draft: TestDraft) =>
  localStorage.setItem(keyOf(testId), JSON.stringify(draft));

export const dropDraft = (testId: number) => localStorage.removeItem(keyOf(testId));
