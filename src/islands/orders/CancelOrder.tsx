import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $cancelError, $isCancelling, cancel } from '#lib/stores/orders.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { FormError } from '../ui/FormError.tsx';
import { withKnownFields } from '../ui/known-fields.ts';

/** Cancels the order, after asking. */
export const CancelOrder = withKnownFields(function CancelOrder({ orderId }: { orderId: number }) {
  const [isAsking, setIsAsking] = useState(false);
  const [reason, setReason] = useState('');
  const isPending = useStore($isCancelling, { ssr: 'initial' });
  const error = useStore($cancelError, { ssr: 'initial' });
  return (
    <>
      <Button look="ghost" className="justify-self-start" onClick={() => setIsAsking(true)}>
        Cancelar pedido
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title="Cancelar este pedido?"
        actions={
          <>
            <Button
              look="danger"
              isPending={isPending}
              pendingLabel="Cancelando"
              onClick={() => void cancel(orderId, reason)}
            >
              Cancelar pedido
            </Button>
            <Button look="ghost" onClick={() => setIsAsking(false)}>
              Manter
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <p>O pedido termina aqui e nada será cobrado. Se usou um cupom, ele volta a valer.</p>
          <Field
            label="Por quê?"
            isOptional
            name="motivo"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <FormError message={error} />
        </div>
      </Dialog>
    </>
  );
});
