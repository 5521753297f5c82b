import { useStore } from '@nanostores/react';
import { MAX_MESSAGE } from '#lib/format/limits.ts';
import { filledFor } from '#lib/rules/broadcasts/placeholders.ts';
import { quietWords } from '#lib/rules/broadcasts/quiet-words.ts';
import type { QuietHours } from '#lib/rules/inbox/quiet-hours.ts';
import { $isSending, $sendProblem, type Reviewed, send } from '#lib/stores/broadcasts.ts';
import {
  audienceWords,
  confirmTitle,
  confirmWords,
  type Names,
  reachWords,
  whenWords,
} from '#lib/words/broadcasts-panel.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { FormError } from '../ui/FormError.tsx';

interface ConfirmBroadcastProps {
  of: Reviewed | null;
  names: Names;
  zone: string;
  quietHours: QuietHours;
  onClose: () => void;
}

/** The last question before it goes out: how many people, who they are, and when. */
export function ConfirmBroadcast({ of, names, zone, quietHours, onClose }: ConfirmBroadcastProps) {
  const isPending = useStore($isSending, { ssr: 'initial' });
  const problem = useStore($sendProblem, { ssr: 'initial' });
  const people = of?.reach.people ?? 0;
  const at = of?.at;
  const quiet = of && quietWords({ ...of.broadcast, scheduled_at: of.at }, new Date(), zone, quietHours);
  return (
    <Dialog
      isOpen={of !== null}
      onClose={() => {
        if (!isPending) onClose();
      }}
      title={confirmTitle(people, Boolean(at))}
      actions={
        <>
          <Button
            isPending={isPending}
            pendingLabel={at ? 'Agendando' : 'Enviando'}
            onClick={() => of && void send(of.broadcast, of.at)}
          >
            {confirmWords(people, Boolean(at))}
          </Button>
          <Button look="ghost" disabled={isPending} onClick={onClose}>
            Voltar
          </Button>
        </>
      }
    >
      {of && (
        <div className="grid gap-4">
          <p>
            <strong className="block">
              {filledFor(of.broadcast.title, of.reach.first_names[0], MAX_MESSAGE.title)}
            </strong>
            <span className="text-muted block">
              {filledFor(of.broadcast.body, of.reach.first_names[0], MAX_MESSAGE.body)}
            </span>
          </p>
          <dl className="confirm-list">
            <dt>Para</dt>
            <dd>{audienceWords(of.broadcast.audience, names)}</dd>
            <dt>Alcance</dt>
            <dd className="num">{reachWords(of.reach)}.</dd>
            <dt>Quando</dt>
            <dd className="num">
              {at ? whenWords({ ...of.broadcast, status: 'agendada' }, new Date(), zone) : 'agora'}
            </dd>
          </dl>
          {quiet && <p className="notice tone-info">{quiet}</p>}
          <FormError message={problem} />
        </div>
      )}
    </Dialog>
  );
}
