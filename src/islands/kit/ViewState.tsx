import type { Failure } from '#lib/stores/panel-acts.ts';
import { kitWords } from '#lib/words/panel-kit.ts';
import type { ViewLink } from './use-view.ts';

interface ViewStateProps {
  failure: Failure | null;
  retry: () => void;
  /** The text if there are no rows; null: there are rows. */
  empty: { title: string; text: string } | null;
  /** Clears the filters; null: no filter is active. */
  all: ViewLink | null;
}

/** The content instead of rows: a failure, an empty list, or no match of the filter. */
export function ViewState({ failure, retry, empty, all }: ViewStateProps) {
  return (
    <>
      {failure && <Failed words={failure.detail} retry={retry} />}
      {!failure && empty && (
        <div className="kit-empty">
          <h2>{all ? kitWords.noneFound : empty.title}</h2>
          <p>{all ? kitWords.changeFilter : empty.text}</p>
          {all && (
            <a className="btn btn-sm btn-soft-brand" {...all}>
              {kitWords.clearFilters}
            </a>
          )}
        </div>
      )}
    </>
  );
}

/** Something did not load. */
export const Failed = ({ words = '', retry }: { words?: string; retry: () => void }) => (
  <p role="alert" className="notice tone-error">
    {words || kitWords.failed}
    <button type="button" className="btn btn-sm btn-outline" onClick={retry}>
      {kitWords.tryAgain}
    </button>
  </p>
);
