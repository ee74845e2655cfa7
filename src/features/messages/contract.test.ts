import { kindOfAddress } from './contract.ts';

describe('service of an address', () => {
  it.each([
    ['https://hooks.slack.com/services/T0/B0/x', 'slack'],
    ['https://discord.com/api/webhooks/1/x', 'discord'],
    ['https://canary.discord.com/api/webhooks/1/x', 'discord'],
    ['https://discordapp.com/api/webhooks/1/x', 'discord'],
    ['https://ntfy.sh/my-papers', 'ntfy'],
    ['https://ntfy.example.org/my-papers', 'ntfy'],
    ['https://matrix.example.org/_matrix/client/v3/rooms/!a:example.org', 'matrix'],
    ['https://example.org/hook', 'webhook'],
    ['https://hooks.slack.com.evil.example/services/x', 'webhook'],
    ['https://notdiscord.com/api/webhooks/1/x', 'webhook'],
    ['nonsense', 'webhook'],
  ])('takes %s for %s', (address, kind) => expect(kindOfAddress(address)).toBe(kind));
});
