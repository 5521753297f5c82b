import type { Sum } from './describe.ts';

interface SumsProps {
  title?: string;
  items: readonly Sum[];
}

/** Figures in one line. */
export const Sums = ({ title, items }: SumsProps) =>
  items.length > 0 && (
    <section className="kit-sums" aria-label={title}>
      {title}
      <dl>
        {items.map(({ label, value, isExtra }) => (
          <div key={label} className={isExtra ? 'max-md:hidden' : ''}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
