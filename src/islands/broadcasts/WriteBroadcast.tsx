import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, useState } from 'react';
import { type BrandKey, brands } from '#lib/brand.ts';
import type { Broadcast, BroadcastInput, Template } from '#lib/contract/broadcasts.schema.ts';
import { MAX_MESSAGE } from '#lib/format/limits.ts';
import { routes } from '#lib/routes.ts';
import { categories, withTemplate, writtenProblems } from '#lib/rules/broadcasts/broadcast-form.ts';
import { exampleValues, fillPlaceholders, usedPlaceholders } from '#lib/rules/broadcasts/placeholders.ts';
import { $draft, $save, beginDraft, changeDraft, saveNow } from '#lib/stores/broadcasts-draft.ts';
import { pointTo } from '#lib/words/forms.ts';
import { noticeCategories } from '#lib/words/inbox.ts';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { withKnownFields } from '../ui/known-fields.ts';
import { Select } from '../ui/Select.tsx';
import { KeepTemplate } from './KeepTemplate.tsx';
import { LinkField } from './LinkField.tsx';
import { MessageFields } from './MessageFields.tsx';
import { MoreOptions } from './MoreOptions.tsx';
import { NotificationCards } from './NotificationCards.tsx';
import { SaveLine } from './SaveLine.tsx';

interface WriteBroadcastProps {
  broadcast: Broadcast | null;
  /** The initial content: the message, a template, or the values of a refused plain form. */
  initial: BroadcastInput;
  origin: string;
  templates: Template[];
  brandKeys: BrandKey[];
  zone: string;
  /** The franchise’s hosts store and send the message. */
  isConnected: boolean;
  /** Why the plain form was refused. */
  refused: { problem: string; fields: Readonly<Record<string, string>> } | null;
}

const options = categories.map((value) => ({ value, label: noticeCategories[value].name }));

