interface SumsProps {
  title?: string;
  items: readonly { label: string; value: string }[];
}

/** Figures in one line. */
export const Sums = ({ title, items }: SumsProps) =>
  items.length > 0 && (
    <section className="kit-sums" aria-label={title}>
      {title}
      <dl>
        {items.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
