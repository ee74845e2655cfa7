import type { ChannelKind } from '#features/messages/contract.ts';
import { discord } from './discord.ts';
import { matrix } from './matrix.ts';
import { ntfy } from './ntfy.ts';
import type { Place, Service } from './service.ts';
import { slack } from './slack.ts';
import { webhook } from './webhook.ts';

/** Every service that channels support. */
export const services: Record<ChannelKind, Service> = { webhook, slack, discord, ntfy, matrix };

/** Why an address cannot belong to that service, in a sentence; null for a valid one. */
export const refusalOf = (kind: ChannelKind, place: Place): string | null =>
  services[kind].refuse?.(place) ?? null;
