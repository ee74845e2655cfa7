import { after, as, down, keys, type Open, pressed, says, shown } from '#e2e/support/actions.ts';
import { weeklyDigests } from './readers.ts';

const topic = 'soil microbiome and drought';

/** The desk with one digest's unanswered papers. */
export const openDesk = after(
  as({ terms: [{ term: topic }], digests: ['whole'] }),
  shown('heading', '3 new papers'),
);

/** The desk's screens. */
export const deskScreens = {
  'desk, answered': after(openDesk, keys('s', 'x'), shown('heading', '1 new paper')),
  'desk, account menu': after(openDesk, (page) => page.getByLabel(/^Your account: /).click()),
  'desk, a paper on a phone': after(
    (page) => page.setViewportSize({ width: 360, height: 740 }),
    openDesk,
    pressed(/^A drought/),
    shown('dialog'),
  ),
  'desk, long texts': as({ terms: [{ term: topic }], digests: ['hostile'] }),
  'desk, keys': after(openDesk, keys('?'), shown('dialog', 'Keys')),
  'desk, failed': after(
    down('**/api/desk'),
    as({ terms: [{ term: topic }], digests: weeklyDigests(1) }),
    says('Your new papers could not be loaded'),
  ),
} satisfies Record<string, Open>;
