import type { AnswerOf, IslandRead } from '#lib/page/operations.ts';
import type { BoardOf, Env, Thing } from './describe.ts';

interface WeekProps<Row extends Thing, Read extends IslandRead> {
  board: BoardOf<Row, Read>;
  calendar: NonNullable<BoardOf<Row, Read>['calendar']>;
  answer: AnswerOf<Read>;
  items: readonly Row[];
  env: Env;
}

/** The next days, with the board’s entries for each. */
export function Week<Row extends Thing, Read extends IslandRead>(props: WeekProps<Row, Read>) {
  const { board, calendar, answer, items, env } = props;
  return (
    <section className="kit-week" aria-label={calendar.title}>
      <h2 className="sr-only">{calendar.title}</h2>
      {calendar.days(answer).map(({ day, label }) => (
        <div key={day} data-today={day === env.today}>
          <span>{label}</span>
          {items
            .filter((row) => calendar.dayOf(row) === day)
            .map((row) => (
              <a key={row.id} href={board.href?.(row)}>
                {calendar.entry(row)}
              </a>
            ))}
        </div>
      ))}
    </section>
  );
}
