import { useEffect, useId, useRef, useState } from 'react';
import { formatMoney } from '#lib/format/money.ts';
import { toast } from '#lib/stores/toast.ts';
import Copy from '~icons/material-symbols/content-copy-outline-rounded';
import { Button } from './Button.tsx';

interface PixCodeProps {
  code: string;
  /** The QR code as an image of our own. */
  imageUrl: string;
  centavos: number;
  /** ISO instant. */
  expiresAt: string;
  /** Nobody answers right now: the code stays good. */
  isOffline: boolean;
  onExpire(): void;
}

/** Minutes at which the time left is read out. */
const ANNOUNCED = [5, 1];
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** A running Pix: copying first, as phones pay, the QR code beside it, and how long it is good. */
export function PixCode({ code, imageUrl, centavos, expiresAt, isOffline, onExpire }: PixCodeProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      setIsCopied(true);
      toast.success('Código copiado. Cole no aplicativo do seu banco.');
    } catch {
      field.current?.select();
      toast.error('Não foi possível copiar. O código está selecionado: copie à mão.');
    }
  }
  return (
    <div className="pix">
      <div className="grid content-start gap-4">
        <p className="text-muted">
          Abra o aplicativo do seu banco, escolha <strong>Pix copia e cola</strong> e cole o código.
        </p>
        <Button isWide icon={<Copy className="size-5" aria-hidden="true" />} onClick={() => void copy()}>
          {isCopied ? 'Código copiado' : 'Copiar código Pix'}
        </Button>
        <div className="field">
          <label className="field-label" htmlFor={id}>
            Código Pix de {formatMoney(centavos)}
          </label>
          <textarea
            ref={field}
            id={id}
            className="pix-text"
            readOnly
            rows={3}
            value={code}
            onFocus={(event) => event.target.select()}
          />
        </div>
        <TimeLeft until={expiresAt} onEnd={onExpire} />
        <p className="text-muted flex items-center gap-3" role="status">
          {!isOffline && <span className="pix-pulse" aria-hidden="true" />}
          {isOffline
            ? 'Sem conexão agora. O código continua valendo: assim que a internet voltar, conferimos o pagamento.'
            : 'Esperando o pagamento. Esta página avisa assim que ele chegar.'}
        </p>
      </div>
      <figure className="pix-qr">
        <img src={imageUrl} alt="QR code do Pix" width="240" height="240" />
        <figcaption className="text-muted text-sm">Ou aponte a câmera do aplicativo do banco</figcaption>
      </figure>
    </div>
  );
}

function TimeLeft({ until, onEnd }: { until: string; onEnd(): void }) {
  const [seconds, setSeconds] = useState<number | null>(null);
  const [announced, setAnnounced] = useState('');
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    let before = Number.POSITIVE_INFINITY;
    const tick = () => {
      const left = Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000));
      setSeconds(left);
      const minute = ANNOUNCED.find((minutes) => left <= minutes * 60 && before > minutes * 60);
      if (minute && left > 0) {
        setAnnounced(
          minute === 1 ? 'Falta 1 minuto para o código expirar.' : `Faltam ${minute} minutos para o código expirar.`,
        );
      }
      before = left;
      if (left === 0) {
        clearInterval(timer);
        end.current();
      }
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [until]);
  return (
    <p className="num">
      Vale por mais <strong>{seconds === null ? '…' : clock(seconds)}</strong>
      <span className="sr-only" role="status">
        {announced}
      </span>
    </p>
  );
}
