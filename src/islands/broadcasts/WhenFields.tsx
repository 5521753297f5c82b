import type { Plan } from '#lib/rules/broadcasts/broadcast-form.ts';
import { repeatWords } from '#lib/words/broadcasts-panel.ts';
import { Field } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';

interface WhenFieldsProps {
  plan: Plan;
  isQuietKept: boolean;
  errors: Readonly<Record<string, string>>;
  /** `YYYY-MM-DD` in the school's zone. */
  today: string;
  onPlan: (part: Partial<Plan>) => void;
  onQuiet: (isKept: boolean) => void;
}

const choices = [
  ['agora', 'Agora'],
  ['depois', 'Agendar'],
] as const;
const repeats = [
  { value: '', label: 'Não repetir' },
  ...Object.entries(repeatWords).map(([value, label]) => ({ value, label })),
];

/** Now, or at a day and an hour of the school, once or repeatedly. */
export function WhenFields({ plan, isQuietKept, errors, today, onPlan, onQuiet }: WhenFieldsProps) {
  const isLater = plan.quando === 'depois';
  return (
    <div className="grid gap-4">
      <fieldset className="pair gap-3">
        <legend className="sr-only">Quando sai</legend>
        {choices.map(([value, label]) => (
          <label key={value} className="option">
            <input
              className="radio"
              type="radio"
              name="quando"
              value={value}
              checked={plan.quando === value}
              onChange={() => onPlan({ quando: value })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <div className={isLater ? 'form-grid' : 'form-grid needs-no-script'}>
        <Field
          id="dia"
          label="Dia"
          name="dia"
          type="date"
          min={today}
          value={plan.dia}
          error={errors.dia}
          onChange={({ target }) => onPlan({ dia: target.value })}
        />
        <Field
          id="hora"
          label="Hora, no horário da escola"
          name="hora"
          type="time"
          value={plan.hora}
          error={errors.hora}
          onChange={({ target }) => onPlan({ hora: target.value })}
        />
        <Select
          id="repeat"
          label="Repetir"
          name="repeat"
          options={repeats}
          value={plan.repeat ?? ''}
          onChange={({ target }) => onPlan({ repeat: (target.value || null) as Plan['repeat'] })}
        />
        <Field
          id="repeat_until"
          label="Até"
          name="repeat_until"
          type="date"
          className={plan.repeat ? '' : 'needs-no-script'}
          min={plan.dia || today}
          value={plan.repeat_until}
          error={errors.repeat_until}
          onChange={({ target }) => onPlan({ repeat_until: target.value })}
        />
      </div>
      <label className="check-row">
        <input
          type="checkbox"
          name="respect_quiet_hours"
          value="sim"
          checked={isQuietKept}
          onChange={({ target }) => onQuiet(target.checked)}
        />
        <span>
          Respeitar o horário de silêncio
          <span className="text-muted block text-sm">
            Nesse horário, o da escola ou o que cada um escolheu, nada toca: a mensagem espera o fim dele.
          </span>
        </span>
      </label>
    </div>
  );
}
