import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { CheckInCampaign, SaidScan } from '#lib/contract/travel.schema.ts';
import { formatTime } from '#lib/format/dates.ts';
import { CodeFields } from '#lib/rules/forms/field-rules.ts';
import { ANY_EVENT } from '#lib/rules/travel/check-in-list.ts';
import {
  $isStored,
  $isUnstored,
  $listMadeAt,
  $scans,
  $trouble,
  $waiting,
  deliverScans,
  prepareCheckIn,
  type ShownScan,
  scan,
  type Trouble,
} from '#lib/stores/travel.ts';
import { checkInMessages } from '#lib/words/travel-check-in.ts';
import Cancel from '~icons/material-symbols/cancel-rounded';
import Check from '~icons/material-symbols/check-circle-rounded';
import Clock from '~icons/material-symbols/schedule-rounded';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { FormError } from '../ui/FormError.tsx';
import { QrScanner } from '../ui/QrScanner.tsx';
import { useContractForm } from '../ui/use-contract-form.ts';

interface ScanTicketsProps {
  campaign: CheckInCampaign;
  timeZone: string;
  /** The result of a code that was sent without JavaScript. */
  submitted: SaidScan | null;
  problem: string | null;
  /** The key of that form: after a reload the answer is the same. */
  chave: string;
}

/** Checks tickets at a door: by the camera, which stays open between tickets, or by the typed code. */
export function ScanTickets({ campaign, timeZone, submitted, problem, chave }: ScanTicketsProps) {
  const scans = useStore($scans, { ssr: 'initial' });
  const listMadeAt = useStore($listMadeAt, { ssr: 'initial' });
  const isStored = useStore($isStored, { ssr: 'initial' });
  const [error, setError] = useState<string | null>(null);
  const isAnyEvent = campaign.id === ANY_EVENT;
  const typed = useContractForm({
    rules: CodeFields(isAnyEvent ? checkInMessages.numberMissing : checkInMessages.codeMissing),
    values: { codigo: '' },
    refused: problem === null ? null : { problem, fields: {} },
  });
  useEffect(() => void prepareCheckIn(campaign), [campaign]);

  const send = typed.submit(async ({ codigo }) => {
    setError(null);
    // Not awaited, because the next person in the queue is there.
    void scan(campaign, codigo, true);
    typed.form.resetField('codigo');
    typed.form.setFocus('codigo');
    return null;
  });

  const [current, ...earlier] = scans;
  const said = current ? sayScan(current, timeZone) : submitted && sayResult(submitted);
  return (
    <div className="agora">
      <div className="surface grid min-w-0 content-start gap-5 p-5 md:p-6">
        <Verdict said={said} />
        <FormError message={error ?? typed.problem} />
        <QrScanner
          onProblem={setError}
          onCode={async (text) => {
            setError(null);
            await scan(campaign, text);
            // The camera stays open for the next person in the queue.
            return 'next';
          }}
        />
        <form ref={typed.element} method="post" className="grid gap-4" noValidate onSubmit={send}>
          <input type="hidden" name="chave" value={chave} />
          <Field
            label={isAnyEvent ? 'Número do ingresso' : 'Código do ingresso'}
            hint={isAnyEvent ? undefined : 'Fica abaixo do QR code.'}
            {...typed.field('codigo')}
            placeholder={isAnyEvent ? undefined : 'K7QM-2XWD-9HRT'}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <Button type="submit" look="outline" isWide>
            Conferir o código
          </Button>
        </form>
      </div>
      <div className="surface grid min-w-0 content-start gap-3 p-5 md:p-6">
        <h2 className="text-lg">Leituras</h2>
        <WaitingScans />
        {earlier.length > 0 ? (
          <ul>
            {earlier.map((each) => {
              const { tone, title, text } = sayScan(each, timeZone);
              return (
                <li key={each.chave} className={`tone-${tone} flex gap-3 items-start py-3 not-first:ruled`}>
                  <VerdictIcon tone={tone} className="flex-none size-6 mt-0.5 text-(--tone)" />
                  <span className="min-w-0">
                    <strong className="block">
                      {title} <span className="text-muted num font-normal">{formatTime(each.lido_em, timeZone)}</span>
                    </strong>
                    <span className="text-muted block text-sm">{text}</span>
                  </span>
                </li>
              );
            })}
          </ul>
        ) : (
          <p className="text-muted">As últimas leituras deste aparelho aparecem aqui.</p>
        )}
        <p className="text-muted text-sm">
          {listMadeAt
            ? `Lista neste aparelho das ${formatTime(listMadeAt, timeZone)}${isStored ? ': funciona também sem internet' : ''}.`
            : 'Sem internet, as leituras ficam guardadas e são conferidas depois.'}
        </p>
      </div>
    </div>
  );
}

