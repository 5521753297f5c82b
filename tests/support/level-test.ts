import type { AnswerOf } from '../../src/lib/page/operations.ts';
import { bank } from '../../src/server/school/english-test/bank.ts';
import { numberOf } from '../../src/server/school/english-test/present.ts';
import type { TestSchool } from './school.ts';

const keys = new Map(bank().map((item) => [numberOf(item.id), item.answer]));

/** The right answer to an item. @param number as the test taker sees it */
export const keyOf = (number: number) => keys.get(number) ?? 'a';

type Standing = AnswerOf<'englishTest.resumeTest'>;

export interface TakenTest {
  id: string;
  result: NonNullable<Standing['resultado']>;
  /** Numbers of the items, in order. */
  shown: number[];
}

/** Takes a whole level test, with right or wrong answers only. @param as absent: a visitor */
export async function takeLevelTest(portal: TestSchool, as: number | undefined, isRight: boolean): Promise<TakenTest> {
  const { body } = await portal.ops.englishTest.startTest({}, { as });
  const { id } = body;
  const shown: number[] = [];
  const answerFrom = async ({ id: item_id }: NonNullable<Standing['item']>): Promise<TakenTest['result']> => {
    shown.push(item_id);
    const key = keyOf(item_id);
    const resposta = isRight ? key : (['a', 'b'].find((option) => option !== key) ?? 'a');
    const answer = { item_id, resposta, tempo_ms: 4_000 };
    const { body: next } = await portal.ops.englishTest.answerItem({ id, ...answer }, { as });
    if (next.resultado) return next.resultado;
    if (!next.item) throw new Error('the test ended without a result');
    return answerFrom(next.item);
  };
  return { id, result: await answerFrom(body.item), shown };
}