/** The text of a message beside its preview. It is saved automatically; without a script it is a plain form. */
export const WriteBroadcast = withKnownFields(function WriteBroadcast(props: WriteBroadcastProps) {
  const { broadcast, initial, origin, templates, brandKeys, zone, isConnected, refused } = props;
  const draft = useStore($draft, { ssr: 'initial' }) ?? initial;
  const save = useStore($save, { ssr: 'initial' });
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>(refused?.fields ?? {});
  const [problem, setProblem] = useState(refused?.problem ?? null);
  const [isLeaving, setIsLeaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the server-rendered values start the message, once
  useEffect(() => beginDraft(broadcast, initial, origin), []);

  function change(part: Partial<BroadcastInput>) {
    const names = Object.keys(part);
    setProblems(Object.fromEntries(Object.entries(problems).filter(([name]) => !names.includes(name))));
    changeDraft(part);
  }

  /** @returns whether there are no errors */
  function show(wrong: Readonly<Record<string, string>>): boolean {
    setProblems(wrong);
    const words = pointTo(wrong);
    setProblem(words);
    if (words) requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
    return words === null;
  }

  async function submit(goesOn: boolean) {
    if (!show(writtenProblems(draft))) return;
    setIsLeaving(goesOn);
    const saved = await saveNow();
    if (saved && goesOn) location.assign(routes.manager.push.send(saved.id));
    else setIsLeaving(false);
  }

  const errors = save.step === 'refused' ? { ...save.fields, ...problems } : problems;
  return (
    <div className="agora">
      <form
        ref={form}
        // Without it, a form that is submitted before hydration would put its values into the address.
        method="post"
        noValidate
        className="surface grid gap-5 p-5 md:p-6"
        onSubmit={(event) => {
          event.preventDefault();
          const { submitter } = event.nativeEvent as SubmitEvent;
          void submit(submitter?.getAttribute('value') !== 'salvar');
        }}
      >
        <input type="hidden" name="version" value={broadcast?.version ?? ''} />
        <FormError message={problem} />
        <SaveLine zone={zone} />
        <TemplateList
          {...{ templates }}
          id={broadcast?.id}
          onChoose={(template) => change(withTemplate(draft, template))}
        />
        <MessageFields {...{ errors, isConnected }} title={draft.title} body={draft.body} onChange={change} />
        <LinkField {...{ isConnected }} value={draft.link} error={errors.link} onChange={(link) => change({ link })} />
        <Select
          id="assunto"
          label="Assunto"
          name="category"
          options={options}
          value={draft.category}
          hint="Cada pessoa escolhe de que assuntos quer ser avisada."
          onChange={({ target }) => change({ category: target.value as BroadcastInput['category'] })}
        />
        <MoreOptions draft={draft} errors={errors} onChange={change} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="acao" value="continuar" isPending={isLeaving} pendingLabel="Salvando">
            Escolher quem recebe
          </Button>
          <Button
            type="submit"
            look="ghost"
            name="acao"
            value="salvar"
            isPending={save.step === 'saving' && !isLeaving}
          >
            {broadcast?.status === 'agendada' ? 'Salvar alterações' : 'Salvar rascunho'}
          </Button>
        </div>
        {!isConnected && <KeepTemplate draft={draft} error={errors.nome} onProblems={show} />}
      </form>
      <NotificationPreview message={draft} brandKeys={brandKeys} />
    </div>
  );
});

interface TemplateListProps {
  templates: readonly Template[];
  /** The message that gets the text; absent: a new one. */
  id?: number;
  onChoose: (template: Template) => void;
}

/** Templates. Without a script each is a link to this page that fills in the text. */
function TemplateList({ templates, id, onChoose }: TemplateListProps) {
  if (templates.length === 0) return null;
  return (
    <details className="disclosure unfolds">
      <summary>Começar de um modelo</summary>
      <ul className="grid gap-2 pt-2">
        {templates.map((template) => (
          <li key={template.id}>
            <a
              className="block py-3 px-4 border border-base-300 rounded-row hover:bg-base-200"
              href={routes.manager.push.create(id, { modelo: String(template.id) })}
              onClick={(event) => {
                event.preventDefault();
                onChoose(template);
                event.currentTarget.closest('details')?.removeAttribute('open');
                document.getElementById('titulo')?.focus();
              }}
            >
              <strong className="block">{template.nome}</strong>
              <span className="text-muted block text-sm">{template.title}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface NotificationPreviewProps {
  message: Pick<BroadcastInput, 'title' | 'body' | 'image_url'>;
  /** Brands of the reachable people, this page’s brand first. */
  brandKeys: readonly BrandKey[];
}

/** A preview for a reader, and for a reader with little known data. */
function NotificationPreview({ message, brandKeys }: NotificationPreviewProps) {
  const [brand, setBrand] = useState<BrandKey>(brandKeys[0] ?? 'knn');
  const [isBare, setIsBare] = useState(false);
  const group = useId();
  const { title, body, image_url } = message;
  const fill = (text: string, longest: number, empty: string) =>
    fillPlaceholders(text.trim() || empty, isBare ? {} : exampleValues, longest);
  return (
    <section className="surface preview p-5 md:p-6" aria-label="Como vai aparecer">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-lg">Como vai aparecer</h2>
        {brandKeys.length > 1 && (
          <fieldset className="segments noscript:hidden!">
            <legend className="sr-only">Marca do ícone</legend>
            {brandKeys.map((key) => (
              <label key={key} className="segment">
                <input type="radio" name={group} checked={key === brand} onChange={() => setBrand(key)} />
                {brands[key].shortName}
              </label>
            ))}
          </fieldset>
        )}
      </div>
      <NotificationCards
        brand={brand}
        title={fill(title, MAX_MESSAGE.title, 'Título da mensagem')}
        body={fill(body, MAX_MESSAGE.body, 'O texto aparece aqui enquanto você escreve.')}
        image={image_url ?? null}
      />
      {usedPlaceholders(title, body).length > 0 && (
        <label className="check-row noscript:hidden! mt-3">
          <input type="checkbox" checked={isBare} onChange={(event) => setIsBare(event.target.checked)} />
          Ver para quem não tem esses dados
        </label>
      )}
    </section>
  );
}
