import { useSupportMail } from '#web/api/query.ts';

export function WaysOut() {
  const support = useSupportMail();
  return (
    <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-5 text-[0.9375rem]">
      <a className="link" href="/">
        Go to the homepage
      </a>
      {support && (
        <a className="link" href={support}>
          Contact support
        </a>
      )}
    </p>
  );
}
