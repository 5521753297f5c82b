import { useEffect, useId, useRef, useState } from 'react';
import { formatClock } from '#lib/format/interval.ts';
import { formatMoney } from '#lib/format/money.ts';
import Copy from '~icons/material-symbols/content-copy-outline-rounded';
import { Button } from '../ui/Button.tsx';
import { useCountdown } from '../ui/use-countdown.ts';

interface PixCodeProps {
  code: string;
  /** The QR code as an image of our own. */
  imageUrl: string;
  centavos: number;
  /** ISO instant. */
  expiresAt: string;
  /** The server does not answer right now: the code stays valid. */
  isOffline: boolean;
  /** From `useAhead`, at the start of the page: a code may be newer than its page. */
  ahead: number | null;
  onExpire(): void;
}

const FIVE_MINUTES = 300;
const MINUTE = 60;
/** The validity of a code, at which the ring is full. */
const LIFETIME_S = 30 * MINUTE;
/** The remaining times that a screen reader announces. */
const ANNOUNCED: readonly number[] = [FIVE_MINUTES, MINUTE];

/**
 * An open Pix: the copy button first, because phones pay by it, and how long the code is valid. The image is beside it on
 * wide screens, and behind a button on phones, whose own camera cannot scan it. The code’s text can be copied manually.
 */
export function PixCode({ code, imageUrl, centavos, expiresAt, isOffline, ahead, onExpire }: PixCodeProps) {
  const id = useId();
  const [hasImage, setHasImage] = useState(false);
  return (
    <div className="grid gap-8 md:grid-cols-[minmax(0,1fr)_240px]">
      <div className="grid content-start gap-4">
        <Button
          key={code}
          isWide
          icon={<Copy className="size-5" aria-hidden="true" />}
          data-copy={code}
          data-copied="Código copiado. Cole no aplicativo do seu banco."
        >
          Copiar código Pix
        </Button>
        <p className="text-muted">
          Abra o aplicativo do seu banco, escolha <strong>Pix copia e cola</strong> e cole o código.
        </p>
        <TimeLeft until={expiresAt} ahead={ahead} onEnd={onExpire} />
        <p className="text-muted flex items-center gap-3" role="status">
          {!isOffline && (
            <span className="flex-none size-2.5 rounded-full bg-success motion-safe:animate-pix" aria-hidden="true" />
          )}
          {isOffline
            ? 'Sem conexão agora. O código continua valendo: assim que a internet voltar, conferimos o pagamento.'
            : 'Esperando o pagamento. Esta página avisa assim que ele chegar.'}
        </p>
        <details>
          <summary className="link inline-flex min-h-11 items-center">Ver o código para copiar à mão</summary>
          <label className="field-label mt-2" htmlFor={id}>
            Código Pix de {formatMoney(centavos)}
          </label>
          <textarea
            id={id}
            className="w-full min-h-26 py-3 px-4 border border-outline rounded-box bg-base-100 text-[0.875rem] [overflow-wrap:anywhere] resize-none"
            readOnly
            rows={3}
            value={code}
          />
        </details>
      </div>
      {!hasImage && (
        <Button look="soft" className="md:hidden" onClick={() => setHasImage(true)}>
          Mostrar o QR code
        </Button>
      )}
      <figure
        className={`grid content-start justify-items-center gap-3 text-center ${hasImage ? '' : 'max-md:hidden'}`}
      >
        <img src={imageUrl} alt="QR code do Pix" width="240" height="240" className="size-60 rounded-box bg-white" />
        <figcaption className="text-muted text-sm">Ou aponte a câmera do aplicativo do banco</figcaption>
      </figure>
    </div>
  );
}

function TimeLeft({ until, ahead, onEnd }: { until: string; ahead: number | null; onEnd(): void }) {
  const { left, mark } = useCountdown(until, ahead, ANNOUNCED);
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    if (left === 0) end.current();
  }, [left]);
  return (
    <p className="num flex items-center gap-3">
      <svg
        viewBox="0 0 36 36"
        className="flex-none size-9 fill-none stroke-tint stroke-5 -rotate-90 data-[short=true]:[--left:var(--color-warning)]"
        data-short={left !== null && left < FIVE_MINUTES}
        aria-hidden="true"
      >
        <circle cx="18" cy="18" r="15" pathLength={LIFETIME_S} />
        <circle
          className="stroke-[color:var(--left,var(--color-primary))] [stroke-linecap:round]"
          cx="18"
          cy="18"
          r="15"
          pathLength={LIFETIME_S}
          strokeDasharray={`${left ?? 0} ${LIFETIME_S}`}
        />
      </svg>
      <span>
        Vale por mais <strong>{left === null ? '…' : formatClock(left)}</strong>
      </span>
      <span className="sr-only" role="status">
        {mark === FIVE_MINUTES && 'Faltam 5 minutos para o código expirar.'}
        {mark === MINUTE && 'Falta 1 minuto para o código expirar.'}
      </span>
    </p>
  );
}
