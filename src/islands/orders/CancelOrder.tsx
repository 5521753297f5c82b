import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import { CancelFields } from '#lib/rules/orders/form.ts';
import { $isCancelling, cancel } from '#lib/stores/orders.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { FormError } from '../ui/FormError.tsx';
import { withKnownFields } from '../ui/known-fields.ts';
import { useContractForm } from '../ui/use-contract-form.ts';

/** Cancels the order, after asking. */
export const CancelOrder = withKnownFields(function CancelOrder({ orderId }: { orderId: number }) {
  const [isAsking, setIsAsking] = useState(false);
  const isPending = useStore($isCancelling, { ssr: 'initial' });
  const id = useId();
  const { form, element, field, problem, submit } = useContractForm({ rules: CancelFields, values: { motivo: '' } });
  function close() {
    setIsAsking(false);
    form.clearErrors();
  }
  return (
    <>
      <Button look="ghost" className="justify-self-start" onClick={() => setIsAsking(true)}>
        Cancelar pedido
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={close}
        title="Cancelar este pedido?"
        actions={
          <>
            <Button type="submit" form={id} look="danger" isPending={isPending} pendingLabel="Cancelando">
              Cancelar pedido
            </Button>
            <Button look="ghost" onClick={close}>
              Manter
            </Button>
          </>
        }
      >
        <form
          ref={element}
          id={id}
          method="post"
          noValidate
          className="grid gap-4"
          onSubmit={submit(({ motivo }) => cancel(orderId, motivo))}
        >
          <p>O pedido termina aqui e nada será cobrado. Se usou um cupom, ele volta a valer.</p>
          <Field {...field('motivo')} label="Por quê?" isOptional />
          <FormError message={problem} />
        </form>
      </Dialog>
    </>
  );
});
