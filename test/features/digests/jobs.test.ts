import { enqueueMail } from '#mail/enqueueMail.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { startWorld, type World } from '#test/world.ts';

let world: World;
afterEach(() => world.close());

it('a queue continues with good jobs however many bad ones it has', async () => {
  world = await startWorld();
  for (let at = 0; at < 6; at++) await enqueue(world.app, 'send-mail', { mail: 'no-such-mail', sealed: '' });
  await enqueueMail(world.app, 'welcome', 'ada@example.org', {});
  expect((await world.smtp.waitFor((mail) => mail.to.includes('ada@example.org'))).subject).toMatch(
    /Litwatch/,
  );
});
