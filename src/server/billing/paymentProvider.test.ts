import type { ServerResponse } from 'node:http';
import { growing, withServer } from '#test/fixtures/sources/server.ts';
import { callProvider, openPayments } from './paymentProvider.ts';

const peers: Record<string, (response: ServerResponse) => unknown> = {
  ...growing,
  'a byte now and then': (response) => {
    const more = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(more));
  },
};

describe('reply of the payment provider', () => {
  it.each(Object.entries(peers))('is given up in its time: %s', (_, reply) =>
    withServer(
      (_asked, response) => reply(response),
      async (apiUrl) => {
        const { stripe } = (await openPayments({ stripe: { secretKey: 'sk_test_1', apiUrl } } as never))!;
        const call = stripe.balance.retrieve({}, { maxNetworkRetries: 0, timeout: 1000 });
        await expect(call).rejects.toMatchObject({ type: 'StripeConnectionError' });
      },
    ),
  );

  it('keeps a reader waiting for a short time in all, whatever is tried again', () =>
    withServer(
      () => {},
      async (apiUrl) => {
        const { stripe } = (await openPayments({ stripe: { secretKey: 'sk_test_1', apiUrl } } as never))!;
        const tries = stripe.balance.retrieve({}, { timeout: 400 }).then(null, () => 'the end of all tries');
        const waited = callProvider(() => tries, 300).catch(({ code }) => code);
        expect(await Promise.race([waited, tries])).toBe('unavailable');
      },
    ));
});
