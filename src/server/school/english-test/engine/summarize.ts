import { SKILLS, type Skill } from '#content/level-test.schema.ts';
import { type Estimate, estimateAbility } from './estimate.ts';
import type { Response } from './model.ts';
import { type FoundLevel, levelOf, levelRange, pointsOf } from './scale.ts';

export interface Grade extends Estimate {
  readonly level: FoundLevel;
  /** 0..100 */
  readonly points: number;
}

export interface SkillGrade extends Grade {
  readonly answered: number;
}

export interface Summary extends Grade {
  readonly range: { readonly from: FoundLevel; readonly to: FoundLevel };
  readonly skills: Readonly<Record<Skill, SkillGrade>>;
}

/** The usual distance of a person's skills from the overall ability, in theta. */
const SKILL_SPREAD = 0.75;

const grade = (estimate: Estimate): Grade => ({
  ...estimate,
  level: levelOf(estimate.theta),
  points: pointsOf(estimate.theta),
});

/**
 * The outcome of a test. A skill is estimated from its own answers, starting at the overall ability. With about four
 * answers, a start at the population's mean errs nearly twice as much.
 */
export function summarize(responses: readonly Response[]): Summary {
  const overall = estimateAbility(responses);
  const prior = { mean: overall.theta, sd: SKILL_SPREAD };
  const bySkill = (skill: Skill): SkillGrade => {
    const own = responses.filter(({ item }) => item.skill === skill);
    return { ...grade(estimateAbility(own, prior)), answered: own.length };
  };
  const skills = Object.fromEntries(SKILLS.map((skill) => [skill, bySkill(skill)])) as Record<Skill, SkillGrade>;
  return { ...grade(overall), range: levelRange(overall), skills };
}
