import type { ChannelKind } from '#features/messages/contract.ts';
import { discord } from './discord.ts';
import { matrix } from './matrix.ts';
import { ntfy } from './ntfy.ts';
import type { Service } from './service.ts';
import { slack } from './slack.ts';
import { webhook } from './webhook.ts';

/** Every service that channels support. */
export const services: Record<ChannelKind, Service> = { webhook, slack, discord, ntfy, matrix };
