import { checkClock } from './clock.ts';

const now = () => new Date('2026-03-02T09:00:00Z');

it.each([
  ['2026-03-02T09:00:00Z', true, '0.0 s'],
  ['2026-03-02T09:01:00Z', true, '60.0 s'],
  ['2026-03-02T08:59:00Z', true, '60.0 s'],
  ['2026-03-02T09:01:00.100Z', false, '60.1 s'],
  ['2026-03-02T08:58:59.900Z', false, '60.1 s'],
])('a clock at 9:00:00 is compared with a database at %s: right is %s', async (there, isRight, off) => {
  const found = await checkClock({ now, databaseTime: async () => new Date(there) });
  expect(found).toEqual({ isRight, sentence: `${off} from the database's clock.` });
});
