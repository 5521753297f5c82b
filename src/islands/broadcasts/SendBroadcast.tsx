import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { AudienceChoices, Broadcast, BroadcastInput } from '#lib/contract/broadcasts.schema.ts';
import { hasConditions, isChosen, type Plan, timesOf, timesToSave } from '#lib/rules/broadcasts/broadcast-form.ts';
import type { QuietHours } from '#lib/rules/inbox/quiet-hours.ts';
import {
  $reach,
  countLater,
  countNow,
  type Found,
  type Reach,
  type Reviewed,
  reviewNow,
  tryOut,
} from '#lib/stores/broadcasts.ts';
import { $draft, beginDraft, changeDraft, saveNow } from '#lib/stores/broadcasts-draft.ts';
import { deviceWords, type Names, peopleWords } from '#lib/words/broadcasts-panel.ts';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { withKnownFields } from '../ui/known-fields.ts';
import { AudienceFields } from './AudienceFields.tsx';
import { ConditionFields } from './ConditionFields.tsx';
import { ConfirmBroadcast } from './ConfirmBroadcast.tsx';
import { ReachCard } from './ReachCard.tsx';
import { SaveLine } from './SaveLine.tsx';
import { WhenFields } from './WhenFields.tsx';

export interface SendBroadcastProps {
  broadcast: Broadcast;
  initial: BroadcastInput;
  plan: Plan;
  choices: AudienceChoices;
  /** Names of the people chosen already. */
  people: Record<number, string>;
  reach: Reach | null;
  devices: number;
  zone: string;
  quietHours: QuietHours;
  today: string;
  /** What a plain form searched for. */
  asked: string;
  found?: Found[];
  refused: { problem: string; fields: Readonly<Record<string, string>> } | null;
}

/** Whom a message is for and when it goes out. A dialog names how many people get it before it is sent. */
export const SendBroadcast = withKnownFields(function SendBroadcast(props: SendBroadcastProps) {
  const { broadcast, initial, choices, zone, today, asked, found, refused } = props;
  const draft = useStore($draft, { ssr: 'initial' }) ?? initial;
  const reach = useStore($reach, { ssr: 'initial' }) ?? props.reach;
  const [plan, setPlan] = useState(props.plan);
  const [people, setPeople] = useState(props.people);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>(refused?.fields ?? {});
  const [problem, setProblem] = useState(refused?.problem ?? null);
  const [isChecking, setIsChecking] = useState(false);
  const [confirming, setConfirming] = useState<Reviewed | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { audience } = draft;
  const names: Names = { ...choices, users: people };

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server drew begins the page, once
  useEffect(() => {
    beginDraft(broadcast, initial);
    const begun = $draft.get();
    // A choice that was made here and never saved is counted again.
    if (props.reach && begun === initial) $reach.set(props.reach);
    else if (begun) void countNow(begun);
  }, []);

  function choose(part: Partial<BroadcastInput['audience']>, more: Record<number, string> = {}) {
    const next = { ...audience, ...part };
    if (Object.keys(more).length > 0) setPeople({ ...people, ...more });
    setProblem(null);
    changeDraft({ audience: next });
    countLater({ ...draft, audience: next });
  }
  function changePlan(part: Partial<Plan>) {
    const next = { ...plan, ...part };
    setPlan(next);
    setErrors({});
    const { times, problems } = timesOf(next, zone, new Date());
    if (Object.keys(problems).length === 0) changeDraft(timesToSave(times, broadcast));
  }
  async function review() {
    if (isChecking) return;
    setProblem(null);
    setIsChecking(true);
    const { reviewed, refusal } = await reviewNow(broadcast, plan, zone);
    setIsChecking(false);
    setConfirming(reviewed);
    if (!refusal) return;
    setProblem(refusal.problem);
    setErrors(refusal.fields);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid], [role="alert"]')?.focus());
  }
  async function test() {
    const saved = await saveNow();
    if (saved) await tryOut(saved);
  }

  return (
    <>
      <form
        ref={form}
        method="post"
        noValidate
        className="agora"
        onSubmit={(event) => {
          event.preventDefault();
          const { submitter } = event.nativeEvent as SubmitEvent;
          if (submitter?.getAttribute('value') === 'enviar') void review();
        }}
      >
        <input type="hidden" name="version" value={broadcast.version} />
        <div className="grid min-w-0 gap-4 md:gap-6">
          <section className="surface p-5 md:p-6" aria-labelledby="quem-titulo">
            <h2 id="quem-titulo" className="pb-4 text-lg">
              Para quem
            </h2>
            <AudienceFields {...{ audience, choices, asked, found }} names={people} onChange={choose} />
            <details
              className="disclosure unfolds mt-3"
              open={hasConditions(audience) || audience.exclude_user_ids.length > 0 || undefined}
            >
              <summary>Condições e exceções</summary>
              <div className="pt-2">
                <ConditionFields
                  {...{ audience, asked, found }}
                  brandKeys={choices.brands}
                  names={people}
                  onChange={choose}
                />
              </div>
            </details>
          </section>
          <section className="surface p-5 md:p-6" aria-labelledby="quando-titulo">
            <h2 id="quando-titulo" className="pb-4 text-lg">
              Quando
            </h2>
            <WhenFields
              plan={plan}
              isQuietKept={draft.respect_quiet_hours}
              errors={errors}
              today={today}
              onPlan={changePlan}
              onQuiet={(isKept) => changeDraft({ respect_quiet_hours: isKept })}
            />
          </section>
          {reach && isChosen(audience) && (
            <p className="reach-strip num" aria-hidden="true">
              {peopleWords(reach.people)} · {deviceWords(reach.devices)}
            </p>
          )}
        </div>
        <div className="reach-side">
          <ReachCard
            {...{ audience, names, reach }}
            devices={props.devices}
            onRetry={() => void countNow(draft)}
            onTest={() => void test()}
          />
          <div className="grid gap-3">
            <FormError message={problem} />
            <SaveLine zone={zone} />
            <Button type="submit" name="acao" value="enviar" isWide isPending={isChecking} pendingLabel="Conferindo">
              {plan.quando === 'depois' ? 'Conferir e agendar' : 'Conferir e enviar'}
            </Button>
          </div>
        </div>
      </form>
      <ConfirmBroadcast
        of={confirming}
        names={names}
        zone={zone}
        quietHours={props.quietHours}
        onClose={() => setConfirming(null)}
      />
    </>
  );
});
