import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { email, twoPasswords, typedTwice } from '../values/fields.ts';
import { me } from './me.ts';

export const admissionApi = {
  setup: endpoint('GET /api/setup', 'anyone', {
    summary: 'Whether this server waits for its first administrator.',
    response: z.object({ open: z.boolean() }),
  }),
  completeSetup: endpoint('POST /api/setup', 'anyone', {
    summary:
      'Create the first administrator with the code that the server printed at its start, and sign in.',
    body: typedTwice(
      z.object({ code: z.string().trim().min(1, 'Please enter the code').max(100), email, ...twoPasswords }),
      "Passwords don't match",
    ),
    response: z.object({ user: me }),
  }),
} as const;
