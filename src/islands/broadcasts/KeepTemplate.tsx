import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { BroadcastInput } from '#lib/contract/broadcasts.schema.ts';
import { writtenProblems } from '#lib/rules/broadcasts/broadcast-form.ts';
import { $isKeeping, keepTemplate } from '#lib/stores/broadcasts.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';

/** Keeps the text as a template with a name. */
export function KeepTemplate({ draft, error }: { draft: BroadcastInput; error?: string }) {
  const [nome, setNome] = useState('');
  const [problem, setProblem] = useState<string | undefined>(error);
  const isPending = useStore($isKeeping, { ssr: 'initial' });
  async function keep() {
    const [unfit] = Object.values(writtenProblems(draft));
    if (unfit) return setProblem(unfit);
    const problems = await keepTemplate(nome, draft);
    setProblem(problems ? (problems.nome ?? Object.values(problems)[0]) : undefined);
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
          error={problem}
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
