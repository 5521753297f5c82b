/** A turning ring. Decorative: the words beside it describe the progress. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}
