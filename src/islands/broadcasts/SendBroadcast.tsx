import { useStore } from '@nanostores/react';
import type { SavedAudience } from '#lib/contract/broadcasts.schema.ts';
import { MAX_MESSAGE } from '#lib/format/limits.ts';
import { hasConditions, isChosen } from '#lib/rules/broadcasts/broadcast-form.ts';
import { filledFor } from '#lib/rules/broadcasts/placeholders.ts';
import { quietWords } from '#lib/rules/broadcasts/quiet-words.ts';
import type { QuietHours } from '#lib/rules/inbox/quiet-hours.ts';
import { $isSending, $sendProblem, countNow, type Found, type Reviewed, send } from '#lib/stores/broadcasts.ts';
import { changeDraft } from '#lib/stores/broadcasts-draft.ts';
import { audienceWords, confirmTitle, confirmWords, type Names, whenWords } from '#lib/words/broadcasts-panel.ts';
import { deviceWords, peopleWords, reachWords, whatsappCosts } from '#lib/words/broadcasts-reach.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { FormError } from '../ui/FormError.tsx';
import { withKnownFields } from '../ui/known-fields.ts';
import { AudienceFields } from './AudienceFields.tsx';
import { ConditionFields } from './ConditionFields.tsx';
import { ReachCard } from './ReachCard.tsx';
import { SavedAudiences } from './SavedAudiences.tsx';
import { SaveLine } from './SaveLine.tsx';
import { type SendFormProps, useSendForm } from './use-send-form.ts';
import { WhenFields } from './WhenFields.tsx';

interface SendBroadcastProps extends SendFormProps {
  devices: number;
  quietHours: QuietHours;
  today: string;
  /** The search of a plain form. */
  requested: string;
  found?: Found[];
  saved: SavedAudience[];
}

/** Audience and time of a message. A dialog shows the number of people before it is sent. */
export const SendBroadcast = withKnownFields(function SendBroadcast(props: SendBroadcastProps) {
  const { broadcast, choices, zone, today, requested, found } = props;
  const form = useSendForm(props);
  const { draft, reach, plan, people, names, isChecking, choose } = form;
  const { audience } = draft;

  return (
    <>
      <form
        ref={form.element}
        method="post"
        noValidate
        className="agora"
        onSubmit={(event) => {
          event.preventDefault();
          const { submitter } = event.nativeEvent as SubmitEvent;
          if (submitter?.getAttribute('value') === 'enviar') void form.review();
        }}
      >
        <input type="hidden" name="version" value={broadcast.version} />
        <div className="grid min-w-0 gap-4 md:gap-6">
          <section className="surface p-5 md:p-6" aria-labelledby="quem-titulo">
            <h2 id="quem-titulo" className="pb-4 text-lg">
              Para quem
            </h2>
            <AudienceFields {...{ audience, choices, requested, found }} names={people} onChange={choose} />
            <details
              className="disclosure unfolds mt-3"
              open={hasConditions(audience) || audience.exclude_user_ids.length > 0 || undefined}
            >
              <summary>Condições e exceções</summary>
              <div className="pt-2">
                <ConditionFields
                  {...{ audience, requested, found }}
                  brandKeys={choices.brands}
                  names={people}
                  onChange={choose}
                />
              </div>
            </details>
            <SavedAudiences saved={props.saved} {...{ audience }} error={form.errors.nome} onUse={choose} />
          </section>
          <section className="surface p-5 md:p-6" aria-labelledby="quando-titulo">
            <h2 id="quando-titulo" className="pb-4 text-lg">
              Quando
            </h2>
            <WhenFields
              {...{ plan, today }}
              isQuietKept={draft.respect_quiet_hours}
              errors={form.errors}
              onPlan={form.changePlan}
              onQuiet={(respects) => changeDraft({ respect_quiet_hours: respects })}
              isMailed={draft.by_mail ?? false}
              onMail={form.mail}
              isByWhatsapp={choices.whatsapp ? (draft.by_whatsapp ?? false) : undefined}
              onWhatsapp={form.whatsapp}
            />
          </section>
          {reach && isChosen(audience) && (
            <p className="reach-strip num" aria-hidden="true">
              {peopleWords(reach.people)} · {deviceWords(reach.devices)}
            </p>
          )}
        </div>
        <div className="min-w-0 lg:sticky lg:top-6 grid gap-4">
          <ReachCard
            {...{ audience, names, reach }}
            devices={props.devices}
            onRetry={() => void countNow(draft)}
            onTest={() => void form.test()}
          />
          <div className="grid gap-3">
            <FormError message={form.problem} />
            <SaveLine zone={zone} />
            <Button type="submit" name="acao" value="enviar" isWide isPending={isChecking} pendingLabel="Conferindo">
              {plan.quando === 'depois' ? 'Conferir e agendar' : 'Conferir e enviar'}
            </Button>
          </div>
        </div>
      </form>
      <ConfirmBroadcast
        of={form.confirming}
        names={names}
        zone={zone}
        quietHours={props.quietHours}
        onClose={form.endReview}
      />
    </>
  );
});

interface ConfirmBroadcastProps {
  of: Reviewed | null;
  names: Names;
  zone: string;
  quietHours: QuietHours;
  onClose: () => void;
}

/** The confirmation before sending: how many people, who they are, and when. */
function ConfirmBroadcast({ of, names, zone, quietHours, onClose }: ConfirmBroadcastProps) {
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
          <dl className="kit-facts">
            <dt>Para</dt>
            <dd>{audienceWords(of.broadcast.audience, names)}</dd>
            <dt>Alcance</dt>
            <dd className="num">{reachWords(of.reach)}.</dd>
            {of.reach.whatsapp_units && (
              <>
                <dt>WhatsApp</dt>
                <dd className="num">
                  {whatsappCosts(of.reach.whatsapp_units).map((cost) => (
                    <span key={cost} className="block">
                      {cost}
                    </span>
                  ))}
                </dd>
              </>
            )}
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
