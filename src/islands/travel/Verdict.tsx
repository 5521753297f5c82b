import type { SaidScan } from '#lib/contract/travel.schema.ts';
import type { ShownScan, Trouble } from '#lib/stores/travel.ts';
import { doorMessages } from '#lib/words/travel-door.ts';
import Cancel from '~icons/material-symbols/cancel-rounded';
import Check from '~icons/material-symbols/check-circle-rounded';
import Clock from '~icons/material-symbols/schedule-rounded';

export interface Said {
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

export const sayResult = (result: SaidScan): Said =>
  result.valido
    ? { tone: 'success', title: 'Pode entrar', text: doorMessages.who(result) }
    : {
        tone: 'error',
        title: titles[result.motivo ?? ''] ?? 'Não vale',
        text: result.titular_mascarado ? doorMessages.about(result) : result.detail,
      };

const waitingTitles = { offline: 'Sem internet', server: 'O portal não respondeu', refused: 'Ainda não conferido' };

/** The message about a scan that waits. */
const sayWaiting = (why: Trouble | undefined): string => {
  if (why?.kind === 'refused') return why.text;
  return why?.kind === 'server' ? doorMessages.willBeAsked : doorMessages.willBeChecked;
};

/** The message about a scan, before and after the school answers. */
export function sayScan({ state, result, local, isConflict, lido_em, why }: ShownScan, timeZone: string): Said {
  if (result) {
    const said = sayResult(result);
    return isConflict ? { ...said, text: `${doorMessages.readOffline(lido_em, timeZone)} ${said.text}` } : said;
  }
  if (local?.kind === 'again') {
    return { tone: 'error', title: 'Já lido aqui', text: doorMessages.readBefore(local.at, timeZone) };
  }
  if (local?.kind === 'used') {
    const text = doorMessages.about({ ...local.item, detail: doorMessages.used(local.at, null, timeZone) });
    return { tone: 'error', title: 'Já utilizado', text };
  }
  if (local?.kind === 'unlisted') {
    const text = `${doorMessages.unlisted} ${sayWaiting(why)}`;
    return { tone: 'error', title: 'Não está na lista', text };
  }
  if (state === 'sending') return { tone: 'neutral', title: 'Conferindo…', text: '' };
  const who = local?.kind === 'listed' ? `${doorMessages.listed(doorMessages.who(local.item))} ` : '';
  return { tone: 'warning', title: waitingTitles[why?.kind ?? 'offline'], text: who + sayWaiting(why) };
}

const icons = { success: Check, error: Cancel, warning: Clock, neutral: Clock };

/** The icon of the message. */
export function VerdictIcon({ tone }: Pick<Said, 'tone'>) {
  const Icon = icons[tone];
  return <Icon aria-hidden="true" />;
}

/** The answer at the door, in large letters; a screen reader says each change. */
export function Verdict({ said }: { said: Said | null }) {
  return (
    <div role="status" aria-live="assertive">
      {said && (
        <div className={`verdict tone-${said.tone}`}>
          <VerdictIcon tone={said.tone} />
          <strong>{said.title}</strong>
          {said.text && <p>{said.text}</p>}
        </div>
      )}
    </div>
  );
}
