import type { ServerResponse } from 'node:http';
import { growing, withServer } from '#test/fixtures/sources/server.ts';
import { openPayments } from './paymentProvider.ts';

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
});
