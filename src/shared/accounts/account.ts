import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import {
  email,
  givenPassword,
  newPassword,
  toOneLine,
  topic,
  twoPasswords,
  typedTwice,
} from '../values/fields.ts';
import { me, visitApi } from './me.ts';

export const researchFieldLabels = {
  medicine: 'Medicine',
  biology: 'Biology',
  physics: 'Physics',
  chemistry: 'Chemistry',
  'computer-science': 'Computer Science',
  mathematics: 'Mathematics',
  psychology: 'Psychology',
  engineering: 'Engineering',
  other: 'Other',
} as const;

export const researchFields = Object.keys(researchFieldLabels) as (keyof typeof researchFieldLabels)[];

const signupFields = z.object({
  email,
  researchField: z.enum(researchFields).or(z.literal('')).nullish(),
  ...twoPasswords,
  agreeToTerms: z.boolean().refine(Boolean, 'You must agree to the Terms and Conditions'),
  agreeToPrivacy: z.boolean().refine(Boolean, 'You must agree to the Privacy Policy'),
  /** Stored with the sign-up, so that the link in the mail works in any browser. */
  pendingSearch: topic.nullish().catch(null),
  /** IANA name, as the browser reports it. */
  timeZone: z.string().max(64).nullish().catch(null),
  /** The token of an invitation's link. */
  invitation: z.string().max(200).nullish(),
});

export const signup = typedTwice(signupFields, "Passwords don't match");

export const login = z.object({ email, password: givenPassword });

/** Fields of the older form; the password policy is the same. */
const olderSignup = z.object({
  email,
  password: newPassword,
  researchField: z
    .string('Please enter your research field')
    .transform(toOneLine)
    .pipe(
      z
        .string()
        .min(1, 'Please enter your research field')
        .max(100, 'A research field can be up to 100 characters long.'),
    ),
  pendingSearch: topic.nullish().catch(null),
  timeZone: z.string().max(64).nullish().catch(null),
});

const mismatch = 'Passwords do not match';

export const resetPassword = typedTwice(
  z.object({
    token: z.string('Reset token is required').min(1, 'Reset token is required').max(200),
    ...twoPasswords,
  }),
  mismatch,
);

export const accountApi = {
  ...visitApi,
  signup: endpoint('POST /api/signup', 'anyone', {
    summary: 'Create an account. The response is the same whether or not the address is known.',
    body: signup,
  }),
  olderSignup: endpoint('POST /api/auth/signup', 'anyone', {
    summary: 'Create an account by the older form; the rules and the response are the same.',
    body: olderSignup,
  }),
  cancelSignup: endpoint('POST /api/signup/cancel', 'anyone', {
    summary:
      '"This was not me": cancels the sign-up of the mailed link, and removes the account if that link had opened it.',
    body: z.object({ token: z.string().min(1).max(200) }),
  }),
  login: endpoint('POST /api/auth/login', 'anyone', {
    summary: 'Sign in; sets the session cookie.',
    body: login,
    response: z.object({ user: me }),
  }),
  user: endpoint('GET /api/auth/user', 'session', { summary: 'The signed-in reader, flat.', response: me }),
  verifyEmail: endpoint('GET /api/verify-email', 'anyone', {
    summary: 'Confirm an email address. Repeating the call while the link is valid gives the same response.',
    query: z.object({ token: z.string().max(200).default('') }),
    response: z.object({
      success: z.boolean(),
      user: z.object({ email: z.string() }),
      /** The topic stored with the sign-up, if it has not been searched yet. */
      pendingSearch: z.string().nullable(),
      /** Whether this browser made the sign-up, and is signed in now. */
      signedIn: z.boolean(),
    }),
  }),
  forgotPassword: endpoint('POST /api/forgot-password', 'anyone', {
    summary: 'Mail a reset link. The response is the same whether or not the address is known.',
    body: z.object({ email }),
  }),
  resetPassword: endpoint('POST /api/reset-password', 'anyone', {
    summary: 'Set a new password by a mailed link; ends all sessions and confirms the address.',
    body: resetPassword,
  }),
  endAccess: endpoint('POST /api/access/end', 'anyone', {
    summary: 'End everything that a mail about a new password named, by the token of its link.',
    body: z.object({ token: z.string().min(1).max(200) }),
  }),
  changePassword: endpoint('POST /api/account/password', 'session', {
    summary: 'Change the password, given the current one; ends all other sessions.',
    body: typedTwice(z.object({ currentPassword: givenPassword, ...twoPasswords }), mismatch),
  }),
  userByEmail: endpoint('GET /api/users/:email', 'session', {
    summary: 'The reader by email address: only the caller’s own; any other is not found.',
    params: z.object({ email: z.string().max(254) }),
    response: me,
  }),
} as const;
