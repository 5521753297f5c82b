import type { BroadcastInput } from '#lib/contract/broadcasts.schema.ts';
import { formatInterval } from '#lib/format/interval.ts';
import { lifetimes } from '#lib/rules/broadcasts/broadcast-form.ts';
import { Field } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';

const options = lifetimes.map((seconds) => ({ value: String(seconds), label: formatInterval(seconds) }));

interface MoreOptionsProps {
  draft: BroadcastInput;
  errors: Readonly<Record<string, string>>;
  onChange: (part: Partial<BroadcastInput>) => void;
}

/** Options that most messages leave unchanged. */
export function MoreOptions({ draft, errors, onChange }: MoreOptionsProps) {
  const { image_url, ttl_s, urgency } = draft;
  return (
    <details className="disclosure unfolds" open={Boolean(errors.image_url) || undefined}>
      <summary>Mais opções</summary>
      <div className="grid gap-4 pt-2">
        <Field
          id="imagem"
          label="Imagem"
          isOptional
          name="image_url"
          inputMode="url"
          autoComplete="off"
          value={image_url ?? ''}
          error={errors.image_url}
          hint="Endereço de uma imagem larga. iPhones não mostram imagens."
          onChange={({ target }) => onChange({ image_url: target.value.trim() || null })}
        />
        <Select
          id="validade"
          label="Com o aparelho desligado, espera por"
          name="ttl_s"
          options={options}
          value={String(ttl_s)}
          hint="Depois disso não chega mais ao aparelho. No portal, continua."
          onChange={({ target }) => onChange({ ttl_s: Number(target.value) })}
        />
        <label className="check-row">
          <input
            type="checkbox"
            name="urgency"
            value="high"
            checked={urgency === 'high'}
            onChange={({ target }) => onChange({ urgency: target.checked ? 'high' : 'normal' })}
          />
          Urgente: chega logo, mesmo com o aparelho economizando bateria, e passa pelo limite de mensagens por pessoa
        </label>
      </div>
    </details>
  );
}
