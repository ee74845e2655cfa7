import { useSite } from '../../query.ts';

export function WaysOut() {
  const site = useSite();
  return (
    <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-5 text-[0.9375rem]">
      <a className="link" href="/">
        Go to the homepage
      </a>
      {site && (
        <a className="link" href={`mailto:${site.supportEmail}`}>
          Contact support
        </a>
      )}
    </p>
  );
}
