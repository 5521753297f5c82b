import { type ReactNode, useState } from 'react';
import type { Goal } from '#lib/contract/practice.schema.ts';
import { chooseGoal } from '#lib/stores/practice.ts';

/** Days of study this week, and the goal. `children`: the week as dots. */
export function GoalPicker({ goal: initial, children }: { goal: Goal; children?: ReactNode }) {
  const [goal, setGoal] = useState(initial);
  const [chosen, setChosen] = useState<number | null>(null);

  async function choose(days: number) {
    setChosen(days);
    setGoal((await chooseGoal(days)) ?? goal);
    setChosen(null);
  }

  return (
    <div className="grid gap-4">
      <p>
        <strong className="text-xl">
          {goal.feitos} de {goal.meta}
        </strong>{' '}
        {goal.meta === 1 ? 'dia' : 'dias'} esta semana
      </p>
      {children}
      <label className="flex items-center gap-3 text-sm font-medium">
        Minha meta
        <select
          className="select w-auto pe-10"
          value={chosen ?? goal.meta}
          aria-disabled={chosen !== null}
          onChange={(event) => chosen === null && void choose(Number(event.target.value))}
        >
          {[1, 2, 3, 4, 5, 6, 7].map((days) => (
            <option key={days} value={days}>
              {days} {days === 1 ? 'dia' : 'dias'}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