/** The scans that wait for a connection, and why. */
function WaitingScans() {
  const waiting = useStore($waiting, { ssr: 'initial' });
  const isUnstored = useStore($isUnstored, { ssr: 'initial' });
  const trouble = useStore($trouble, { ssr: 'initial' });
  if (waiting === 0) return null;
  return (
    <div className="grid gap-3">
      <p className="notice tone-warning">
        {trouble && trouble.kind !== 'offline'
          ? `${checkInMessages.held(waiting)} ${trouble.text}`
          : checkInMessages.waiting(waiting)}
      </p>
      {isUnstored && <p className="notice tone-warning">{checkInMessages.unstored}</p>}
      <Button look="outline" onClick={() => void deliverScans()}>
        Enviar agora
      </Button>
    </div>
  );
}

interface Said {
  tone: 'success' | 'error' | 'warning' | 'neutral';
  title: string;
  text: string;
}

const titles: Readonly<Record<string, string>> = {
  usado: 'Já utilizado',
  expirado: 'Ingresso vencido',
  assinatura: 'Código alterado',
  outra_campanha: 'Outro evento',
  outro_dia: 'Outro dia',
  cancelado: 'Inscrição cancelada',
  desconhecido: 'Código desconhecido',
};

const sayResult = (result: SaidScan): Said =>
  result.valido
    ? { tone: 'success', title: 'Pode entrar', text: checkInMessages.who(result) }
    : {
        tone: 'error',
        title: titles[result.motivo ?? ''] ?? 'Não vale',
        text: result.titular_mascarado ? checkInMessages.about(result) : result.detail,
      };

const waitingTitles = { offline: 'Sem internet', server: 'O portal não respondeu', refused: 'Ainda não conferido' };

/** The message about a waiting scan. */
const sayWaiting = (why: Trouble | undefined): string => {
  if (why?.kind === 'refused') return why.text;
  return why?.kind === 'server' ? checkInMessages.willBeSent : checkInMessages.willBeChecked;
};

/** The message about a scan, before and after the school answers. */
function sayScan({ state, result, local, isConflict, lido_em, why }: ShownScan, timeZone: string): Said {
  if (result) {
    const said = sayResult(result);
    return isConflict ? { ...said, text: `${checkInMessages.readOffline(lido_em, timeZone)} ${said.text}` } : said;
  }
  if (local?.kind === 'again') {
    return { tone: 'error', title: 'Já lido aqui', text: checkInMessages.readBefore(local.at, timeZone) };
  }
  if (local?.kind === 'used') {
    const text = checkInMessages.about({ ...local.item, detail: checkInMessages.used(local.at, null, timeZone) });
    return { tone: 'error', title: 'Já utilizado', text };
  }
  if (local?.kind === 'unlisted') {
    const text = `${checkInMessages.unlisted} ${sayWaiting(why)}`;
    return { tone: 'error', title: 'Não está na lista', text };
  }
  if (state === 'sending') return { tone: 'neutral', title: 'Conferindo…', text: '' };
  const who = local?.kind === 'listed' ? `${checkInMessages.listed(checkInMessages.who(local.item))} ` : '';
  return { tone: 'warning', title: waitingTitles[why?.kind ?? 'offline'], text: who + sayWaiting(why) };
}

const icons = { success: Check, error: Cancel, warning: Clock, neutral: Clock };

/** The icon of the message. */
function VerdictIcon({ tone, className }: Pick<Said, 'tone'> & { className: string }) {
  const Icon = icons[tone];
  return <Icon className={className} aria-hidden="true" />;
}

/**
 * The result at the door, readable at arm’s length, by icon and words besides colour; a screen reader announces each
 * change.
 */
function Verdict({ said }: { said: Said | null }) {
  return (
    <div role="status" aria-live="assertive">
      {said && (
        <div
          className={`verdict tone-${said.tone} grid justify-items-center gap-2 py-6 px-5 border-2 border-(--tone) rounded-shell bg-(--tone-soft) text-center`}
        >
          <VerdictIcon tone={said.tone} className="size-18 text-(--tone)" />
          <strong className="text-[1.75rem] leading-[1.15]">{said.title}</strong>
          {said.text && <p className="max-w-[44ch] text-[1.125rem]">{said.text}</p>}
        </div>
      )}
    </div>
  );
}
