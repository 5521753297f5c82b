import { type RefObject, useRef } from 'react';
import { MAX_MESSAGE } from '#lib/format/limits.ts';
import { type Placeholder, placeholders } from '#lib/words/broadcasts.ts';
import Add from '~icons/material-symbols/add-rounded';
import { Field } from '../ui/Field.tsx';
import { describeControl, FieldFrame } from '../ui/FieldFrame.tsx';

interface MessageFieldsProps {
  title: string;
  body: string;
  errors: Readonly<Record<string, string>>;
  /** The franchise’s host sends the text unchanged, without placeholders. */
  isConnected: boolean;
  onChange: (part: { title?: string; body?: string }) => void;
}

const counted = (text: string, max: number) => `${text.length} de ${max}`;

/** Title and text with their counters, and the available placeholders. */
export function MessageFields({ title, body, errors, isConnected, onChange }: MessageFieldsProps) {
  const titleRef = useRef<HTMLInputElement>(null);
  const bodyRef = useRef<HTMLTextAreaElement>(null);
  const last = useRef<'title' | 'body'>('body');
  const texts = { title, body };

  /** Inserts at the last cursor position. */
  function insert(name: Placeholder) {
    const key = last.current;
    const field = (key === 'title' ? titleRef : bodyRef).current;
    if (!field) return;
    const [from, to] = [field.selectionStart ?? texts[key].length, field.selectionEnd ?? texts[key].length];
    const word = `{${name}}`;
    onChange({ [key]: texts[key].slice(0, from) + word + texts[key].slice(to) });
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(from + word.length, from + word.length);
    });
  }

  return (
    <>
      <Field
        ref={titleRef as RefObject<HTMLInputElement>}
        id="titulo"
        label="Título"
        name="title"
        value={title}
        maxLength={MAX_MESSAGE.title}
        autoComplete="off"
        hint={<span className="num">{counted(title, MAX_MESSAGE.title)}</span>}
        error={errors.title}
        onFocus={() => {
          last.current = 'title';
        }}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <FieldFrame
        id="texto"
        label="Mensagem"
        hint={<span className="num">{counted(body, MAX_MESSAGE.body)}</span>}
        error={errors.body}
      >
        <textarea
          {...describeControl('texto', { hint: 'contagem', error: errors.body })}
          ref={bodyRef}
          name="body"
          className="text-area"
          rows={4}
          maxLength={MAX_MESSAGE.body}
          value={body}
          onFocus={() => {
            last.current = 'body';
          }}
          onChange={(event) => onChange({ body: event.target.value })}
        />
      </FieldFrame>
      {!isConnected && (
        <div className="noscript:hidden!">
          <p className="text-muted px-1 pb-2 text-sm" id="dados-dica">
            Inserir um dado de quem lê. Se ele faltar, entram palavras que servem para todos.
          </p>
          <ul className="flex flex-wrap gap-2" aria-describedby="dados-dica">
            {(Object.keys(placeholders) as Placeholder[]).map((name) => (
              <li key={name}>
                <button type="button" className="btn btn-sm btn-soft-brand" onClick={() => insert(name)}>
                  <Add className="size-5" aria-hidden="true" />
                  {placeholders[name].nome}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
