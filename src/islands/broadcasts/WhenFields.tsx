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
  onQuiet: (respects: boolean) => void;
  /** Also by mail, to those without a device. */
  isMailed: boolean;
  onMail: (isMailed: boolean) => void;
  /** Also by WhatsApp, to those who opted in; undefined: no unit can send by WhatsApp. */
  isByWhatsapp: boolean | undefined;
  onWhatsapp: (isByWhatsapp: boolean) => void;
}

const choices = [
  ['agora', 'Agora'],
  ['depois', 'Agendar'],
] as const;
const repeats = [
  { value: '', label: 'Não repetir' },
  ...Object.entries(repeatWords).map(([value, label]) => ({ value, label })),
];

interface CheckRowProps {
  name: string;
  title: string;
  about: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

const CheckRow = ({ name, title, about, isChecked, onChange }: CheckRowProps) => (
  <label className="check-row">
    <input
      type="checkbox"
      name={name}
      value="sim"
      checked={isChecked}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span>
      {title}
      <span className="text-muted block text-sm">{about}</span>
    </span>
  </label>
);

/** Now, or at a day and time of the school, once or repeatedly. */
export function WhenFields(props: WhenFieldsProps) {
  const { plan, isQuietKept, errors, today, onPlan, onQuiet, isMailed, onMail, isByWhatsapp, onWhatsapp } = props;
  const isLater = plan.quando === 'depois';
  return (
    <div className="grid gap-4">
      <fieldset className="pair gap-3">
        <legend className="sr-only">Quando sai</legend>
        {choices.map(([value, label]) => (
          <label key={value} className="option">
            <input
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
      <CheckRow
        name="respect_quiet_hours"
        title="Respeitar o horário de silêncio"
        about="Nesse horário, o da escola ou o que cada um escolheu, nada toca: a mensagem espera o fim dele."
        isChecked={isQuietKept}
        onChange={onQuiet}
      />
      <CheckRow
        name="by_mail"
        title="Também por e-mail"
        about="Para quem não tem aparelho com notificações e não desligou os e-mails da escola."
        isChecked={isMailed}
        onChange={onMail}
      />
      {isByWhatsapp !== undefined && (
        <CheckRow
          name="by_whatsapp"
          title="Também por WhatsApp"
          about="Quem pediu avisos por WhatsApp recebe só por lá; se não chegar, recebe como os outros. A Meta cobra cada mensagem."
          isChecked={isByWhatsapp}
          onChange={onWhatsapp}
        />
      )}
    </div>
  );
}
