import type { Step } from '../migrate.ts';

/** Bonus days of a rule go: nothing ever read them. */
export const rulesWithoutBonusDays: Step = {
  name: '0072-rules-without-bonus-days',
  async up(db) {
    for (const name of ['bonus_vezes', 'bonus_de', 'bonus_ate']) {
      await db.schema.alterTable('point_rules').dropColumn(name).execute();
    }
  },
};
