import type { Template } from '#lib/contract/broadcasts.schema.ts';
import { routes } from '#lib/routes.ts';

interface TemplateListProps {
  templates: readonly Template[];
  /** The message that takes the text; absent: a new one. */
  id?: number;
  onChoose: (template: Template) => void;
}

/** Texts to begin with. Without a script each is a link to this page that fills in the text. */
export function TemplateList({ templates, id, onChoose }: TemplateListProps) {
  if (templates.length === 0) return null;
  return (
    <details className="disclosure unfolds">
      <summary>Começar de um modelo</summary>
      <ul className="grid gap-2 pt-2">
        {templates.map((template) => (
          <li key={template.id}>
            <a
              className="template-choice"
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
