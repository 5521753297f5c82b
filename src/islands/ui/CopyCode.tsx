import { toast } from '#lib/stores/toast.ts';
import Copy from '~icons/material-symbols/content-copy-outline-rounded';
import { Button } from './Button.tsx';

/** Copies a short code that stands beside it. */
export function CopyCode({ code }: { code: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      toast.success('Copiado.');
    } catch {
      toast.error('Não foi possível copiar. Selecione o código e copie.');
    }
  }
  return (
    <Button
      look="ghost"
      icon={<Copy className="size-5" aria-hidden="true" />}
      aria-label={`Copiar o código ${code}`}
      onClick={() => void copy()}
    >
      Copiar
    </Button>
  );
}
