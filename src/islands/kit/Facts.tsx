import { Fragment } from 'react';
import type { Fact } from './describe.ts';

/** Labels with their values; empty values are omitted. */
export const Facts = ({ of }: { of: readonly Fact[] }) => (
  <dl className="kit-facts">
    {of
      .filter(([, value]) => value)
      .map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
  </dl>
);
