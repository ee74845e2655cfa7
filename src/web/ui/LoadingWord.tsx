/**
 * For screen readers, once a page: what is coming, and that it is on its way. `styles.css` leaves the footer out
 * while it is there. `title` stands for the heading where the page has none yet.
 */
export const LoadingWord = ({ title }: { title?: string }) => (
  <>
    {title && <h1 className="sr-only">{title}</h1>}
    <p role="status" data-outline className="sr-only">
      Loading
    </p>
  </>
);
