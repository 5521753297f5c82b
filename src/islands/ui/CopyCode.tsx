import Copy from '~icons/material-symbols/content-copy-outline-rounded';
import { Button } from './Button.tsx';

/** Copies the short code beside it (`copy-press.ts`). */
export function CopyCode({ code }: { code: string }) {
  return (
    <Button
      look="ghost"
      className="noscript:hidden!"
      icon={<Copy className="size-5" aria-hidden="true" />}
      aria-label={`Copiar o código ${code}`}
      data-copy={code}
    >
      Copiar
    </Button>
  );
}
