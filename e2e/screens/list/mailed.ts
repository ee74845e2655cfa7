import { after, down, type Open, pressed, says, shown, to } from '#e2e/support/actions.ts';
import { newReader } from '#e2e/support/readers.ts';
import { readerWithFeedback, topics } from './readers.ts';

const feedback =
  (verdict: 'keep' | 'less'): Open =>
  async (page) => {
    const { feedback } = await newReader({ ...readerWithFeedback, judged: [] });
    await page.goto(`/feedback?token=${feedback[0]}&verdict=${verdict}`);
  };
const unsubscribe =
  (options = ''): Open =>
  async (page) => {
    const { unsubscribe } = await newReader({ terms: topics.slice(0, 1) });
    await page.goto(`/unsubscribe?token=${unsubscribe.topic}${options}`);
  };
const mailbox = (type: 'welcome' | 'digest') =>
  after(
    (page) => page.request.post('/api/test-email', { data: { email: 'reader@example.org', type } }),
    to('/mailbox'),
  );

/** Pages that mails link to, the tools for mail, and the API reference. */
export const mailedScreens = {
  'unsubscribe, no token': to('/unsubscribe'),
  'unsubscribe, choice': unsubscribe('&ask=1'),
  'pause, choice': after(unsubscribe('&ask=1&pause=1'), shown('button', 'Pause this topic')),
  'unsubscribed, deleted topic': async (page) =>
    page.goto(`/unsubscribe?token=${(await newReader()).unsubscribe.deletedTopic}`),
  'unsubscribed, one topic': after(unsubscribe(), shown('heading', 'Unsubscribed Successfully')),
  'unsubscribed, undone': after(
    unsubscribe(),
    pressed('Undo: keep sending'),
    shown('heading', 'Subscribed again'),
  ),
  'unsubscribe, server error': after(down('**/api/unsubscribe/*'), to('/unsubscribe?token=any')),
  'feedback, choice': feedback('keep'),
  'feedback, saved': after(feedback('less'), pressed('Not for me'), shown('button', 'Undo')),
  'feedback, broken link': to('/feedback?token=none&verdict=less'),
  'mail tool': after(to('/test-email'), pressed('Send Welcome Email'), says('Please enter an email address')),
  'mailbox, all mails': mailbox('welcome'),
  'mailbox, one mail': after(mailbox('digest'), (page) => {
    const digest = page.getByRole('link', { name: /soil microbiome/ });
    return digest.first().click();
  }),
  'API docs': to('/api/docs'),
} satisfies Record<string, Open>;
