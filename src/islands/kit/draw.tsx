import type { ComponentProps, ReactNode } from 'react';
import { dialled } from '#lib/format/digits.ts';
import { Chip } from '../ui/Chip.tsx';
import type { Note } from './describe.ts';

interface Phone {
  telefone: string | null;
  telefone_escrito: string | null;
}

type Look = Pick<ComponentProps<typeof Chip>, 'tone'> & ({ name: string } | { label: string });

/** Renderers for cells, facts and notes that several areas share. */
export const draw = {
  /** A state in words. */
  state: (look: Look) => <Chip tone={look.tone}>{'name' in look ? look.name : look.label}</Chip>,
  /** The title cell of a row. @param rest distinguishes rows for screen readers, and is visually hidden */
  title: (text: string, rest: string) => (
    <>
      {text}
      <span className="sr-only">, {rest}</span>
    </>
  ),
  /** One line of these parts; empty parts are omitted. */
  line: (note: Note) => (Array.isArray(note) ? note.filter(Boolean).join(' · ') : note) as ReactNode,
  /** Sentences about a form; empty ones are omitted. */
  about: (...sentences: readonly (string | false | null | undefined)[]) => (
    <p className="text-muted text-sm">{sentences.filter(Boolean).join(' ')}</p>
  ),
  /** The telephone, to call it. */
  phone: ({ telefone, telefone_escrito }: Phone) =>
    telefone && (
      <a className="kit-above num whitespace-nowrap" href={`tel:${dialled(telefone)}`}>
        {telefone_escrito}
      </a>
    ),
  link: (href: string, text: string) => (
    <a className="text-link underline underline-offset-[3px]" href={href}>
      {text}
    </a>
  ),
};
