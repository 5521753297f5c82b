import type { Slot } from '#lib/rules/teaching/timetable.ts';
import { readSlots, writeSlots } from '#lib/rules/teaching/typed-slots.ts';
import { kitWords } from '#lib/words/panel-kit.ts';

interface HoursProps {
  label: string;
  hint: string | undefined;
  error: string | undefined;
  /** In the format of `writeSlots`. */
  value: string;
  onChange: (value: string) => void;
}

const WEEK = [1, 2, 3, 4, 5, 6, 0];

/** Weekly time slots, a line for each day from Monday on; a day with two slots has two lines. */
export function HoursField({ label, hint, error, value, onChange }: HoursProps) {
  const slots = readSlots(value);
  const lines = WEEK.flatMap((weekday) => {
    const own = slots.filter(({ dia_semana }) => dia_semana === weekday);
    return (own.length > 0 ? own : [{ dia_semana: weekday, inicio: '', fim: '' }]).map((slot, index) => ({
      slot,
      index,
    }));
  });
  const change = (of: Slot, part: Partial<Slot>) =>
    onChange(writeSlots(lines.map(({ slot }) => (slot === of ? { ...slot, ...part } : slot))));
  return (
    <fieldset className="wide" aria-describedby={error ? 'horas-erro' : undefined}>
      <legend className="field-label">{label}</legend>
      {hint && <p className="field-hint mb-2">{hint}</p>}
      <div className="grid gap-2">
        {lines.map(({ slot, index }) => {
          const day = kitWords.weekdays[slot.dia_semana] ?? '';
          const of = index === 0 ? day : kitWords.secondHour(day);
          const clock = (end: 'inicio' | 'fim', words: string) => (
            <input
              type="time"
              className="input"
              aria-label={`${of}: ${words}`}
              value={slot[end]}
              onChange={({ target }) => change(slot, { [end]: target.value })}
            />
          );
          return (
            <div
              key={of}
              className="grid grid-cols-[minmax(64px,96px)_minmax(0,140px)_auto_minmax(0,140px)] items-center gap-2"
            >
              <span aria-hidden="true">{index === 0 && day}</span>
              {clock('inicio', 'início')}
              <span className="text-muted" aria-hidden="true">
                às
              </span>
              {clock('fim', 'fim')}
            </div>
          );
        })}
      </div>
      {error && (
        <p id="horas-erro" className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
