import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { BroadcastInput } from '#lib/contract/broadcasts.schema.ts';
import { writtenProblems } from '#lib/rules/broadcasts/broadcast-form.ts';
import { $isKeeping, keepTemplate } from '#lib/stores/broadcasts.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';

interface KeepTemplateProps {
  draft: BroadcastInput;
  /** The error of the name. */
  error: string | undefined;
  /** Shows the errors at the fields of the message; empty if the template was saved. */
  onProblems: (problems: Readonly<Record<string, string>>) => void;
}

/** Saves the text as a named template. */
export function KeepTemplate({ draft, error, onProblems }: KeepTemplateProps) {
  const [nome, setNome] = useState('');
  const isPending = useStore($isKeeping, { ssr: 'initial' });
  async function keep() {
    const unfit = writtenProblems(draft);
    if (Object.keys(unfit).length > 0) return onProblems(unfit);
    const problems = await keepTemplate(nome, draft);
    onProblems(problems ?? {});
    if (!problems) setNome('');
  }
  return (
    <details className="disclosure unfolds" open={Boolean(error) || undefined}>
      <summary>Salvar como modelo</summary>
      <div className="grid gap-3 pt-2">
        <Field
          id="nome-modelo"
          label="Nome do modelo"
          name="nome"
          autoComplete="off"
          value={nome}
          error={error}
          onChange={({ target }) => setNome(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter in this field saves the template, not the message.
            event.preventDefault();
            void keep();
          }}
        />
        <div>
          <Button
            type="submit"
            name="acao"
            value="modelo"
            look="soft"
            isPending={isPending}
            pendingLabel="Salvando"
            onClick={(event) => {
              event.preventDefault();
              void keep();
            }}
          >
            Salvar modelo
          </Button>
        </div>
      </div>
    </details>
  );
}
