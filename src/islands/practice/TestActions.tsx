import type { Checked } from '#lib/stores/practice-test-draft.ts';
import { practiceMessages } from '#lib/words/practice.ts';
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
  const { paper, place, isPending, isCheckedAtOnce, isWarned, blanks } = sitting;
  const isLast = place === (paper?.questoes.length ?? 0) - 1;
  if (!isCheckedAtOnce) {
    return (
      <>
        <p role="status" className="font-semibold empty:hidden">
          {isWarned && practiceMessages.blanks(blanks.map((at) => at + 1))}
        </p>
        <div className="flex flex-wrap-reverse justify-between gap-3">
          {isWarned ? (
            <Button look="ghost" onClick={() => sitting.goTo(blanks[0] ?? 0)}>
              Ir para a {(blanks[0] ?? 0) + 1}
            </Button>
          ) : (
            <Button look="ghost" onClick={() => sitting.goTo(place - 1)} disabled={place === 0}>
              Anterior
            </Button>
          )}
          <Button type="submit" isPending={isPending} pendingLabel="Corrigindo">
            {isWarned ? 'Entregar assim mesmo' : isLast ? 'Entregar' : 'Próxima'}
          </Button>
        </div>
      </>
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
