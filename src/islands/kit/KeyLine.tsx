interface KeyLineProps {
  acts: readonly { key?: string; label: string; href?: unknown }[];
  keys?: readonly (readonly [key: string, does: string])[];
}

/** The keyboard shortcuts of a view, at its foot. */
export function KeyLine({ acts, keys = [] }: KeyLineProps) {
  const own = acts.flatMap(({ key, label, href }) => (key && !href ? [[key, label.toLowerCase()] as const] : []));
  return (
    <p className="kit-keys">
      {[...keys, ...own].map(([key, does]) => (
        <span key={key}>
          <kbd>{key}</kbd> {does}
        </span>
      ))}
    </p>
  );
}
