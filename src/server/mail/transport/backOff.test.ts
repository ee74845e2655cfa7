import { withBackOff } from './open.ts';
import type { MailOutcome, Transport } from './types.ts';

const busy: MailOutcome = { outcome: 'later', response: '421 4.7.0 Try again later' };
const sent: MailOutcome = { outcome: 'sent', response: '250 fine' };

function setUp() {
  const state = { now: 0, answer: busy, asked: 0 };
  const server: Transport = {
    async send() {
      state.asked++;
      return state.answer;
    },
    async close() {},
  };
  const mailer = withBackOff(server, () => new Date(state.now));
  const send = (to: string) => mailer.send({ id: 'x', to, subject: '', html: '', text: '' });
  return { state, send };
}

test('a domain that defers mail gets none for a minute, other domains still do', async () => {
  const { state, send } = setUp();
  await send('a@busy.example');
  expect((await send('b@BUSY.example')).outcome).toBe('later');
  expect(state.asked).toBe(1);
  state.answer = sent;
  expect((await send('c@calm.example')).outcome).toBe('sent');
  state.now += 60_000;
  expect((await send('b@busy.example')).outcome).toBe('sent');
});

test('the pause doubles up to a quarter of an hour and ends with the first accepted mail', async () => {
  const { state, send } = setUp();
  for (const minutes of [1, 2, 4, 8, 15, 15]) {
    await send('a@busy.example');
    const asked = state.asked;
    state.now += minutes * 60_000 - 1;
    await send('a@busy.example');
    expect(state.asked, `${minutes} minutes`).toBe(asked);
    state.now += 1;
  }
  state.answer = sent;
  await send('a@busy.example');
  state.answer = busy;
  await send('a@busy.example');
  state.now += 60_000;
  const asked = state.asked;
  await send('a@busy.example');
  expect(state.asked).toBe(asked + 1);
});

test('ten thousand domains are remembered, and the one longest ago is asked again', async () => {
  const { state, send } = setUp();
  for (let domain = 0; domain <= 10_000; domain++) await send(`a@busy${domain}.example`);
  const asked = state.asked;
  await send('a@busy1.example');
  expect(state.asked).toBe(asked);
  await send('a@busy0.example');
  expect(state.asked).toBe(asked + 1);
});

test('greylisting of one reader delays nobody else', async () => {
  const { state, send } = setUp();
  state.answer = { outcome: 'later', response: '451 4.7.1 Greylisted, come back in 5 minutes' };
  await send('a@grey.example');
  await send('b@grey.example');
  expect(state.asked).toBe(2);
});
