import { useStore } from '@nanostores/react';
import type { Sending } from '#lib/contract/sendings.schema.ts';
import {
  audienceWords,
  confirmTitle,
  confirmWords,
  filledFor,
  type Names,
  quietWords,
  reachWords,
  whenWords,
} from '#lib/messages/sendings-panel.ts';
import type { QuietHours } from '#lib/quiet-hours.ts';
import { LONGEST } from '#lib/sending-form.ts';
import { $isSending, $sendProblem, type Reach, send } from '#lib/stores/sendings.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { FormError } from '../ui/FormError.tsx';

/** What is about to go out; `at` is null for now. */
export interface Confirmed {
  sending: Sending;
  reach: Reach;
  at: string | null;
}

interface ConfirmSendingProps {
  of: Confirmed | null;
  names: Names;
  zone: string;
  quietHours: QuietHours;
  onClose: () => void;
}

/** The last word before it goes out: how many people, who they are, and when. */
export function ConfirmSending({ of, names, zone, quietHours, onClose }: ConfirmSendingProps) {
  const isPending = useStore($isSending, { ssr: 'initial' });
  const problem = useStore($sendProblem, { ssr: 'initial' });
  const people = of?.reach.people ?? 0;
  const at = of?.at;
  const quiet = of && quietWords({ ...of.sending, scheduled_at: of.at }, new Date(), zone, quietHours);
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
            onClick={() => of && void send(of.sending, of.at)}
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
            <strong className="block">{filledFor(of.sending.title, of.reach.first_names[0], LONGEST.title)}</strong>
            <span className="text-muted block">
              {filledFor(of.sending.body, of.reach.first_names[0], LONGEST.body)}
            </span>
          </p>
          <dl className="confirm-list">
            <dt>Para</dt>
            <dd>{audienceWords(of.sending.audience, names)}</dd>
            <dt>Alcance</dt>
            <dd className="num">{reachWords(of.reach)}.</dd>
            <dt>Quando</dt>
            <dd className="num">{at ? whenWords({ ...of.sending, status: 'agendada' }, new Date(), zone) : 'agora'}</dd>
          </dl>
          {quiet && <p className="notice tone-info">{quiet}</p>}
          <FormError message={problem} />
        </div>
      )}
    </Dialog>
  );
}
