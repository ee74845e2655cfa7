import { Notice } from '#web/ui/Notice.tsx';

/** What stands in place of the sign-up form where not everybody may make an account. */
const words = {
  invite: {
    title: 'New accounts need an invitation',
    text: 'Please open the link that you were given, or ask the people who run this server for one.',
  },
  closed: {
    title: 'No new accounts',
    text: 'This server takes no new accounts. Please ask the people who run it.',
  },
} as const;

export const SignUpRefused = ({ mode }: { mode: keyof typeof words }) => (
  <Notice title={words[mode].title}>
    <p className="mt-1">{words[mode].text}</p>
    <p className="mt-2">
      Have an account already?{' '}
      <a className="link" href="/auth?tab=login">
        Sign in
      </a>
    </p>
  </Notice>
);
