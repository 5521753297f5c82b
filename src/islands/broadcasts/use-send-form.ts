import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { AudienceChoices, Broadcast, BroadcastInput } from '#lib/contract/broadcasts.schema.ts';
import { type Plan, timesOf, timesToSave } from '#lib/rules/broadcasts/broadcast-form.ts';
import { $reach, countLater, countNow, type Reach, type Reviewed, reviewNow, tryOut } from '#lib/stores/broadcasts.ts';
import { $draft, beginDraft, changeDraft, saveNow } from '#lib/stores/broadcasts-draft.ts';
import type { Names } from '#lib/words/broadcasts-panel.ts';

export interface SendFormProps {
  broadcast: Broadcast;
  initial: BroadcastInput;
  plan: Plan;
  choices: AudienceChoices;
  /** Names of the already chosen people. */
  people: Record<number, string>;
  reach: Reach | null;
  zone: string;
  refused: { problem: string; fields: Readonly<Record<string, string>> } | null;
}

/** Audience and time of a message, and the steps until it is confirmed. */
export function useSendForm(props: SendFormProps) {
  const { broadcast, initial, choices, zone, refused } = props;
  const draft = useStore($draft, { ssr: 'initial' }) ?? initial;
  const reach = useStore($reach, { ssr: 'initial' }) ?? props.reach;
  const [plan, setPlan] = useState(props.plan);
  const [people, setPeople] = useState(props.people);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>(refused?.fields ?? {});
  const [problem, setProblem] = useState(refused?.problem ?? null);
  const [isChecking, setIsChecking] = useState(false);
  const [confirming, setConfirming] = useState<Reviewed | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  const names: Names = { ...choices, users: people };
  // Runs after the errors are rendered: a frame may come before.
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refusals]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the server-rendered values start the page, once
  useEffect(() => {
    beginDraft(broadcast, initial);
    const begun = $draft.get();
    // An unsaved choice made here is counted again.
    if (props.reach && begun === initial) $reach.set(props.reach);
    else if (begun) void countNow(begun);
  }, []);

  function choose(part: Partial<BroadcastInput['audience']>, more: Record<number, string> = {}) {
    const audience = { ...draft.audience, ...part };
    if (Object.keys(more).length > 0) setPeople({ ...people, ...more });
    setProblem(null);
    changeDraft({ audience });
    countLater({ ...draft, audience });
  }
  function mail(by_mail: boolean) {
    changeDraft({ by_mail });
    countLater({ ...draft, by_mail });
  }
  function whatsapp(by_whatsapp: boolean) {
    changeDraft({ by_whatsapp });
    countLater({ ...draft, by_whatsapp });
  }
  function changePlan(part: Partial<Plan>) {
    const next = { ...plan, ...part };
    setPlan(next);
    // The marked errors no longer apply.
    setErrors({});
    setProblem(null);
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
    setRefusals((count) => count + 1);
  }
  async function test() {
    const saved = await saveNow();
    if (saved) await tryOut(saved);
  }
  const endReview = () => setConfirming(null);
  const steps = { choose, mail, whatsapp, changePlan, review, endReview, test };
  return { element, draft, reach, plan, people, names, errors, problem, isChecking, confirming, ...steps };
}
