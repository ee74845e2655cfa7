import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { givenPassword } from '../values/fields.ts';

/** Proving again who is there before a sensitive action. Features have other ways. */
export const proofApi = {
  byPassword: endpoint('POST /api/account/prove', 'session', {
    summary: 'Prove again who is there, by the password; what matters may then be changed for 15 minutes.',
    body: z.object({ password: givenPassword }),
  }),
} as const;
