import type { AnswerOf } from '../../src/lib/page/operations.ts';
import type { Sent, TestSchool } from './school.ts';

type Person = AnswerOf<'students.getPerson'>;

/** A part of the panel's answer about a person; for a refusal its body. */
export async function partOfPerson<Part extends keyof Person>(
  portal: TestSchool,
  part: Part,
  input: { id: number | string; depois?: string },
  sent: Sent,
) {
  const { status, body } = await portal.ops.students.getPerson(input as { id: number; depois?: string }, sent);
  return { status, body: (status === 200 ? body[part] : body) as Person[Part] };
}
