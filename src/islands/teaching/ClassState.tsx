import { lookFor } from '#lib/words/own-word.ts';
import { classMessages } from '#lib/words/pedagogico.ts';
import { Chip } from '../ui/Chip.tsx';

/** The state of a class in a word. */
export function ClassState({ status }: { status: string }) {
  const { label, tone } = lookFor(classMessages.ofClass, status, (name) => ({ label: name, tone: 'neutral' as const }));
  return <Chip tone={tone}>{label}</Chip>;
}
