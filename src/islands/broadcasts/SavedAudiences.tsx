import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Audience, SavedAudience } from '#lib/contract/broadcasts.schema.ts';
import { $audiences, keepAudience, removeAudience } from '#lib/stores/broadcasts.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';

interface SavedAudiencesProps {
  saved: readonly SavedAudience[];
  audience: Audience;
  /** The error of the name. */
  error: string | undefined;
  onUse: (audience: Audience) => void;
}

/** Saved audiences: each can be used, replaced with the current choice, or deleted; the current choice can be saved. */
export function SavedAudiences({ saved, audience, error, onUse }: SavedAudiencesProps) {
  const list = useStore($audiences, { ssr: 'initial' }) ?? saved;
  const [id, setId] = useState('');
  const [nome, setNome] = useState('');
  const [problem, setProblem] = useState(error);
  const chosen = list.find((each) => String(each.id) === id);
  async function keep(under: string, of?: SavedAudience) {
    const wrong = await keepAudience(list, under, audience, of?.id);
    setProblem(of ? undefined : wrong);
    if (!wrong && !of) setNome('');
  }
  const act = (what: () => unknown) => (event: { preventDefault: () => void }) => {
    event.preventDefault();
    void what();
  };
  return (
    <details className="disclosure unfolds mt-3" open={Boolean(problem) || undefined}>
      <summary>Públicos guardados</summary>
      <div className="grid gap-4 pt-2">
        {list.length > 0 && (
          <div className="grid gap-3">
            <Select
              id="publico"
              label="Usar um público guardado"
              name="publico"
              value={id}
              options={[
                { value: '', label: 'Escolha' },
                ...list.map((each) => ({ value: String(each.id), label: each.nome })),
              ]}
              onChange={({ target }) => {
                setId(target.value);
                const found = list.find((each) => String(each.id) === target.value);
                if (found) onUse(found.audience);
              }}
            />
            <div className="flex flex-wrap gap-3">
              <Button type="submit" name="acao" value="usar" look="soft" className="btn-sm needs-no-script">
                Usar
              </Button>
              <Button
                type="submit"
                name="acao"
                value="trocar"
                look="soft"
                className="btn-sm"
                onClick={act(() => chosen && keep(chosen.nome, chosen))}
              >
                Trocar pelo que está escolhido agora
              </Button>
              <Button
                type="submit"
                name="acao"
                value="excluir"
                look="ghost"
                className="btn-sm"
                onClick={act(() => chosen && removeAudience(list, chosen.id))}
              >
                Excluir
              </Button>
            </div>
          </div>
        )}
        <Field
          id="nome-publico"
          label="Guardar esta escolha com o nome"
          name="nome"
          autoComplete="off"
          value={nome}
          error={problem}
          hint="As mensagens que já saíram ficam como estão."
          onChange={({ target }) => setNome(target.value)}
        />
        <div>
          <Button type="submit" name="acao" value="guardar" look="soft" onClick={act(() => keep(nome))}>
            Guardar público
          </Button>
        </div>
      </div>
    </details>
  );
}
