import { brands } from '#lib/brand.ts';
import type { Audience, AudienceChoices } from '#lib/contract/broadcasts.schema.ts';
import type { Found } from '#lib/stores/broadcasts.ts';
import { Field } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';
import { PeopleField } from './PeopleField.tsx';

interface ConditionFieldsProps {
  audience: Audience;
  brandKeys: AudienceChoices['brands'];
  names: Readonly<Record<number, string>>;
  requested: string;
  found?: readonly Found[];
  onChange: (part: Partial<Audience>, names?: Record<number, string>) => void;
}

const anybody = { value: '', label: 'Tanto faz' };
const flags = [
  ['is_club', 'Clube', 'Só membros', 'Só quem não é membro'],
  ['has_overdue', 'Parcela em atraso', 'Só com parcela em atraso', 'Só com tudo em dia'],
  ['pwa_installed', 'App instalado', 'Só com o app', 'Só sem o app'],
] as const;
const textOf = (flag: boolean | null | undefined) => (flag ? 'sim' : flag === false ? 'nao' : '');
const flagOf = (text: string) => (text === '' ? null : text === 'sim');

/** Further conditions that must all be met, and excluded people. */
export function ConditionFields({ audience, brandKeys, names, requested, found, onChange }: ConditionFieldsProps) {
  return (
    <div className="form-grid">
      {flags.map(([name, label, yes, no]) => (
        <Select
          key={name}
          id={name}
          label={label}
          name={name}
          options={[anybody, { value: 'sim', label: yes }, { value: 'nao', label: no }]}
          value={textOf(audience[name])}
          onChange={({ target }) => onChange({ [name]: flagOf(target.value) })}
        />
      ))}
      <Field
        id="not_studied_days"
        label="Dias sem estudar"
        name="not_studied_days"
        placeholder="Tanto faz, ou um número como 14"
        value={audience.not_studied_days ?? ''}
        onChange={({ target }) => {
          const days = Number(target.value.replace(/\D/g, ''));
          onChange({ not_studied_days: days >= 1 ? Math.min(days, 365) : null });
        }}
      />
      <Select
        id="device_type"
        label="Aparelho"
        name="device_type"
        options={[
          anybody,
          { value: 'mobile', label: 'Só no celular' },
          { value: 'desktop', label: 'Só no computador' },
        ]}
        value={audience.device_type ?? ''}
        onChange={({ target }) => onChange({ device_type: (target.value || null) as Audience['device_type'] })}
      />
      {brandKeys.length > 1 && (
        <Select
          id="brand"
          label="Marca"
          name="brand"
          options={[anybody, ...brandKeys.map((key) => ({ value: key, label: `Só ${brands[key].shortName}` }))]}
          value={audience.brand ?? ''}
          onChange={({ target }) => onChange({ brand: (target.value || null) as Audience['brand'] })}
        />
      )}
      <div className="wide">
        <p className="field-label pb-1.5">Deixar de fora</p>
        <PeopleField
          name="exclude_user_ids"
          label="Deixar de fora"
          ids={audience.exclude_user_ids}
          {...{ names, requested, found }}
          onChange={(exclude_user_ids, more) => onChange({ exclude_user_ids }, more)}
        />
      </div>
    </div>
  );
}
