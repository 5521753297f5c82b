import type { Checked } from '#lib/stores/practice-test-draft.ts';
import { Button } from '../ui/Button.tsx';
import { focusOnMount } from './focus-on-mount.ts';
import type { useSitting } from './use-sitting.ts';

interface TestActionsProps {
  sitting: ReturnType<typeof useSitting>;
  isAnswered: boolean;
  /** What was said of the answer; nothing yet, or in an exam. */
  verdict: Checked | undefined;
}

/** The button of a question: check it, go on, or hand the test in. An exam lets the student go back. */
export function TestActions({ sitting, isAnswered, verdict }: TestActionsProps) {
  const { paper, place, isPending, isCheckedAtOnce } = sitting;
  const isLast = place === (paper?.questoes.length ?? 0) - 1;
  if (!isCheckedAtOnce) {
    return (
      <div className="flex flex-wrap-reverse justify-between gap-3">
        <Button look="ghost" onClick={sitting.goBack} disabled={place === 0}>
          Anterior
        </Button>
        <Button type="submit" isPending={isPending} pendingLabel="Corrigindo">
          {isLast ? 'Entregar' : 'Próxima'}
        </Button>
      </div>
    );
  }
  if (verdict === undefined) {
    return (
      <Button
        type="submit"
        isWide
        look={isAnswered ? 'primary' : 'soft'}
        isPending={isPending}
        pendingLabel="Corrigindo"
      >
        {isAnswered ? 'Conferir' : 'Não sei'}
      </Button>
    );
  }
  return (
    <Button type="submit" isWide isPending={isPending} pendingLabel="Corrigindo" ref={focusOnMount}>
      {isLast ? 'Ver resultado' : 'Continuar'}
    </Button>
  );
}
