import { useState } from 'react';
import { isNamedLink, OTHER_LINK, ownLinks } from '#lib/rules/broadcasts/own-links.ts';
import { Field } from '../ui/Field.tsx';
import { useKnownField } from '../ui/known-fields.ts';
import { Select } from '../ui/Select.tsx';

const optionsOf = (links: typeof ownLinks) => [
  ...links.map(({ path, nome }) => ({ value: path, label: nome })),
  { value: OTHER_LINK, label: 'Outra página do portal' },
];
const options = optionsOf(ownLinks);
const connectedOptions = optionsOf(ownLinks.filter(({ onlyEmbedded }) => !onlyEmbedded));

/** The page that the message links to: chosen by its name, or a path of the portal. */
export function LinkField({
  value,
  error,
  isConnected,
  onChange,
}: {
  value: string;
  error?: string;
  isConnected: boolean;
  onChange: (to: string) => void;
}) {
  // The form’s name of the field differs from the call’s.
  const known = useKnownField('link');
  const [isOther, setIsOther] = useState(!isNamedLink(value));
  const isNamed = !isOther && isNamedLink(value);
  return (
    <>
      <Select
        id="link"
        label="Ao tocar, abre"
        name="link"
        options={isConnected ? connectedOptions : options}
        value={isNamed ? value : OTHER_LINK}
        error={isNamed ? error : undefined}
        onChange={({ target }) => {
          setIsOther(target.value === OTHER_LINK);
          onChange(target.value === OTHER_LINK ? '' : target.value);
        }}
      />
      <Field
        id="link_livre"
        label="Caminho da página"
        name="link_livre"
        className={isNamed ? 'needs-no-script' : ''}
        value={isNamed ? '' : value}
        hint="Começa com uma barra, como /pedidos."
        placeholder="/"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={known?.maxLength}
        error={isNamed ? undefined : error}
        onChange={({ target }) => onChange(target.value.trim())}
      />
    </>
  );
}
